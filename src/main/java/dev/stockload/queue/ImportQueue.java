package dev.stockload.queue;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.OptionsDifference;
import dev.stockload.imports.Reports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Undo;
import dev.stockload.imports.UndoOrder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The imports of a process that serves: each is entered in the ledger at once and waits in the line
 * of its account; the lines go on side by side.
 */
public final class ImportQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImportQueue.class);

    private final Imports imports;
    private final Ledger ledger;
    private final Duration patience;
    private final ReportListeners listeners = new ReportListeners();
    private final AccountLines lines;
    private final Map<String, Object> entrances = new ConcurrentHashMap<>();
    private final Map<String, Object> jobs = new ConcurrentHashMap<>();
    private volatile Optional<SheetListener> sheets = Optional.empty();

    /** Enters what is to be done in the ledger. */
    private interface Entry {
        Run enter() throws IOException;
    }

    /**
     * @param patience how long {@link #stopAll} waits for the requests in flight
     */
    public ImportQueue(Imports imports, Ledger ledger, Duration patience) {
        this(imports, ledger, patience, () -> {});
    }

    /**
     * @param patience how long {@link #stopAll} waits for the requests in flight
     * @param beyondUse what to do when the ledger cannot be written any more
     */
    public ImportQueue(Imports imports, Ledger ledger, Duration patience, Runnable beyondUse) {
        this.imports = imports;
        this.ledger = ledger;
        this.patience = patience;
        this.lines = new AccountLines(imports, ledger, listeners, beyondUse);
    }

    public ImportTicket submit(ImportOrder order) {
        return submit(order, RunListener.NOBODY);
    }

    /**
     * Enters an import in the ledger and puts it at the end of its account's line; the listener
     * hears how it goes on.
     */
    public ImportTicket submit(ImportOrder order, RunListener listener) {
        lines.expectOpen();
        ImportTicket ticket = ImportTicket.of(order);
        ticket.result()
                .whenComplete(
                        (done, fault) -> {
                            if (fault instanceof UnusableSheetException) {
                                sheets.ifPresent(each -> each.unusable(order, fault.getMessage()));
                            }
                        });
        enter(ticket, () -> imports.enter(order, lines.sendingAll()), listener);
        ticket.latest()
                .filter(run -> !run.isUnfinished())
                .ifPresent(run -> sheets.ifPresent(each -> each.alreadyImported(order, run)));
        return ticket;
    }

    /**
     * What to hold while the files of a job are looked for and handed in, so that nobody else finds
     * them new meanwhile.
     */
    public Object lock(String job) {
        return jobs.computeIfAbsent(job, each -> new Object());
    }

    /** Imports when the account's line comes to it; it ends before this. */
    public ImportTicket perform(ImportOrder order) {
        ImportTicket ticket = submit(order);
        ticket.result().exceptionally(fault -> null).join();
        return ticket;
    }

    public boolean isClosed() {
        return lines.isClosed();
    }

    public ImportTicket resume(String run, boolean force) {
        return resume(run, ResumeOptions.forced(force), RunListener.NOBODY);
    }

    /** Goes on with a run when its account's line comes to it; once, however often it is asked. */
    public ImportTicket resume(String id, ResumeOptions how, RunListener listener) {
        lines.expectOpen();
        Run run = Undo.find(ledger, id);
        Imports.expectUsable(run);
        synchronized (entrance(run.account())) {
            Optional<ImportTicket> open = lines.findLasting(id, how);
            if (open.isPresent()) {
                return open.get();
            }
            ImportTicket ticket = new ImportTicket(run.account(), "resume of " + id, how);
            ticket.enters(run);
            try {
                enqueue(ticket, listener);
            } catch (RuntimeException e) {
                lines.fail(ticket, e);
                throw e;
            }
            return ticket;
        }
    }

    /** Enters the run that undoes another; it goes on when its account's line comes to it. */
    public ImportTicket undo(UndoOrder order, RunListener listener) {
        lines.expectOpen();
        String account = Undo.find(ledger, order.run()).account();
        ImportTicket ticket =
                new ImportTicket(account, "undo of " + order.run(), ResumeOptions.forced(false));
        enter(ticket, () -> imports.enter(order), listener);
        return ticket;
    }

    /**
     * Nobody waits for it: from now on its run is brought to its end, by whoever serves next where
     * this process is stopped or killed.
     */
    public ImportTicket promise(ImportTicket ticket) {
        ticket.run().flatMap(lines::findLast).ifPresent(lines::promise);
        return ticket;
    }

    /**
     * Asks a run to end after the request in flight. Nobody goes on with it by himself from then
     * on, though this process is stopped or killed before the run has ended.
     *
     * @return whether it was waiting or going on
     */
    public boolean stop(String run) {
        List<ImportTicket> open = lines.tickets(run);
        open.forEach(ImportTicket::stop);
        ledger.acceptedRuns().remove(run);
        return !open.isEmpty();
    }

    /** All that waits or goes on, in the order in which it came. */
    public List<ImportTicket> tickets() {
        return lines.tickets();
    }

    /** Whether a run waits or goes on. */
    public boolean hasTicket(String run) {
        return lines.hasTicket(run);
    }

    /** Where a run stands. */
    public StatusReport report(Run run) {
        return unlessResumed(Reports.of(run));
    }

    /** A report of a run; one that stopped or failed and waits to be resumed is going on. */
    public StatusReport unlessResumed(StatusReport report) {
        boolean over =
                report.state() == StatusReport.State.STOPPED
                        || report.state() == StatusReport.State.FAILED;
        return over && hasTicket(report.run()) ? report.goingOn() : report;
    }

    /** Whether a run waits or goes on, and nobody has asked it to stop. */
    public boolean isGoingOn(String run) {
        return lines.findLasting(run, ResumeOptions.forced(false)).isPresent();
    }

    /** Whether a run waits for its turn. */
    public boolean isWaiting(String run) {
        List<ImportTicket> open = lines.tickets(run);
        return !open.isEmpty() && open.stream().allMatch(ticket -> ticket.report().isEmpty());
    }

    /**
     * Tells where a run stands whenever that changes, also when it has ended.
     *
     * @return what ends the telling
     */
    public Runnable listen(Consumer<StatusReport> listener) {
        return listeners.add(listener);
    }

    /** Tells of each sheet that is handed in from now on and of which no run comes. */
    public void listen(SheetListener listener) {
        sheets = Optional.of(listener);
    }

    @Override
    public void close() {
        stopAll();
        lines.close();
    }

    /** Stops all runs after their requests in flight; those that wait do not begin. */
    public void stopAll() {
        try {
            lines.stop().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Runs did not end within {}: {}", patience, lines.tickets());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where runs of an account are entered one at a time, so that its line has their order. */
    private Object entrance(String account) {
        return entrances.computeIfAbsent(account, each -> new Object());
    }

    private void enter(ImportTicket ticket, Entry entry, RunListener listener) {
        try {
            synchronized (entrance(ticket.account())) {
                Run run = entry.enter();
                Optional<ImportTicket> same = lines.findLasting(run.id(), ticket.how());
                ticket.enters(run);
                if (!run.isUnfinished()) {
                    ticket.result()
                            .complete(
                                    imports.result(run, true)
                                            .otherwise(ticket.otherwise())
                                            .undoneSince(ledger));
                    return;
                }
                ticket.otherwise()
                        .ifPresent(words -> listener.notice(OptionsDifference.goesOn(run, words)));
                if (same.isPresent()) {
                    listener.notice(ticket.joins(same.get()));
                } else {
                    enqueue(ticket, listener);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            lines.fail(ticket, e);
        }
    }

    private void enqueue(ImportTicket ticket, RunListener listener) {
        ticket.enters(imports.awaiting(ticket.latest().orElseThrow()));
        lines.enqueue(ticket, listener);
    }
}
