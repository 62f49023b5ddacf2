package dev.stockload.imports;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.check.StatusReport;
import dev.stockload.imports.change.Undo;
import dev.stockload.imports.change.Verification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.enter.EarlierImportWords;
import dev.stockload.imports.enter.RunOfOrder;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResumeOptions;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.RunContext;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFiles;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunSnapshotListener;
import dev.stockload.imports.send.CrashRecovery;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.LockWait;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.service.AccountCheck;
import dev.stockload.service.CreatePace;
import dev.stockload.service.Merchants;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.UnusableAccountException;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Starts and resumes runs: the door to the whole flow. Its owner holds the data folder, so that a
 * run which looks alive in the ledger is not.
 */
public final class Imports {
    private final ProcessContext process;
    private final Ledger ledger;
    private final Merchants merchants;
    private final Time time;
    private final StopSignal stop;
    private final RunListener listener;
    private final AccountTurn accounts;
    private final CreatePace pace;
    private final CrashRecovery recovery;
    private final RunOfOrder runOfOrder;

    /**
     * What became of an order.
     *
     * @param rejects the file with the rows that were rejected or held
     * @param verified what reading back has shown, where the definition asks for it
     * @param earlier what is to be known where the file had been imported before, and nothing was
     *     to do
     */
    public record Result(
            Run run,
            StatusReport report,
            Optional<Path> rejects,
            Optional<VerifyResult> verified,
            Optional<EarlierImportWords> earlier) {
        /** Whether the file had been imported before, and nothing was to do. */
        public boolean alreadyDone() {
            return earlier.isPresent();
        }

        private Result with(Optional<VerifyResult> shown) {
            return new Result(run, report, rejects, shown, earlier);
        }
    }

    public Imports(
            ProcessContext process, Merchants merchants, StopSignal stop, RunListener listener) {
        this.process = process;
        this.ledger = process.ledger();
        this.time = process.time();
        this.merchants = merchants;
        this.stop = stop;
        this.listener = listener;
        this.accounts = new AccountTurn(process, AccountTurn.Work.SEND);
        this.pace = new CreatePace(ledger, time);
        this.recovery = new CrashRecovery(process, pace);
        this.runOfOrder = new RunOfOrder(process);
        recovery.recoverDead();
    }

    /**
     * Imports a file: anew, or from where an earlier run over the same content ended.
     *
     * @throws UnusableSheetException where the file is no stock sheet
     */
    public Result start(ImportOrder order) throws IOException {
        Run run = enter(order);
        return run.isUnfinished()
                ? goNew(run, ResumeOptions.forced(order.force()))
                : result(run, true);
    }

    /**
     * Enters a sheet in the ledger as the newest of its account, with a copy that nobody changes,
     * and takes note of its file, whichever way it came.
     *
     * @return its run; a finished one where that has imported just this
     */
    public Run enter(ImportOrder order) throws IOException {
        return enter(order, List.of());
    }

    /**
     * The same, where a run may be under way that does it.
     *
     * @param underWay runs that send all of their sheets
     */
    public Run enter(ImportOrder order, List<Run> underWay) throws IOException {
        order.sheetFile().expectReadable();
        checkSettings(order.account());
        Run run = found(order, underWay);
        ledger.sourceFiles().entered(order.file(), run);
        return run;
    }

    private Run found(ImportOrder order, List<Run> underWay) throws IOException {
        String content = RunFolder.hash(order.file());
        Optional<Run> done =
                order.among(underWay, content).or(() -> runOfOrder.finished(order, content));
        return done.isPresent() ? done.get() : runOfOrder.enter(order);
    }

    /**
     * A run that is about to wait for its turn. One that was never read is ours from now on and
     * shown as going on; another stands as it ended before.
     */
    public Run awaiting(Run run) {
        if (run.isStaged()) {
            return run;
        }
        Run waiting = recovery.claimIfFree(run).orElse(run);
        RunSnapshotListener.snapshot(process.data(), waiting);
        return waiting;
    }

    /** Goes on with a run that failed, was stopped or was cut off. */
    public Result resume(Run run, ResumeOptions how) throws IOException {
        return resume(run, how, stop, listener);
    }

    /** Goes on with a run that has its own way to be stopped and watched. */
    public Result resume(Run run, ResumeOptions how, StopSignal ownStop, RunListener ownListener)
            throws IOException {
        Run now = ledger.runs().get(run.id());
        expectUsable(now);
        return now.isUnfinished() ? go(now, how, ownStop, ownListener) : result(now, true);
    }

    /** To read the same sheet the same way once more would end the same way. */
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

    /**
     * Brings back what was there before a run, as a run of its own; one that failed goes on.
     *
     * @throws UnusableSheetException where the run cannot be undone
     */
    public Result undo(UndoOrder order) throws IOException {
        return goNew(enter(order), ResumeOptions.forced(false));
    }

    /** Enters the run that undoes another, as the newest of its account. */
    public Run enter(UndoOrder order) {
        Run undone = Undo.find(ledger, order.run());
        Undo.expectRecent(undone, time.instant());
        checkSettings(undone.account());
        Undo.done(ledger, undone, order.products());
        return runOfOrder.add(undone, order);
    }

    /** The runs that can be resumed, oldest first. */
    public List<Run> unfinished() {
        return ledger.runs().unfinished();
    }

    /** What was imported says nothing where the account is another store by now. */
    private void checkSettings(String account) {
        if (AccountCheck.isNeeded(ledger, account)) {
            try (Merchant merchant = merchants.open(account)) {
                new AccountCheck(ledger, merchant.account()).checkSettings();
            }
        }
    }

    /** A run that never began, since its account is another store, never was. */
    private Result goNew(Run run, ResumeOptions how) throws IOException {
        try {
            return go(run, how, stop, listener);
        } catch (UnusableAccountException e) {
            if (!run.isStaged()) {
                discard(run);
            }
            throw e;
        }
    }

    private void discard(Run run) throws IOException {
        ledger.runs().forget(run.id());
        ledger.sheets().drop(run.id());
        RunFolder.of(process.data(), run.id()).remove();
    }

    private Result go(Run run, ResumeOptions how, StopSignal ownStop, RunListener ownListener)
            throws IOException {
        if (accounts.take(run.account(), new LockWait(time, ownStop, ownListener::notice))) {
            pace.afterAnother(run.account());
        }
        // An account that is not set fails here, before the run is marked as running.
        try (Merchant merchant = merchants.open(run.account())) {
            Run now = ledger.runs().get(run.id());
            if (!now.isUnfinished()) {
                return result(now, true);
            }
            RunListener noting = new RunSnapshotListener(process.data(), ownListener);
            RetryingClient service =
                    new RetryingClient(merchant, time, ownStop, noting).endingWithStop();
            AccountCheck check = new AccountCheck(ledger, merchant.account());
            check.checkSettings();
            check.checkToken(service);
            return perform(
                    new RunContext(recovery.claim(now), process, service, ownStop, noting), how);
        } finally {
            accounts.release(run.account());
        }
    }

    private Result perform(RunContext context, ResumeOptions how) throws IOException {
        Run run = context.run();
        RunFolder folder = context.folder();
        if (!run.isUndo() && !Files.exists(folder.sheet(run.file()))) {
            ledger.sheets().fetch(run.id(), folder.sheet(run.file()));
        }
        Run ended = new ImportFlow(context, recovery, pace, how).run();
        RunSnapshotListener.ended(ended);
        Verification verification =
                new Verification(process, merchants, context.stop(), context.listener());
        return result(ended, false)
                .with(VerifyResult.after(ended, verification, context.listener()));
    }

    /** What became of a run that was entered. */
    public Result result(Run run, boolean alreadyDone) {
        return new Result(
                run,
                Reports.of(run),
                RunFiles.of(process.data(), run.id()).rejects(),
                Optional.empty(),
                alreadyDone ? Optional.of(EarlierImportWords.of(ledger, run)) : Optional.empty());
    }
}
