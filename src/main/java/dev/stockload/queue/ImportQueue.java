package dev.stockload.queue;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;
import dev.stockload.runs.WaitingRuns.Waiting;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The imports that were accepted: each is stored in the ledger at once as a waiting run, and the
 * account is woken. Any process that serves works on them, including those left by a process that
 * was stopped or killed.
 */
public final class ImportQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImportQueue.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(30);

    /** After this time an account is asked for again that another process works for. */
    private static final Duration IN_USE = Duration.ofSeconds(2);

    private static final int WORKERS = 40 * Runtime.getRuntime().availableProcessors();

    private final Imports imports;
    private final Ledger ledger;
    private final Duration patience;
    private final Runnable beyondUse;
    private final AccountWork work;
    private final List<Consumer<StatusReport>> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("waiting-runs"));

    /** Tickets of waiting and running imports in this process, by run id. */
    private final Map<String, ImportTicket> waiting = new ConcurrentHashMap<>();

    private final Map<String, ImportTicket> live = new ConcurrentHashMap<>();

    /** The runs that other processes worked on at the last look. */
    private volatile Map<String, Run> elsewhere = Map.of();

    private volatile boolean closed;

    /**
     * @param patience how long {@link #stopAll} waits for requests in flight
     * @param beyondUse called when the ledger can no longer be written
     */
    public ImportQueue(Imports imports, Ledger ledger, Duration patience, Runnable beyondUse) {
        this.imports = imports;
        this.ledger = ledger;
        this.patience = patience;
        this.beyondUse = beyondUse;
        this.work = new AccountWork(ledger, new Worker(), WORKERS, BETWEEN_SWEEPS, patience);
    }

    /** Starts working on waiting runs, whichever process accepted them. */
    public ImportQueue start() {
        work.start();
        clock.scheduleWithFixedDelay(
                this::look, 0, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /**
     * Stores an import in the ledger; it runs when its account is free.
     *
     * @throws UnusableSheetException if the file cannot be read
     */
    public ImportTicket submit(ImportOrder order) throws IOException {
        expectOpen();
        Run run = imports.enter(order, true);
        return run.isUnfinished() ? accept(run, ResumeOptions.forced(order.force())) : done(run);
    }

    public ImportTicket undo(UndoOrder order) {
        expectOpen();
        return accept(imports.enter(order), ResumeOptions.forced(false));
    }

    public ImportTicket resend(ResendOrder order) {
        expectOpen();
        return accept(imports.enter(order), ResumeOptions.forced(false));
    }

    /** Resumes a run when its account is free; once, however often it is asked for. */
    public ImportTicket resume(String id, ResumeOptions how) {
        expectOpen();
        Run run = ledger.runs().asked(id);
        Imports.expectUsable(run);
        imports.expectSet(run);
        return run.isUnfinished() ? accept(run, how) : done(run);
    }

    /** Completes once the sheet of a run was read, or its run has ended or will not start. */
    public CompletableFuture<Void> untilRead(ImportTicket ticket) {
        CompletableFuture<Void> read = new CompletableFuture<>();
        Runnable look =
                () -> {
                    if (ledger.runs().find(ticket.run()).filter(Run::isStaged).isPresent()) {
                        read.complete(null);
                    }
                };
        Runnable stopListening =
                listen(
                        report -> {
                            if (report.run().equals(ticket.run())) {
                                look.run();
                            }
                        });
        read.whenComplete((done, fault) -> stopListening.run());
        ticket.result().whenComplete((result, fault) -> read.complete(null));
        look.run();
        return read;
    }

    private ImportTicket done(Run run) {
        Imports.Result result = imports.alreadyDone(run);
        return new ImportTicket(
                run,
                result.earlier()
                        .map(
                                "This sheet was already imported by %s, so nothing was sent"
                                        ::formatted),
                new StopSignal(),
                CompletableFuture.completedFuture(result));
    }

    private synchronized ImportTicket accept(Run run, ResumeOptions how) {
        boolean joins =
                ledger.waitingRuns()
                        .options(run.id())
                        .filter(asked -> asked.covers(how))
                        .isPresent();
        Run entered = joins ? run : imports.awaiting(run);
        // One that was stopped and resumed is both; it counts as waiting.
        ImportTicket begun = joins && !waiting.containsKey(run.id()) ? live.get(run.id()) : null;
        ImportTicket ticket =
                begun == null
                        ? waiting.computeIfAbsent(run.id(), id -> ImportTicket.open(entered))
                        : begun;
        if (joins) {
            return ticket.with(
                    "Run %s, which is under way, does this already: nothing is sent twice"
                            .formatted(run.id()));
        }
        ledger.waitingRuns().add(run.id(), how);
        if (entered.state() == RunState.RUNNING) {
            publish(Reports.of(entered));
        }
        if (closed) {
            notStarted(run.id(), waiting.remove(run.id()));
        }
        work.wake(run.account());
        return ticket;
    }

    private void look() {
        try {
            if (!listeners.isEmpty()) {
                reportElsewhere();
            }
            if (!waiting.isEmpty()) {
                completeFinishedElsewhere();
            }
        } catch (RuntimeException e) {
            LOG.warn("Waiting runs could not be read: {}", e.toString());
        }
    }

    private boolean isWorkedOnElsewhere(Run run) {
        return run.state() == RunState.RUNNING
                && !run.owner().equals(ledger.owners().name())
                && ledger.owners().isAlive(run.owner());
    }

    /** Listeners in this process hear of the runs of other processes too. */
    private void reportElsewhere() {
        Map<String, Run> now = new HashMap<>();
        ledger.runs().running().stream()
                .filter(run -> !run.owner().equals(ledger.owners().name()))
                .forEach(run -> now.put(run.id(), run));
        Map<String, Run> before = new HashMap<>(elsewhere);
        elsewhere = now;
        now.values().stream()
                .filter(run -> !run.equals(before.remove(run.id())))
                .forEach(run -> publish(Reports.of(run)));
        before.keySet().stream()
                .flatMap(run -> ledger.runs().find(run).stream())
                .forEach(run -> publish(Reports.of(run)));
    }

    private synchronized void completeFinishedElsewhere() {
        Set<String> over = new HashSet<>(waiting.keySet());
        ledger.waitingRuns().among(over).forEach(over::remove);
        for (String run : over) {
            Imports.Result result = new Imports.Result(ledger.runs().get(run), Optional.empty());
            waiting.remove(run).result().complete(result);
        }
    }

    private final class Worker implements AccountWork.Worker {
        @Override
        public boolean isSet(String account) {
            return imports.isSet(account);
        }

        @Override
        public Optional<Instant> work(String account) {
            Optional<Imports.Turn> turn = imports.turnIfFree(account);
            if (turn.isEmpty()) {
                return Optional.of(ledger.owners().now().plus(IN_USE));
            }
            try (Imports.Turn held = turn.get()) {
                next(held).ifPresent(run -> perform(held, run));
            }
            return ledger.waitingRuns().next(account, ledger.owners().now());
        }
    }

    private synchronized Optional<Waiting> next(Imports.Turn turn) {
        Optional<Waiting> next = closed ? Optional.empty() : turn.next();
        next.map(Waiting::run)
                .ifPresent(
                        run -> {
                            ImportTicket asked = waiting.remove(run.id());
                            live.put(run.id(), asked == null ? ImportTicket.open(run) : asked);
                        });
        return next;
    }

    private void perform(Imports.Turn turn, Waiting work) {
        ImportTicket ticket = live.get(work.run().id());
        RunListener listener =
                new RunListener() {
                    @Override
                    public void goesOn(Run run) {
                        publish(Reports.of(run));
                    }

                    @Override
                    public void notice(String sentence) {
                        Run run = ledger.runs().get(ticket.run());
                        publish(Reports.of(run).withMessage(sentence));
                    }
                };
        Imports.Result result = null;
        Throwable fault = null;
        try {
            result = turn.perform(work, new Caller(ticket.stop(), listener));
        } catch (IOException | RuntimeException | Error e) {
            LOG.info("{} did not finish", ticket, e);
            fault = e;
        }
        end(ticket, work, fault);
        if (fault == null) {
            ticket.result().complete(result);
        } else {
            ticket.result().completeExceptionally(fault);
        }
    }

    /**
     * Removes a run from the waiting runs, and stores its failure if the run could not. A run that
     * the end of this process interrupted keeps waiting for another process; a run that a person
     * stopped is removed already, or was resumed since. If nothing can be written, others recover.
     */
    private void end(ImportTicket ticket, Waiting work, Throwable fault) {
        try {
            Run run = ledger.runs().get(ticket.run());
            boolean stopped = ticket.stop().isAsked();
            if (fault != null
                    && run.state() == RunState.RUNNING
                    && run.owner().equals(ledger.owners().name())) {
                ledger.runs().ended(run, ending(fault, stopped, imports.now()));
            }
            Run ended = ledger.runs().get(ticket.run());
            synchronized (this) {
                live.remove(ticket.run());
                if (!stopped || !ended.isUnfinished()) {
                    ledger.waitingRuns().done(work);
                }
            }
            publish(Reports.of(ended));
        } catch (RuntimeException e) {
            LOG.error("The end of {} could not be stored", ticket, e);
            live.remove(ticket.run());
            beyondUse.run();
        }
    }

    private static Run.End ending(Throwable fault, boolean stopped, Instant now) {
        boolean wrapped = fault instanceof RunFailedException && fault.getCause() != null;
        String words = FaultMessages.explain(wrapped ? fault.getCause() : fault);
        return stopped && fault instanceof RunFailedException
                ? Run.End.stopped(now, words)
                : Run.End.failed(now, words);
    }

    public boolean isClosed() {
        return closed;
    }

    public void expectOpen() {
        if (closed) {
            throw new RunFailedException(
                    Refusal.Kind.STOPPING, "Stockload is stopping and takes no more work");
        }
    }

    /**
     * Asks a run to end after the request in flight, whichever process works on it. From then on it
     * is only resumed on request, even if this process is killed before the run has ended.
     *
     * @return whether it was waiting or running
     */
    public synchronized boolean stop(String id) {
        boolean wasWaiting = ledger.waitingRuns().remove(id);
        ImportTicket ticket = waiting.remove(id);
        ImportTicket running = live.get(id);
        if (running != null) {
            running.stop().ask();
        }
        Optional<Run> run = ledger.runs().find(id);
        if (running == null && run.filter(this::isWorkedOnElsewhere).isPresent()) {
            return ledger.owners().askToStop(run.get().owner(), id);
        }
        notStarted(id, ticket);
        return wasWaiting || running != null;
    }

    private void notStarted(String id, ImportTicket ticket) {
        RunFailedException fault =
                new RunFailedException(
                        "Stopped before it started; nothing was sent. To resume: stockload resume "
                                + id);
        try {
            Optional<Run> shown =
                    ledger.runs()
                            .find(id)
                            .filter(run -> run.state() == RunState.RUNNING)
                            .filter(run -> !live.containsKey(id));
            shown.ifPresent(
                    run -> {
                        ledger.runs()
                                .ended(run, Run.End.stopped(imports.now(), fault.getMessage()));
                        publish(Reports.of(ledger.runs().get(id)));
                    });
        } catch (RuntimeException e) {
            LOG.warn("The stop of run {} could not be stored", id, e);
        } finally {
            if (ticket != null) {
                ticket.result().completeExceptionally(fault);
            }
        }
    }

    public boolean hasTicket(String run) {
        return live.containsKey(run) || !closed && ledger.waitingRuns().contains(run);
    }

    public StatusReport report(Run run) {
        return unlessResumed(Reports.of(run));
    }

    /** The report of a run; one that stopped or failed and waits to be resumed shows as running. */
    public StatusReport unlessResumed(StatusReport report) {
        boolean over = report.state() == RunState.STOPPED || report.state() == RunState.FAILED;
        return over && hasTicket(report.run()) ? report.running() : report;
    }

    public boolean isWaiting(String run) {
        return !live.containsKey(run)
                && !elsewhere.containsKey(run)
                && ledger.waitingRuns().contains(run);
    }

    /** Reports each change of a run, including its end; the result removes the listener. */
    public Runnable listen(Consumer<StatusReport> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** A listener that fails does not keep others from being called. */
    private void publish(StatusReport report) {
        for (Consumer<StatusReport> listener : listeners) {
            try {
                listener.accept(report);
            } catch (RuntimeException e) {
                LOG.warn("A run listener failed", e);
            }
        }
    }

    /** Stops all runs after their requests in flight; waiting runs do not start here. */
    public void stopAll() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            live.values().forEach(ticket -> ticket.stop().ask());
            waiting.forEach(this::notStarted);
            waiting.clear();
        }
        work.stop();
        if (!live.isEmpty()) {
            LOG.warn("Runs did not end within {}: {}", patience, live.keySet());
        }
    }

    @Override
    public void close() {
        stopAll();
        clock.shutdownNow();
        work.close();
    }
}
