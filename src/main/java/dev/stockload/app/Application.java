package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.details.Details;
import dev.stockload.details.DetailsOrder;
import dev.stockload.imports.DiffOrder;
import dev.stockload.imports.DiffSummary;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.UndoOrder;
import dev.stockload.imports.UndoSummary;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.FoundSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.jobs.Notifier;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.sheet.UnusableSheetException;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What Stockload can do, for one caller. */
public final class Application implements AutoCloseable {
    /** Nobody waits long at a terminal for a server that does not answer. */
    private static final Duration TELLING = Duration.ofSeconds(5);

    private final Workspace workspace;
    private final Caller caller;

    /** For one of several callers in a workspace that somebody else closes. */
    public Application(Workspace workspace, Caller caller) {
        this.workspace = workspace;
        this.caller = caller;
    }

    /**
     * Opens a workspace for one caller, which ends with this.
     *
     * @param err for what has to be said before the work begins
     */
    public static Application open(
            Settings settings, FolderClaim claim, Caller caller, PrintWriter err)
            throws IOException {
        return new Application(Workspace.open(settings, claim, caller, err), caller);
    }

    public Ledger ledger() {
        return workspace.ledger();
    }

    public Imports.Result start(ImportOrder order) throws IOException {
        try (Notifier notifier = workspace.notifier()) {
            try {
                Imports.Result result = workspace.imports().start(order);
                if (result.alreadyDone()) {
                    notifier.alreadyImported(order, result.run());
                }
                return result;
            } catch (UnusableSheetException e) {
                notifier.unusable(order, e.getMessage());
                throw e;
            }
        }
    }

    public Imports.Result resume(Run run, ResumeOptions how) throws IOException {
        return workspace.imports().resume(run, how);
    }

    /**
     * The runs that can be resumed and that nobody works on, the newest first: what it settles, the
     * older ones leave out.
     */
    public List<Run> unfinished() {
        return workspace.imports().unfinished().stream()
                .filter(
                        run ->
                                run.state() != RunState.RUNNING
                                        || !ledger().owners().isAlive(run.owner()))
                .sorted(Comparator.comparing(Run::number).reversed())
                .toList();
    }

    /**
     * Reads back what a run sent, of all its products or of so many that chance picks; the result
     * holds the first lines that are not equal.
     */
    public Verification.Result verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException {
        return workspace.verification(caller).verify(run, sample, progress);
    }

    /** What an import would change; it sends nothing. */
    public DiffSummary diff(DiffOrder order, ProductProgress progress) throws IOException {
        return workspace.diffs(caller).show(order, progress);
    }

    /** What an undo would bring back; it sends nothing. */
    public UndoSummary plan(UndoOrder order, ProductProgress progress) {
        return UndoSummary.of(workspace.undo(caller).plan(order, progress));
    }

    /** Brings back what was there before a run, as a run of its own. */
    public Imports.Result undo(UndoOrder order) throws IOException {
        return workspace.imports().undo(order);
    }

    public Details details() {
        return workspace.details();
    }

    public Details.Result fetch(DetailsOrder order, Details.Progress progress) {
        return details().fetch(order, caller.stop(), progress);
    }

    public Details.Result resume(DetailRun run, Details.Progress progress) {
        return details().resume(run, caller.stop(), progress);
    }

    /** The name by which the ledger knows an account. */
    public String account(String name) {
        return workspace.account(name);
    }

    /** The sheets of a job that are to be imported now, fetched where they come from elsewhere. */
    public FoundSheets sheets(JobDefinition job, boolean again) throws IOException {
        try (Notifier notifier = workspace.notifier()) {
            FoundSheets found = notifier.take(job, workspace.account(job.account()), again);
            found.left().forEach(caller.listener()::notice);
            return found;
        }
    }

    /** The newest sheet of a job as it is now; nothing is noted. */
    public JobSheets.Newest newest(JobDefinition job) throws IOException {
        return jobSheets().newest(job);
    }

    /** Looks at the source of a job, and takes nothing. */
    public JobSheets.Look look(JobDefinition job) throws IOException {
        return jobSheets().look(job, workspace.account(job.account()));
    }

    private JobSheets jobSheets() {
        return new JobSheets(workspace.jobContext());
    }

    /** The sheets that were expected of these jobs by now and are not there. */
    public List<ExpectedSheets.Missed> missed(List<JobDefinition> jobs) {
        return jobs.stream()
                .map(job -> workspace.expectations().missed(job, Instant.now()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Delivers what there is to tell of runs, for a little while; what is left is kept. */
    public void deliverNotifications() {
        try (Notifier notifier = workspace.notifier()) {
            notifier.finish(TELLING);
        }
    }

    /** Tells those who wait for us what we do now. */
    public void doing(String what) throws IOException {
        workspace.doing(what);
    }

    /** What went wrong, with what is known of it here. */
    public RuntimeException explained(RuntimeException fault) {
        return workspace.explained(fault);
    }

    @Override
    public void close() {
        workspace.close();
    }
}
