package dev.stockload.app;

import dev.stockload.app.Wire.Event;
import dev.stockload.app.Wire.Event.Kind;
import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.imports.Verification;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Run;
import dev.stockload.runs.FaultMessages;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.UnusableAccountException;
import dev.stockload.sheet.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CompletionException;

/** Tells a command, line by line, how its work goes on; that goes on if nobody listens. */
final class Telegraph implements RunListener, Details.Progress, Verification.Progress {
    private static final Logger LOG = LoggerFactory.getLogger(Telegraph.class);

    private final OutputStream out;
    private boolean gone;

    Telegraph(OutputStream out) {
        this.out = out;
    }

    /** From now on the work can be stopped by this name. */
    void ticket(String id) {
        send(Kind.TICKET, id);
    }

    @Override
    public void begins(Run run) {
        send(Kind.BEGINS, run);
    }

    @Override
    public void reads(int rows) {
        send(Kind.READS, rows);
    }

    @Override
    public void sends(Run run) {
        send(Kind.SENDS, run);
    }

    @Override
    public void goesOn(Run run) {
        send(Kind.GOES_ON, run);
    }

    @Override
    public void notice(String sentence) {
        send(Kind.NOTICE, sentence);
    }

    @Override
    public void begins(DetailRun run, int waiting, int all) {
        send(Kind.DETAILS_BEGIN, new Wire.Begin(run, waiting, all));
    }

    @Override
    public void at(int done, int all) {
        send(Kind.AT, new Wire.At(done, all));
    }

    void detail(DetailsFile.Entry entry) {
        send(Kind.DETAIL, entry);
    }

    void ended(Object result) {
        send(Kind.RESULT, result);
    }

    void failed(Throwable fault) {
        Throwable cause = fault;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        send(kind(cause), words(cause));
    }

    private static Kind kind(Throwable fault) {
        if (fault instanceof UnusableSheetException) {
            return Kind.UNUSABLE_SHEET;
        }
        return fault instanceof UnusableSettingsException
                        || fault instanceof UnusableAccountException
                ? Kind.UNUSABLE_SETTINGS
                : Kind.FAILED;
    }

    private static String words(Throwable fault) {
        boolean expected = kind(fault) != Kind.FAILED || fault instanceof RunFailedException;
        if (!expected) {
            LOG.error("What was handed over failed", fault);
        }
        return expected ? fault.getMessage() : FaultMessages.words(fault);
    }

    private synchronized void send(Kind kind, Object value) {
        if (gone) {
            return;
        }
        try {
            out.write(Wire.JSON.writeValueAsBytes(Event.of(kind, value)));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            gone = true;
        }
    }
}
