package dev.stockload.imports;

import dev.stockload.check.StatusReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.sheet.UnusableSheetException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The imports of a process that serves: each account has one line, and the lines go on side by
 * side.
 */
public final class ImportQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImportQueue.class);

    private final Imports imports;
    private final Ledger ledger;
    private final Duration patience;
    private final ExecutorService threads = Executors.newCachedThreadPool(ImportQueue::thread);
    private final Map<String, CompletableFuture<Void>> lines = new HashMap<>();
    private final List<ImportTicket> tickets = new CopyOnWriteArrayList<>();
    private final ReportListeners listeners = new ReportListeners();
    private final FailureRecorder failures;
    private volatile BiConsumer<ImportOrder, String> unusable = (order, why) -> {};
    private boolean closed;

    private interface Work {
        Imports.Result run(RunListener listener) throws IOException;
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
        this.failures =
                new FailureRecorder(
                        ledger, InstantSource.system(), run -> ticket(run).isPresent(), beyondUse);
    }

    public ImportTicket submit(ImportOrder order) {
        return submit(order, RunListener.NOBODY);
    }

    /** Puts an import at the end of its account's line; the listener hears how it goes on. */
    public ImportTicket submit(ImportOrder order, RunListener listener) {
        ImportTicket ticket = new ImportTicket(order.account(), null, "import of " + order.file());
        ticket.result()
                .whenComplete(
                        (done, fault) -> {
                            if (fault instanceof UnusableSheetException) {
                                unusable.accept(order, fault.getMessage());
                            }
                        });
        return enqueue(ticket, listener, noting -> imports.start(order, ticket.signal(), noting));
    }

    /**
     * Imports in the thread that asks, when its account's line comes to it; it ends before this.
     */
    public ImportTicket perform(ImportOrder order) {
        ImportTicket ticket = new ImportTicket(order.account(), null, "import of " + order.file());
        CompletableFuture<Void> line = new CompletableFuture<>();
        CompletableFuture<Void> before = join(ticket, RunListener.NOBODY, earlier -> line);
        before.join();
        try {
            perform(
                    ticket,
                    RunListener.NOBODY,
                    noting -> imports.start(order, ticket.signal(), noting));
        } finally {
            line.complete(null);
        }
        return ticket;
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    public ImportTicket resume(String run, boolean force) {
        return resume(run, ResumeOptions.forced(force), RunListener.NOBODY);
    }

    /** Goes on with a run when its account's line comes to it; once, however often it is asked. */
    public synchronized ImportTicket resume(String id, ResumeOptions how, RunListener listener) {
        Run run = Undo.find(ledger, id);
        Imports.expectUsable(run);
        Optional<ImportTicket> open = ticket(id);
        if (open.isPresent()) {
            return open.get();
        }
        ImportTicket ticket = new ImportTicket(run.account(), id, "resume of " + id);
        return enqueue(
                ticket, listener, noting -> imports.resume(run, how, ticket.signal(), noting));
    }

    /** Undoes a run when its account's line comes to it. */
    public ImportTicket undo(UndoOrder order, RunListener listener) {
        String account = Undo.find(ledger, order.run()).account();
        ImportTicket ticket = new ImportTicket(account, null, "undo of " + order.run());
        return enqueue(ticket, listener, noting -> imports.undo(order, ticket.signal(), noting));
    }

    /**
     * Asks a run to end after the request in flight.
     *
     * @return whether it was waiting or going on
     */
    public boolean stop(String run) {
        Optional<ImportTicket> open = ticket(run);
        open.ifPresent(ImportTicket::stop);
        return open.isPresent();
    }

    /** All that waits or goes on, in the order in which it came. */
    public List<ImportTicket> tickets() {
        return List.copyOf(tickets);
    }

    /**
     * Tells where a run stands whenever that changes, also when it has ended.
     *
     * @return what ends the telling
     */
    public Runnable listen(Consumer<StatusReport> listener) {
        return listeners.add(listener);
    }

    /** Who hears that a sheet cannot be used, whoever has handed it in, and why. */
    public void onUnusableSheet(BiConsumer<ImportOrder, String> listener) {
        unusable = listener;
    }

    @Override
    public void close() {
        stopAll();
        threads.shutdown();
        failures.close();
    }

    /** Stops all runs after their requests in flight; those that wait do not begin. */
    public void stopAll() {
        CompletableFuture<Void> all;
        synchronized (this) {
            closed = true;
            all = CompletableFuture.allOf(lines.values().toArray(CompletableFuture[]::new));
        }
        tickets.forEach(ImportTicket::stop);
        try {
            all.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("Runs did not end within {}: {}", patience, tickets);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<ImportTicket> ticket(String run) {
        return tickets.stream().filter(t -> t.run().filter(run::equals).isPresent()).findFirst();
    }

    private ImportTicket enqueue(ImportTicket ticket, RunListener listener, Work work) {
        join(
                ticket,
                listener,
                before ->
                        before.handleAsync(
                                (done, fault) -> {
                                    perform(ticket, listener, work);
                                    return null;
                                },
                                threads));
        return ticket;
    }

    /** Puts a ticket at the end of its account's line; returns what is before it. */
    private synchronized CompletableFuture<Void> join(
            ImportTicket ticket,
            RunListener listener,
            UnaryOperator<CompletableFuture<Void>> behind) {
        if (closed) {
            throw new RunFailedException("Stockload is stopping and takes no more work");
        }
        tickets.stream()
                .filter(other -> other.account().equals(ticket.account()))
                .findFirst()
                .ifPresent(
                        first ->
                                listener.notice(
                                        "Waiting for %s, which is sending for the same account"
                                                .formatted(first.run().orElse(first.what()))));
        tickets.add(ticket);
        CompletableFuture<Void> before =
                lines.getOrDefault(ticket.account(), CompletableFuture.completedFuture(null));
        CompletableFuture<Void> line = behind.apply(before);
        lines.put(ticket.account(), line);
        line.whenComplete(
                (done, fault) -> {
                    leave(ticket.account(), line);
                    if (fault != null) {
                        // Not even a thread could be had for it.
                        fail(ticket, fault);
                    }
                });
        return before;
    }

    private synchronized void leave(String account, CompletableFuture<Void> line) {
        lines.remove(account, line);
    }

    private void perform(ImportTicket ticket, RunListener listener, Work work) {
        try {
            if (ticket.signal().isAsked()) {
                throw new RunFailedException("Stopped before it started; nothing was done");
            }
            Imports.Result result = work.run(new TicketListener(ticket, listener, listeners::tell));
            ticket.stands(result.run());
            end(ticket);
            ticket.result().complete(result);
        } catch (IOException | RuntimeException | Error e) {
            fail(ticket, e);
        }
    }

    /** Whatever else fails now, whoever waits hears of it. */
    private void fail(ImportTicket ticket, Throwable fault) {
        try {
            LOG.info("The {} did not finish", ticket.what(), fault);
            tickets.remove(ticket);
            ticket.latest().ifPresent(run -> failures.record(run, fault));
            end(ticket);
        } finally {
            ticket.result().completeExceptionally(fault);
        }
    }

    /** Whoever hears of the end finds the run among the live ones no more. */
    private void end(ImportTicket ticket) {
        tickets.remove(ticket);
        try {
            ticket.run().flatMap(ledger.runs()::find).map(Reports::of).ifPresent(listeners::tell);
        } catch (RuntimeException e) {
            LOG.warn("The state of the {} could not be read", ticket.what(), e);
        }
    }

    private static Thread thread(Runnable work) {
        // A run needs little of a stack, and there is a thread for every account that sends.
        Thread thread = new Thread(null, work, "run", 512 * 1024);
        thread.setDaemon(true);
        return thread;
    }
}
