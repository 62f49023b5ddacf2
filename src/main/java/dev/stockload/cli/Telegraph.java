package dev.stockload.cli;

import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.Watcher;
import dev.stockload.cli.Wire.Event;
import dev.stockload.cli.Wire.Event.Kind;
import dev.stockload.ledger.Run;
import dev.stockload.pipeline.Imports;
import dev.stockload.sheet.UnusableSheetException;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletionException;

/** Tells a command, line by line, how its run goes on; the run goes on if nobody listens. */
final class Telegraph implements Watcher {
    private final OutputStream out;
    private boolean gone;

    Telegraph(OutputStream out) {
        this.out = out;
    }

    void ticket(String id) {
        send(new Event(Kind.TICKET, null, 0, id));
    }

    @Override
    public void begins(Run run) {
        send(new Event(Kind.BEGINS, run, 0, null));
    }

    @Override
    public void reads(int rows) {
        send(new Event(Kind.READS, null, rows, null));
    }

    @Override
    public void sends(Run run) {
        send(new Event(Kind.SENDS, run, 0, null));
    }

    @Override
    public void goesOn(Run run) {
        send(new Event(Kind.GOES_ON, run, 0, null));
    }

    @Override
    public void notice(String sentence) {
        send(new Event(Kind.NOTICE, null, 0, sentence));
    }

    void ended(Imports.Result result) {
        Kind kind = result.alreadyDone() ? Kind.ALREADY_DONE : Kind.DONE;
        send(new Event(kind, result.run(), 0, null));
    }

    void failed(Throwable fault) {
        Throwable cause = fault;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        send(new Event(kind(cause), null, 0, words(cause)));
    }

    private static Kind kind(Throwable fault) {
        if (fault instanceof UnusableSheetException) {
            return Kind.UNUSABLE_SHEET;
        }
        return fault instanceof UnusableSettingsException ? Kind.UNUSABLE_SETTINGS : Kind.FAILED;
    }

    private static String words(Throwable fault) {
        boolean expected = kind(fault) != Kind.FAILED || fault instanceof RunFailedException;
        return expected
                ? fault.getMessage()
                : "Something went wrong that Stockload did not expect: " + fault;
    }

    private synchronized void send(Event event) {
        if (gone) {
            return;
        }
        try {
            out.write(Wire.JSON.writeValueAsBytes(event));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            gone = true;
        }
    }
}
