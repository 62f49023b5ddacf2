package dev.stockload.imports;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.details.Details;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.enter.RunOfOrder;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.imports.keep.Retention;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunProgressListener;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.send.RunTakeover;
import dev.stockload.imports.undo.UndoPlan;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.WaitingRuns.Waiting;
import dev.stockload.service.AccountIdentities.UnusableAccountException;
import dev.stockload.service.NextCreate;
import dev.stockload.service.RetryingClient;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Starts and resumes runs: the entry point to the whole flow. */
public final class Imports {
    private static final Duration BETWEEN_RETENTIONS = Duration.ofHours(1);

    /** Where one was not enough, as after a night of many accounts. */
    private static final Duration UNTIL_MORE = Duration.ofMinutes(1);

    private final ProcessContext process;
    private final Ledger ledger;
    private final Caller caller;
    private final AccountTurn accounts;
    private final RunTakeover takeover;
    private final RunOfOrder runOfOrder;
    private final AtomicReference<Instant> nextRetention = new AtomicReference<>(Instant.EPOCH);

    /**
     * The result of a run.
     *
     * @param fault why it failed, if it has just done so
     * @param earlier the run that imported the file before, if there was nothing to do
     */
    public record Result(
            Run run,
            Optional<RunVerification.AtEnd> verified,
            Optional<Throwable> fault,
            Optional<String> earlier) {
        public Result(Run run, Optional<String> earlier) {
            this(run, Optional.empty(), Optional.empty(), earlier);
        }

        public StatusReport report() {
            return Reports.of(run);
        }

        public boolean alreadyDone() {
            return earlier.isPresent();
        }
    }

    public Imports(ProcessContext process, Caller caller) {
        this.process = process;
        this.ledger = process.ledger();
        this.caller = caller;
        this.accounts = new AccountTurn(process);
        this.takeover = new RunTakeover(process, new NextCreate(ledger, process.time()));
        this.runOfOrder = new RunOfOrder(process);
    }

    /** Ends the runs of dead processes; called when a process starts, before it has runs. */
    public Imports recoverDead() {
        takeover.recoverDead();
        return this;
    }

    /** Imports a file in a new run, or resumes an earlier run with the same content. */
    public Result start(ImportOrder order) throws IOException {
        order.expectReadable();
        try (Turn turn = turn(order.account())) {
            return turn.start(order);
        }
    }

    /** Fetches product details in a new run, or resumes an unfinished one of the same order. */
    public Result fetch(DetailsRequest order) throws IOException {
        try (Turn turn = turn(Run.lockOfDetails(order.account()))) {
            Run run = enter(order);
            ledger.runs().file(run.id(), order.file());
            return turn.runNew(run, ResumeOptions.forced(false));
        }
    }

    /** Waits until this is the only process that works for an account. */
    public Turn turn(String lock) {
        Turn turn = new Turn(lock);
        checkSettings(turn.account);
        if (accounts.take(lock, caller)) {
            turn.afterAnother();
        }
        return turn;
    }

    /** The lock of an account for the runs that wait for it; empty if another has it. */
    public Optional<Turn> turnIfFree(String lock) {
        Turn turn = new Turn(lock);
        return accounts.takeIfFree(lock, turn::afterAnother) ? Optional.of(turn) : Optional.empty();
    }

    /**
     * The lock of an account. A command takes it before it makes a run: what is refused or stopped
     * while it waits leaves no run behind.
     */
    public final class Turn implements AutoCloseable {
        private final String lock;
        private final String account;

        private Turn(String lock) {
            this.lock = lock;
            this.account = Run.accountOf(lock);
        }

        private void afterAnother() {
            takeover.nextCreate().afterAnother(account);
        }

        /** Makes the first waiting run of the account ours. */
        public Optional<Waiting> next() {
            return takeover.claimNext(lock);
        }

        public Result start(ImportOrder order) throws IOException {
            Run run = entered(order, false);
            return run.isUnfinished()
                    ? runNew(run, ResumeOptions.forced(order.force()))
                    : alreadyDone(run);
        }

        /** A run that could not start because its account is another store is deleted. */
        private Result runNew(Run run, ResumeOptions options) throws IOException {
            try {
                return perform(run, options, caller);
            } catch (UnusableAccountException e) {
                if (!run.isStaged()) {
                    discard(run);
                }
                throw e;
            }
        }

        public Result perform(Run run, ResumeOptions options, Caller own) throws IOException {
            Caller followed =
                    new Caller(own.stop(), new RunProgressListener(ledger.runs(), own.listener()));
            // An account that is not configured fails here, before the run is marked as running.
            try (RetryingClient service = new RetryingClient(process, account, followed)) {
                Run now = ledger.runs().get(run.id());
                expectUsable(now);
                if (!now.isUnfinished()) {
                    return alreadyDone(now);
                }
                service.checkToken();
                accounts.works(lock, now.id());
                if (now.isDetails()) {
                    return fetch(takeover.claim(now), service, followed);
                }
                RunContext context =
                        new RunContext(
                                takeover.claim(now),
                                process,
                                service,
                                followed,
                                ledger.book(account));
                return runFlow(context, options);
            }
        }

        @Override
        public void close() {
            accounts.release(lock);
            clean();
        }
    }

    /**
     * Adds a run with a copy of its sheet; returns a finished one that has imported the same.
     *
     * @param joins whether to return a run that waits or is under way and does the same
     */
    public Run enter(ImportOrder order, boolean joins) throws IOException {
        order.expectReadable();
        checkSettings(order.account());
        return entered(order, joins);
    }

    private Run entered(ImportOrder order, boolean joins) throws IOException {
        Run run = runOfOrder.enter(order, joins);
        ledger.takenFiles().entered(order.file(), run);
        return run;
    }

    public Result resume(Run run, ResumeOptions options) throws IOException {
        Run now = ledger.runs().get(run.id());
        expectUsable(now);
        if (!now.isUnfinished()) {
            return alreadyDone(now);
        }
        try (Turn turn = turn(now.lock())) {
            return turn.perform(now, options, caller);
        }
    }

    /** Reading the same sheet with the same options would fail again. */
    public static void expectUsable(Run run) {
        if (run.isUnusable()) {
            throw new UnusableSheetException(
                    "Run %s cannot be resumed, since its sheet cannot be used: %s. Correct that, then: stockload %s"
                            .formatted(
                                    run.id(),
                                    run.message(),
                                    run.job().equals(ImportOrder.NO_JOB)
                                            ? "import " + run.sheetName()
                                            : "run " + run.job()));
        }
    }

    /** Undoes a run in a run of its own, as planned; an undo that failed is resumed. */
    public Result undo(UndoOrder order, UndoSummary plan) throws IOException {
        Run undone = ledger.runs().require(order.run());
        if (plan.isPointlessFor(undone)) {
            throw Refusal.impossible(
                    "There is nothing to restore: what run %s sent was sold, edited or sent again since"
                            .formatted(undone.id()));
        }
        try (Turn turn = turn(undone.account())) {
            return turn.runNew(enter(order), ResumeOptions.forced(false));
        }
    }

    public Run enter(UndoOrder order) {
        Run undone = ledger.runs().require(order.run());
        checkSettings(undone.account());
        // Refuses what cannot be undone before there is a run of it.
        UndoPlan.of(ledger, undone, order.products(), process.time().instant());
        return runOfOrder.add(undone, order);
    }

    /** Sends again what the service has lost or changed, in a run of its own. */
    public Result resend(ResendOrder order) throws IOException {
        try (Turn turn = turn(order.account())) {
            return turn.runNew(enter(order), ResumeOptions.forced(false));
        }
    }

    public Run enter(ResendOrder order) {
        checkSettings(order.account());
        return runOfOrder.add(order);
    }

    public Run enter(DetailsRequest order) {
        checkSettings(order.account());
        return runOfOrder.add(order);
    }

    /** Ends a job for a person, and says so; {@code to} takes over what it has, or is null. */
    public String forgetJob(String job, String to) {
        return new ForgottenJobs(ledger).forget(job, to, now(), accounts, caller);
    }

    /**
     * Compares a whole store. While a run of it sends, and if it is stopped, this fails by a {@link
     * RunStoppedException}; called again, it continues.
     */
    public void compareStore(String account, StopSignal stop) throws IOException {
        new StoreVerification(process, new Caller(stop, RunListener.NOBODY, false, true))
                .verify(
                        account,
                        (done, products) -> {
                            if (done == 0) {
                                StoreVerification.note(ledger, account, products, null);
                            }
                        });
    }

    public Instant now() {
        return process.time().instant();
    }

    /** No run is made without settings, or if the account is another store by now. */
    private void checkSettings(String account) {
        new RetryingClient(process, account, Caller.silent()).close();
    }

    /** Throws if the account lacks settings here. */
    public void expectSet(String account) {
        process.merchants().expectSet(account);
    }

    public boolean isSet(String account) {
        return process.merchants().isSet(account);
    }

    /** Removes what is too old, if it is time: once an hour, sooner where much is left. */
    public void clean() {
        Instant due = nextRetention.get();
        Instant now = now();
        if (!now.isBefore(due)
                && !caller.stop().isAsked()
                && nextRetention.compareAndSet(due, now.plus(BETWEEN_RETENTIONS))) {
            Retention retention =
                    new Retention(process, accounts, caller.listener(), process.batch()::forget);
            if (!retention.clean()) {
                nextRetention.set(now.plus(UNTIL_MORE));
            }
        }
    }

    private void discard(Run run) throws IOException {
        ledger.runs().remove(run.id());
        RunFolder.of(process.data(), run.id()).remove();
    }

    private Result fetch(Run run, RetryingClient service, Caller followed) {
        followed.listener().onStart(run);
        try {
            ImportFlow.store(new Details(process).fetch(run, service, followed), run, ledger);
        } catch (RuntimeException e) {
            throw ImportFlow.unstored(run, e);
        }
        Run ended = ledger.runs().get(run.id());
        followed.listener().onProgress(ended);
        RunProgressListener.ended(ended);
        return new Result(ended, Optional.empty());
    }

    private Result runFlow(RunContext context, ResumeOptions options) throws IOException {
        Run run = context.run();
        RunFolder folder = context.folder();
        if (run.hasSheet()) {
            folder.sheet(run, ledger.sheets());
        }
        ImportFlow flow = new ImportFlow(context, takeover, options);
        Run ended = flow.run();
        RunProgressListener.ended(ended);
        if (flow.fault() instanceof UnusableSheetException unusable) {
            throw unusable;
        }
        RunVerification verification = new RunVerification(process, context.caller());
        return new Result(
                ended,
                verification.atEnd(ended),
                Optional.ofNullable(flow.fault()),
                Optional.empty());
    }

    public Result alreadyDone(Run run) {
        return new Result(run, Optional.of(UndoneRun.name(ledger, run)));
    }
}
