package dev.stockload.queue;

import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.Imports;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.StoreVerification.Check;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.report.Reports;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.runs.WaitingRuns.Waiting;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * The imports that were accepted: each is stored in the ledger at once as a waiting run, and the
 * account is woken. Any process that serves works on them, including those left by a process that
 * was stopped or killed.
 */
public final class ImportQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImportQueue.class);
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(30);

    /** After this time an account is asked for again that another process works for. */
    private static final Duration IN_USE = Duration.ofSeconds(2);

    /** After this time a check of a store goes on that a run has interrupted. */
    private static final Duration WHILE_SENDING = Duration.ofSeconds(10);

    /** How many accounts a host works for at a time, unless it is set. */
    public static final int WORKERS = 40 * Runtime.getRuntime().availableProcessors();

    private final Imports imports;
    private final Ledger ledger;
    private final WaitingRuns waiting;
    private final Duration patience;
    private final BiConsumer<Run, Throwable> unstored;
    private final AccountWork work;
    private final RunChanges changes;

    /** How to stop the runs that this process works on, by their ids. */
    private final Map<String, StopSignal> live = new ConcurrentHashMap<>();

    private final StopSignal closed = new StopSignal();

    /**
     * @param workers how many accounts this process works for at a time
     * @param patience how long {@link #stopAll} waits for requests in flight
     * @param unstored gets a run whose end cannot be stored and the reason, which may be null: the
     *     ledger can no longer be written
     */
    public ImportQueue(
            Imports imports,
            Ledger ledger,
            int workers,
            Duration patience,
            BiConsumer<Run, Throwable> unstored) {
        this.imports = imports;
        this.ledger = ledger;
        this.waiting = ledger.waitingRuns();
        this.patience = patience;
        this.unstored = unstored;
        this.work = new AccountWork(ledger, new Worker(), workers, BETWEEN_SWEEPS, patience);
        this.changes = new RunChanges(ledger, imports::now, closed);
    }

    /** Starts working on waiting runs, whichever process accepted them. */
    public ImportQueue start() {
        work.start();
        changes.start();
        return this;
    }

    /** What changes in runs, whichever process works on them. */
    public RunChanges changes() {
        return changes;
    }

    /** Stores an import that a person or a program asks for; it runs when its account is free. */
    public ImportTicket submit(ImportOrder order) throws IOException {
        return submit(order, Optional.empty());
    }

    /**
     * Stores an import in the ledger; it runs when its account is free.
     *
     * @param retried until when it is tried again if it fails for now; empty if it is not
     * @throws UnusableSheetException if the file cannot be read
     */
    public ImportTicket submit(ImportOrder order, Optional<Instant> retried) throws IOException {
        expectOpen();
        Run run = imports.enter(order, true);
        return accept(run, ResumeOptions.forced(order.force()), retried);
    }

    public ImportTicket undo(UndoOrder order) {
        expectOpen();
        return accept(imports.enter(order), ResumeOptions.forced(false), Optional.empty());
    }

    public ImportTicket fetch(DetailsRequest order) {
        expectOpen();
        return accept(imports.enter(order), ResumeOptions.forced(false), Optional.empty());
    }

    public ImportTicket resend(ResendOrder order) {
        expectOpen();
        return accept(imports.enter(order), ResumeOptions.forced(false), Optional.empty());
    }

    /** Resumes a run when its account is free; once, however often it is asked for. */
    public ImportTicket resume(String id, ResumeOptions options) {
        expectOpen();
        Run run = ledger.runs().toResume(id);
        Imports.expectUsable(run);
        imports.expectSet(run.account());
        return accept(run, options, Optional.empty());
    }

    /** Compares the whole store of an account; once, however often it is asked for. */
    public void check(String account) {
        expectOpen();
        imports.expectSet(account);
        if (StoreVerification.asked(ledger, account).filter(Check::running).isEmpty()) {
            StoreVerification.note(ledger, account, 0, null);
        }
        work.wakeCheck(account);
    }

    private synchronized ImportTicket accept(
            Run run, ResumeOptions options, Optional<Instant> retried) {
        if (!run.isUnfinished()) {
            return new ImportTicket(
                    run,
                    imports.alreadyDone(run)
                            .earlier()
                            .map(
                                    "This sheet was already imported by %s, so nothing was sent"
                                            ::formatted));
        }
        Optional<String> note =
                waiting.find(run.id())
                        .filter(asked -> asked.options().covers(options))
                        .map(
                                asked ->
                                        "Run %s, which is under way, does this already: nothing is sent twice"
                                                .formatted(run.id()));
        waiting.add(run.id(), options, retried);
        if (closed.isAsked()) {
            notStarted(run);
        }
        work.wake(run.lock());
        changes.publish(Reports.of(waiting.seen(run)));
        return new ImportTicket(run, note);
    }

    private final class Worker implements AccountWork.Worker {
        @Override
        public boolean isSet(String account) {
            return imports.isSet(Run.accountOf(account));
        }

        @Override
        public void clean() {
            imports.clean();
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
            return waiting.next(account, ledger.owners().now());
        }

        @Override
        public Optional<Instant> check(String account) {
            try {
                imports.compareStore(account, closed);
                return Optional.empty();
            } catch (IOException | RuntimeException e) {
                Instant now = ledger.owners().now();
                if (e.getCause() instanceof RunStoppedException) {
                    return Optional.of(closed.isAsked() ? now : now.plus(WHILE_SENDING));
                }
                LOG.warn("The store of account {} was not compared", account, e);
                StoreVerification.note(ledger, account, 0, FaultMessages.explain(e));
                return Optional.empty();
            }
        }
    }

    private synchronized Optional<Waiting> next(Imports.Turn turn) {
        Optional<Waiting> next = closed.isAsked() ? Optional.empty() : turn.next();
        next.ifPresent(each -> live.put(each.run().id(), new StopSignal()));
        return next;
    }

    private void perform(Imports.Turn turn, Waiting work) {
        StopSignal stop = live.get(work.run().id());
        Throwable fault;
        try {
            Caller caller = new Caller(stop, new Progress(work.run().id()));
            Imports.Result result = turn.perform(work.run(), work.options(), caller);
            fault = result.fault().orElse(null);
        } catch (IOException | RuntimeException | Error e) {
            LOG.info("Run {} did not finish", work.run().id(), e);
            fault = e;
        }
        end(work, stop.isAsked(), fault);
    }

    /** What a run tells while it is worked on. */
    private final class Progress implements RunListener {
        private final String run;

        Progress(String run) {
            this.run = run;
        }

        @Override
        public void onSending(Run now) {
            goOn(now);
        }

        @Override
        public void notice(String sentence) {
            changes.publish(Reports.of(ledger.runs().get(run), sentence));
        }
    }

    /** The job of a run that was read, or has ended, may take its next sheet. */
    private void goOn(Run run) {
        try {
            new BegunJobs(ledger.database()).wake(run.job(), ledger.owners().now());
        } catch (RuntimeException e) {
            LOG.warn("Job {} goes on later: {}", run.job(), e.toString());
        }
    }

    /**
     * Removes a run from the waiting runs, and stores its failure if the run could not. A run that
     * the end of this process interrupted keeps waiting for another process; a run that a person
     * stopped is removed already, or was resumed since. If nothing can be written, others recover.
     */
    private void end(Waiting work, boolean stopped, Throwable fault) {
        String id = work.run().id();
        try {
            Run run = ledger.runs().get(id);
            if (fault != null
                    && run.state() == Run.State.RUNNING
                    && run.owner().equals(ledger.owners().name())) {
                ledger.runs().ended(run, ending(fault, stopped, imports.now()));
            }
            boolean over = !ledger.runs().get(id).isUnfinished();
            synchronized (this) {
                live.remove(id);
                if (stopped && !over) {
                    waiting.leave(id);
                } else if (over
                        || fault == null
                        || !FaultMessages.isPassing(fault)
                        || !waiting.retry(work, ledger.owners().now())) {
                    waiting.done(work);
                }
            }
            goOn(run);
        } catch (RuntimeException e) {
            LOG.error("The end of run {} could not be stored", id, e);
            live.remove(id);
            unstored.accept(work.run(), fault);
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
        return closed.isAsked();
    }

    public void expectOpen() {
        if (closed.isAsked()) {
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
        boolean isFree = waiting.find(id).filter(Waiting::isFree).isPresent();
        boolean wasWaiting = waiting.remove(id);
        StopSignal running = live.get(id);
        if (running != null) {
            running.ask();
            return true;
        }
        Optional<Run> run = ledger.runs().find(id);
        if (!isFree && run.filter(this::isWorkedOnElsewhere).isPresent()) {
            return ledger.owners().askToStop(run.get().owner(), id);
        }
        run.ifPresent(this::notStarted);
        return wasWaiting;
    }

    private boolean isWorkedOnElsewhere(Run run) {
        return run.state() == Run.State.RUNNING
                && !run.owner().equals(ledger.owners().name())
                && ledger.owners().isAlive(run.owner());
    }

    private void notStarted(Run run) {
        String words =
                "Stopped before it started; nothing was sent. To resume: stockload resume "
                        + run.id();
        try {
            if (run.state() == Run.State.RUNNING) {
                ledger.runs().ended(run, Run.End.stopped(imports.now(), words));
            }
        } catch (RuntimeException e) {
            LOG.warn("The stop of run {} could not be stored", run.id(), e);
        }
    }

    /** Stops all runs after their requests in flight; waiting runs do not start here. */
    public void stopAll() {
        synchronized (this) {
            if (closed.isAsked()) {
                return;
            }
            closed.ask();
            live.values().forEach(StopSignal::ask);
        }
        stopWaiting();
        work.stop();
        changes.poll();
        if (!live.isEmpty()) {
            LOG.warn("Runs did not end within {}: {}", patience, live.keySet());
        }
    }

    /** What this process has entered shows as stopped until another one works on it. */
    private void stopWaiting() {
        try {
            waiting.unfinished().stream()
                    .map(Waiting::run)
                    .filter(run -> run.owner().equals(ledger.owners().name()))
                    .filter(run -> !live.containsKey(run.id()))
                    .forEach(this::notStarted);
        } catch (RuntimeException e) {
            LOG.warn("Waiting runs could not be read: {}", e.toString());
        }
    }

    @Override
    public void close() {
        stopAll();
        changes.close();
        work.close();
    }
}
