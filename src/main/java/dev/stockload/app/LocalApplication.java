package dev.stockload.app;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Status;
import dev.stockload.imports.StatusQuery;
import dev.stockload.imports.Verification;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.FoundSheets;
import dev.stockload.jobs.JobAlarm;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;
import dev.stockload.jobs.Notifier;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.sheet.UnusableSheetException;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Does in this process what its caller asks for. */
public final class LocalApplication implements Application {
    /** Nobody waits long at a terminal for a server that does not answer. */
    private static final Duration TELLING = Duration.ofSeconds(5);

    private final Workspace workspace;
    private final Caller caller;
    private final Optional<ImportQueue> queue;

    private LocalApplication(Workspace workspace, Caller caller, Optional<ImportQueue> queue) {
        this.workspace = workspace;
        this.caller = caller;
        this.queue = queue;
    }

    /** For the one caller of a process, whose workspace ends with this. */
    static LocalApplication owning(Workspace workspace, Caller owner) {
        return new LocalApplication(workspace, owner, Optional.empty());
    }

    /** For one of several callers of a process that serves: imports wait in line. */
    public static LocalApplication serving(Workspace workspace, ImportQueue queue, Caller caller) {
        return new LocalApplication(workspace, caller, Optional.of(queue));
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        return queue.isPresent()
                ? await(queue.get().submit(order, caller.listener()))
                : importedAlone(order);
    }

    private Imports.Result importedAlone(ImportOrder order) throws IOException {
        try (Notifier notifier = workspace.notifier()) {
            try {
                Imports.Result result = workspace.imports().start(order).undoneSince(ledger());
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

    @Override
    public Imports.Result resume(Run run, ResumeOptions how) throws IOException {
        return queue.isPresent()
                ? await(queue.get().resume(run.id(), how, caller.listener()))
                : workspace.imports().resume(run, how);
    }

    private Imports.Result await(ImportTicket ticket) {
        caller.stop().whenAsked(ticket::stop);
        return ticket.result().join();
    }

    @Override
    public List<Run> unfinished() {
        // The newest first: what it settles, the older ones leave out.
        return workspace.imports().unfinished().stream()
                .filter(run -> queue.filter(line -> line.isGoingOn(run.id())).isEmpty())
                .sorted(Comparator.comparing(Run::number).reversed())
                .toList();
    }

    @Override
    public Optional<Run> run(String id) {
        return ledger().runs().find(id);
    }

    @Override
    public Status status(StatusQuery query) {
        Status status = Status.of(ledger(), query);
        return queue.map(line -> status.told(line::unlessResumed)).orElse(status);
    }

    @Override
    public Verification.Result verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException {
        return workspace.verification(caller).verify(run, sample, progress);
    }

    @Override
    public ChangeOperations changes() {
        return new LocalChanges(workspace, caller, queue);
    }

    @Override
    public DetailsOperations details() {
        return new LocalDetails(workspace.details(), caller.stop());
    }

    @Override
    public String account(String name) {
        return workspace.account(name);
    }

    @Override
    public List<Accounts.Known> accounts() {
        return ledger().accounts().all();
    }

    @Override
    public void moved(String account) {
        ledger().accounts().moved(account);
    }

    @Override
    public List<ApiTokens.Token> tokens() {
        return ledger().apiTokens().all();
    }

    @Override
    public Optional<String> addToken(String name, boolean readOnly) {
        return ledger().apiTokens().add(name, readOnly, Instant.now());
    }

    @Override
    public boolean removeToken(String name) {
        return ledger().apiTokens().remove(name);
    }

    @Override
    public FoundSheets sheets(JobDefinition job, boolean again) throws IOException {
        try {
            FoundSheets found =
                    new JobSheets(workspace.jobContext())
                            .take(job, workspace.account(job.account()), again);
            found.left().forEach(caller.listener()::notice);
            return found;
        } catch (IOException | RuntimeException e) {
            // Whoever asked sees it; who is to be told of the job may be somewhere else.
            try (Notifier notifier = workspace.notifier()) {
                notifier.notFetched(job, e);
            }
            throw e;
        }
    }

    @Override
    public JobSheets.Newest newest(JobDefinition job) throws IOException {
        return new JobSheets(workspace.jobContext()).newest(job);
    }

    @Override
    public List<ExpectedSheets.Missed> missed(List<JobDefinition> jobs) {
        return jobs.stream()
                .map(job -> workspace.expectations().missed(job, Instant.now()))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public List<JobAlarm> alarms(List<JobDefinition> jobs) {
        return JobAlarm.of(jobs, workspace.expectations(), Instant.now());
    }

    @Override
    public JobSheets.Look look(JobDefinition job) throws IOException {
        return new JobSheets(workspace.jobContext()).look(job, workspace.account(job.account()));
    }

    @Override
    public void deliverNotifications() {
        try (Notifier notifier = workspace.notifier()) {
            notifier.finish(TELLING);
        }
    }

    @Override
    public void doing(String what) throws IOException {
        workspace.doing(what);
    }

    private Ledger ledger() {
        return workspace.ledger();
    }

    @Override
    public void close() {
        if (queue.isEmpty()) {
            workspace.close();
        }
    }
}
