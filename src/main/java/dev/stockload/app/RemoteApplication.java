package dev.stockload.app;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Status;
import dev.stockload.imports.Verification;
import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.Run;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;

import tools.jackson.core.JacksonException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Hands work to the process that serves, and shows how it goes on there. */
public final class RemoteApplication implements Application {
    private final Path data;
    private final Line line;
    private final RunListener listener;

    private RemoteApplication(Path data, Line line, RunListener listener) {
        this.data = data;
        this.line = line;
        this.listener = listener;
    }

    /** The process that serves this data folder, where there is one and it answers. */
    public static Optional<RemoteApplication> find(
            Path data, StopSignal stop, RunListener listener) {
        try {
            Wire.Address address =
                    Wire.JSON.readValue(
                            Files.readAllBytes(data.resolve(Wire.FILE)), Wire.Address.class);
            RemoteApplication desk = new RemoteApplication(data, new Line(address, stop), listener);
            desk.unfinished();
            return Optional.of(desk);
        } catch (IOException | JacksonException | RunFailedException e) {
            return Optional.empty();
        }
    }

    @Override
    public Imports.Result start(ImportOrder order) throws IOException {
        // What is a path here may be none where the other process is.
        return follow("/import", order.forFile(order.file().toAbsolutePath().normalize()));
    }

    @Override
    public Imports.Result resume(Run run, ResumeOptions how) throws IOException {
        return follow("/resume", new Wire.Resume(run.id(), how));
    }

    private Imports.Result follow(String path, Object order) throws IOException {
        return line.ask(path, order, Listeners.of(listener), Imports.Result.class).in(data);
    }

    @Override
    public List<Run> unfinished() throws IOException {
        return List.of(line.ask("/unfinished", "", Run[].class));
    }

    @Override
    public Optional<Run> run(String id) throws IOException {
        return Optional.ofNullable(line.ask("/run", id, Run.class));
    }

    @Override
    public Verification.Result verify(Run run, OptionalInt sample, Verification.Progress progress)
            throws IOException {
        return line.ask(
                        "/verify",
                        new Wire.Verify(run.id(), sample),
                        Listeners.of(listener, progress),
                        Verification.Result.class)
                .in(data);
    }

    @Override
    public DetailsOperations details() {
        return new RemoteDetails(line);
    }

    public Status status() throws IOException {
        return line.ask("/status", "", Status.class);
    }

    @Override
    public String account(String name) throws IOException {
        return line.ask("/account", name, String.class);
    }

    @Override
    public List<ApiTokens.Token> tokens() throws IOException {
        return List.of(line.ask("/tokens", "", ApiTokens.Token[].class));
    }

    @Override
    public Optional<String> addToken(String name, boolean readOnly) throws IOException {
        return Optional.ofNullable(
                line.ask("/tokens/add", new Wire.NewToken(name, readOnly), String.class));
    }

    @Override
    public boolean removeToken(String name) throws IOException {
        return line.ask("/tokens/remove", name, Boolean.class);
    }

    @Override
    public List<Accounts.Known> accounts() throws IOException {
        return List.of(line.ask("/accounts", "", Accounts.Known[].class));
    }

    @Override
    public void moved(String account) throws IOException {
        line.ask("/accounts/moved", account, Boolean.class);
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
