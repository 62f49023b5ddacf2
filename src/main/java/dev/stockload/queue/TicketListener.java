package dev.stockload.queue;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Reports;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunListener;

import java.util.function.Consumer;

/** Keeps a ticket up to date with its run, and tells all who look on. */
final class TicketListener implements RunListener {
    private final ImportTicket ticket;
    private final RunListener listener;
    private final Consumer<StatusReport> tell;

    TicketListener(ImportTicket ticket, RunListener listener, Consumer<StatusReport> tell) {
        this.ticket = ticket;
        this.listener = listener;
        this.tell = tell;
    }

    @Override
    public void begins(Run run) {
        stands(run);
        listener.begins(run);
    }

    @Override
    public void reads(int rows) {
        listener.reads(rows);
    }

    @Override
    public void sends(Run run) {
        stands(run);
        listener.sends(run);
    }

    @Override
    public void goesOn(Run run) {
        stands(run);
        listener.goesOn(run);
    }

    @Override
    public void fails(Throwable fault) {
        ticket.fails(fault);
        listener.fails(fault);
    }

    @Override
    public void notice(String sentence) {
        ticket.report().ifPresent(report -> tell.accept(report.saying(sentence)));
        listener.notice(sentence);
    }

    private void stands(Run run) {
        ticket.stands(run);
        tell.accept(Reports.of(run));
    }
}
