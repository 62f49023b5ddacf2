package dev.stockload.pipeline;

import dev.stockload.batch.Watcher;
import dev.stockload.check.Report;
import dev.stockload.ledger.Run;

import java.util.function.Consumer;

/** Keeps a ticket up to date with its run, and tells all who look on. */
final class Telling implements Watcher {
    private final Ticket ticket;
    private final Watcher watcher;
    private final Consumer<Report> tell;

    Telling(Ticket ticket, Watcher watcher, Consumer<Report> tell) {
        this.ticket = ticket;
        this.watcher = watcher;
        this.tell = tell;
    }

    @Override
    public void begins(Run run) {
        stands(run);
        watcher.begins(run);
    }

    @Override
    public void reads(int rows) {
        ticket.reads(rows);
        watcher.reads(rows);
    }

    @Override
    public void sends(Run run) {
        stands(run);
        watcher.sends(run);
    }

    @Override
    public void goesOn(Run run) {
        stands(run);
        watcher.goesOn(run);
    }

    @Override
    public void fails(Throwable fault) {
        ticket.fails(fault);
        watcher.fails(fault);
    }

    @Override
    public void notice(String sentence) {
        watcher.notice(sentence);
    }

    private void stands(Run run) {
        ticket.stands(run);
        tell.accept(Reports.of(run));
    }
}
