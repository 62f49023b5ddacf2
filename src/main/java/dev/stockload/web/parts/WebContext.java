package dev.stockload.web.parts;

import dev.stockload.app.Workspace;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.JobRuns.EnteredSheets;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What the pages and the HTTP interface work with, and the address of the web server. */
public record WebContext(
        ConsoleAddress address,
        Workspace workspace,
        ImportQueue queue,
        JobFolder jobs,
        InstantSource clock) {
    /** Who asked for a run that was started in the browser. */
    public static final String CONSOLE = "console";

    /** How long a page waits for the service; a request in flight then has some seconds more. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    public Path data() {
        return workspace.data();
    }

    /** Asks the service for a person who waits: at once or not, and not for long. */
    public <T> T fromService(Function<Caller, T> work) {
        try {
            return work.apply(caller(LONGEST));
        } catch (RunStoppedException e) {
            throw RunFailedException.ofService(
                    "The merchant service needs more than %d s for this. Try again, or in a terminal"
                            .formatted(LONGEST.toSeconds()),
                    true);
        }
    }

    /** A caller that is stopped after some time. */
    static Caller caller(Duration longest) {
        StopSignal limit = new StopSignal();
        CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS)
                .execute(limit::ask);
        return new Caller(limit, RunListener.NOBODY).withoutRetries();
    }

    public Ledger ledger() {
        return workspace.ledger();
    }

    public Run run(String id) {
        return ledger().runs()
                .find(id)
                .filter(run -> !run.isDetails())
                .orElseThrow(() -> Refusal.notFound("There is no run " + id));
    }

    /** A run as people see it. */
    public Run seen(String id) {
        return ledger().seen(run(id));
    }

    public StatusReport report(String run) {
        return Reports.of(seen(run));
    }

    public JobDefinition job(String name) {
        if (!jobs.contains(name)) {
            throw Refusal.notFound("There is no job " + name);
        }
        return jobs.find(name);
    }

    /** Begins a run of a job for someone who asks; its file can only be a late sheet of it. */
    public void begin(JobDefinition job, JobRuns.Options asked, EnteredSheets sheets)
            throws IOException {
        queue.expectOpen();
        asked.file()
                .ifPresent(
                        file ->
                                workspace
                                        .expectedSheets()
                                        .sheets(job)
                                        .expectListed(file, clock.instant()));
        workspace.jobRuns().begin(job, asked, sheets);
    }

    public Path file(String run, String name) {
        return RunFolder.of(data(), run(run).id())
                .file(name)
                .orElseThrow(() -> Refusal.notFound("Run %s has no file %s".formatted(run, name)));
    }

    public VerifyResult storeCheck(String account) {
        return StoreVerification.last(workspace.ledger(), workspace.account(account))
                .orElseThrow(() -> Refusal.notFound("The store was not checked yet"));
    }

    public List<String> accounts() {
        return workspace.settings().accountNames();
    }
}
