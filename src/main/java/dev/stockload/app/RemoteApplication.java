package dev.stockload.app;

import static dev.stockload.app.ApiClient.path;

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
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.DataFolderLock;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Hands work to the process that serves, through its HTTP interface, and hears how it goes on. */
public final class RemoteApplication implements Application {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    /** On a busy machine a process that serves needs some ten seconds until it listens. */
    private static final int LOOKS = 100;

    private final Path data;
    private final ApiClient api;
    private final RunListener listener;

    /** A token to be made. */
    public record NewToken(String name, boolean readOnly) {}

    private RemoteApplication(Path data, ApiClient api, RunListener listener) {
        this.data = data;
        this.api = api;
        this.listener = listener;
    }

    /** The process that serves this data folder; one that has just begun to is waited for. */
    static Optional<RemoteApplication> await(Path data, Caller caller) throws IOException {
        StopSignal stop = caller.stop();
        for (int look = 0;
                look < LOOKS && DataFolderLock.isTaken(data) && !stop.isAsked();
                look++) {
            Optional<RemoteApplication> served = find(data, caller);
            if (served.isPresent() || !DataFolderLock.owner(data).startsWith(FolderClaim.SERVE)) {
                return served;
            }
            Time.real().rest(BETWEEN_LOOKS, stop);
        }
        return Optional.empty();
    }

    /** The process that serves this data folder, where there is one and it answers. */
    public static Optional<RemoteApplication> find(Path data, Caller caller) {
        Optional<ServeFile> server = ServeFile.read(data);
        if (server.isEmpty()) {
            return Optional.empty();
        }
        ApiClient api = new ApiClient(server.get(), caller.stop());
        RemoteApplication served = new RemoteApplication(data, api, caller.listener());
        try {
            served.accounts();
            return Optional.of(served);
        } catch (IOException | JacksonException | RunFailedException e) {
            return Optional.empty();
        }
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        // What is a path here may be none where the other process is.
        return follow(
                "/api/local/imports", order.forFile(order.file().toAbsolutePath().normalize()));
    }

    @Override
    public Imports.Result resume(Run run, ResumeOptions how) throws IOException {
        return follow(path("/api/local/runs/%s/resume", run.id()), how);
    }

    private Imports.Result follow(String path, Object order) throws IOException {
        return api.follow(path, order, this::tell, Imports.Result.class).in(data);
    }

    private void tell(WorkEvents.Event event, JsonNode told) {
        switch (event) {
            case BEGINS -> listener.begins(run(told));
            case READS -> listener.reads(told.get("rows").asInt());
            case SENDS -> listener.sends(run(told));
            case GOES_ON -> listener.goesOn(run(told));
            case NOTICE -> listener.notice(told.get("sentence").asString());
            default -> throw new IllegalStateException("No import tells of " + event);
        }
    }

    private static Run run(JsonNode told) {
        return ApiClient.JSON.treeToValue(told, Run.class);
    }

    @Override
    public List<Run> unfinished() throws IOException {
        return List.of(api.get("/api/local/runs/unfinished", Run[].class));
    }

    @Override
    public Optional<Run> run(String id) throws IOException {
        return Optional.ofNullable(api.get(path("/api/local/runs/%s", id), Run.class));
    }

    @Override
    public Status status(StatusQuery query) throws IOException {
        return api.post("/api/local/status", query, Status.class);
    }

    @Override
    public Verification.Result verify(Run run, OptionalInt sample, ProductProgress progress)
            throws IOException {
        return api.follow(
                        path("/api/runs/%s/verify", run.id())
                                + (sample.isPresent() ? "?sample=" + sample.getAsInt() : ""),
                        null,
                        RemoteChanges.telling(progress, this::tell),
                        Verification.Result.class)
                .in(data);
    }

    @Override
    public ChangeOperations changes() {
        return new RemoteChanges(data, api, this::tell);
    }

    @Override
    public DetailsOperations details() {
        return new RemoteDetails(api);
    }

    @Override
    public String account(String name) throws IOException {
        return api.get(path("/api/accounts/%s", name), JsonNode.class).get("key").asString();
    }

    @Override
    public List<Accounts.Known> accounts() throws IOException {
        return List.of(api.get("/api/accounts", Accounts.Known[].class));
    }

    @Override
    public void moved(String account) throws IOException {
        api.post(path("/api/local/accounts/%s/moved", account), null, Void.class);
    }

    @Override
    public List<ApiTokens.Token> tokens() throws IOException {
        return List.of(api.get("/api/local/tokens", ApiTokens.Token[].class));
    }

    @Override
    public Optional<String> addToken(String name, boolean readOnly) throws IOException {
        return Optional.ofNullable(
                        api.post("/api/local/tokens", new NewToken(name, readOnly), JsonNode.class))
                .map(told -> told.get("token").asString(null));
    }

    @Override
    public boolean removeToken(String name) throws IOException {
        return api.delete(path("/api/local/tokens/%s", name));
    }

    @Override
    public FoundSheets sheets(JobDefinition job, boolean again) throws IOException {
        String path = path("/api/local/jobs/%s/sheets", job.name()) + "?again=" + again;
        FoundSheets found = api.post(path, null, FoundSheets.class);
        found.left().forEach(listener::notice);
        return found;
    }

    @Override
    public JobSheets.Newest newest(JobDefinition job) throws IOException {
        return api.post(
                path("/api/local/jobs/%s/newest", job.name()), null, JobSheets.Newest.class);
    }

    @Override
    public List<ExpectedSheets.Missed> missed(List<JobDefinition> jobs) throws IOException {
        List<String> names = jobs.stream().map(JobDefinition::name).toList();
        return List.of(api.post("/api/local/jobs/missed", names, ExpectedSheets.Missed[].class));
    }

    @Override
    public List<JobAlarm> alarms(List<JobDefinition> jobs) throws IOException {
        List<String> names = jobs.stream().map(JobDefinition::name).toList();
        return List.of(api.post("/api/local/jobs/alarms", names, JobAlarm[].class));
    }

    @Override
    public JobSheets.Look look(JobDefinition job) throws IOException {
        return api.get(path("/api/local/jobs/%s/look", job.name()), JobSheets.Look.class);
    }

    @Override
    public void doing(String what) {
        // The process that serves tells what it does.
    }

    @Override
    public void close() {
        // Nothing is held open between two questions.
    }
}
