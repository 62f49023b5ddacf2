package dev.stockload.queue;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Reports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.runs.DaemonThreads;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StoppingException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The lines in which runs wait, one for each account, which go on side by side; and the tickets of
 * all that waits or goes on.
 */
final class AccountLines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccountLines.class);

    private final Imports imports;
    private final Ledger ledger;
    private final ReportListeners listeners;
    private final FailureRecorder failures;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(DaemonThreads.small("run"));
    private final Map<String, CompletableFuture<Void>> last = new HashMap<>();
    private final List<ImportTicket> tickets = new CopyOnWriteArrayList<>();
    private boolean closed;

    /**
     * @param beyondUse what to do when the ledger cannot be written any more
     */
    AccountLines(Imports imports, Ledger ledger, ReportListeners listeners, Runnable beyondUse) {
        this.imports = imports;
        this.ledger = ledger;
        this.listeners = listeners;
        this.failures =
                new FailureRecorder(ledger, InstantSource.system(), this::hasTicket, beyondUse);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    void expectOpen() {
        if (isClosed()) {
            throw new StoppingException();
        }
    }

    List<ImportTicket> tickets() {
        return List.copyOf(tickets);
    }

    /** Those of a run: the first may be about to end, while the next waits to resume it. */
    List<ImportTicket> tickets(String run) {
        return tickets.stream().filter(t -> t.run().filter(run::equals).isPresent()).toList();
    }

    /** Whether a run waits or goes on. */
    boolean hasTicket(String run) {
        return !tickets(run).isEmpty();
    }

    /** The newest ticket of a run that waits or goes on. */
    Optional<ImportTicket> findLast(String run) {
        return tickets(run).stream().reduce((one, next) -> next);
    }

    /** The ticket that brings a run to its end like this: one that nobody has asked to stop. */
    Optional<ImportTicket> findLasting(String run, ResumeOptions how) {
        return tickets(run).stream()
                .filter(AccountLines::isLasting)
                .filter(ticket -> ticket.how().covers(how))
                .findFirst();
    }

    /** The runs that wait or go on, and had sent nothing before. */
    List<Run> sendingAll() {
        return tickets.stream()
                .filter(AccountLines::isLasting)
                .filter(ImportTicket::sendsAll)
                .flatMap(ticket -> ticket.latest().stream())
                .toList();
    }

    private static boolean isLasting(ImportTicket ticket) {
        return !ticket.signal().isAsked() && !hasEnded(ticket);
    }

    /** Puts a ticket whose run is in the ledger at the end of its account's line. */
    void enqueue(ImportTicket ticket, RunListener listener) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        CompletableFuture<Void> before = join(ticket, listener, over);
        ticket.latest()
                .filter(run -> run.state() == RunState.RUNNING)
                .map(Reports::of)
                .ifPresent(listeners::tell);
        before.handleAsync(
                        (done, fault) -> {
                            perform(ticket, listener);
                            return null;
                        },
                        threads)
                .whenComplete(
                        (done, fault) -> {
                            if (fault != null) {
                                // Not even a thread could be had for it.
                                fail(ticket, fault);
                            }
                            leave(ticket.account(), over);
                        });
    }

    /** Returns what completes when all is over that is in the line before. */
    private synchronized CompletableFuture<Void> join(
            ImportTicket ticket, RunListener listener, CompletableFuture<Void> over) {
        expectOpen();
        tickets.stream()
                .filter(other -> other.account().equals(ticket.account()))
                .findFirst()
                .ifPresent(
                        first ->
                                listener.notice(
                                        "Waiting for %s, which is sending for the same account"
                                                .formatted(first.run().orElse(first.what()))));
        tickets.add(ticket);
        CompletableFuture<Void> before = last.put(ticket.account(), over);
        return before == null ? CompletableFuture.completedFuture(null) : before;
    }

    private void leave(String account, CompletableFuture<Void> over) {
        synchronized (this) {
            last.remove(account, over);
        }
        over.complete(null);
    }

    private void perform(ImportTicket ticket, RunListener listener) {
        try {
            if (ticket.signal().isAsked()) {
                throw new RunFailedException(
                        "Stopped before it started; nothing was sent. To resume: stockload resume "
                                + ticket.run().orElseThrow());
            }
            Imports.Result result =
                    imports.resume(
                            ticket.latest().orElseThrow(),
                            ticket.how(),
                            ticket.signal(),
                            new TicketListener(ticket, listener, listeners::tell));
            ticket.stands(result.run());
            end(ticket);
            ticket.result().complete(result);
        } catch (IOException | RuntimeException | Error e) {
            fail(ticket, e);
        }
    }

    /** Whatever else fails now, whoever waits hears of it. */
    void fail(ImportTicket ticket, Throwable fault) {
        try {
            LOG.info("The {} did not finish", ticket.what(), fault);
            tickets.remove(ticket);
            boolean stopped = ticket.signal().isAsked() && fault instanceof RunFailedException;
            ticket.latest().ifPresent(run -> failures.record(run, fault, stopped));
            end(ticket);
        } finally {
            ticket.result().completeExceptionally(fault);
        }
    }

    /** Whoever hears of the end finds the run among the live ones no more. */
    private void end(ImportTicket ticket) {
        tickets.remove(ticket);
        try {
            Optional<Run> run = ticket.run().flatMap(ledger.runs()::find);
            if (ticket.isPromised()) {
                run.ifPresent(this::settlePromise);
            }
            run.map(Reports::of).ifPresent(listeners::tell);
        } catch (RuntimeException e) {
            LOG.warn("The state of the {} could not be read", ticket.what(), e);
        }
    }

    /**
     * Promises that the run of a ticket is brought to its end, whatever happens to this process.
     */
    void promise(ImportTicket ticket) {
        String run = ticket.run().orElseThrow();
        ticket.promises();
        ledger.acceptedRuns().add(run);
        if (!tickets.contains(ticket)) {
            // It came to its end meanwhile.
            settlePromise(ledger.runs().get(run));
        }
    }

    /**
     * The promise is kept, unless it was us who kept the run from getting on, or somebody waits to
     * resume it.
     */
    private void settlePromise(Run run) {
        boolean cutShort = isClosed() && run.state() == RunState.STOPPED;
        if (run.state() != RunState.RUNNING && !cutShort && !hasTicket(run.id())) {
            ledger.acceptedRuns().remove(run.id());
        }
    }

    /** Asks all to end and takes no more; completes when they have. */
    CompletableFuture<Void> stop() {
        CompletableFuture<Void> all;
        synchronized (this) {
            closed = true;
            all = CompletableFuture.allOf(last.values().toArray(CompletableFuture[]::new));
        }
        tickets.forEach(ImportTicket::stop);
        return all;
    }

    @Override
    public void close() {
        threads.shutdown();
        failures.close();
    }

    /** Whether its run has ended, and it is about to leave the line. */
    private static boolean hasEnded(ImportTicket ticket) {
        return ticket.report()
                .filter(report -> report.state() != StatusReport.State.RUNNING)
                .isPresent();
    }
}
