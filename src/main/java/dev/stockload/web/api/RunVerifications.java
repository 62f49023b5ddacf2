package dev.stockload.web.api;

import dev.stockload.app.Workspace;
import dev.stockload.imports.change.RunVerification.Result;
import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.ConsoleOptions;

import org.springframework.stereotype.Component;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Compares runs with the service in the background; the last results are kept until the end. */
@Component
final class RunVerifications {
    private static final int AT_ONCE = 2;
    private static final int MOST_KEPT = 100;

    private final Workspace workspace;
    private final Map<String, CompletableFuture<Result>> byRun = new LinkedHashMap<>();
    private final Executor workers =
            Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("verify"));

    RunVerifications(ConsoleOptions options) {
        this.workspace = options.workspace();
    }

    /** Starts a comparison, unless one of the run is under way. */
    synchronized void start(Run run, OptionalInt sample) {
        CompletableFuture<Result> before = byRun.get(run.id());
        if (before != null && !before.isDone()) {
            return;
        }
        if (byRun.size() >= MOST_KEPT && !byRun.values().removeIf(CompletableFuture::isDone)) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many runs are being verified; try again later");
        }
        byRun.put(run.id(), CompletableFuture.supplyAsync(() -> result(run, sample), workers));
    }

    private Result result(Run run, OptionalInt sample) {
        try {
            return workspace.verify(run, sample, (done, all) -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The result of the last comparison of a run; empty while it is under way. */
    synchronized Optional<Result> of(String run) {
        CompletableFuture<Result> last = byRun.get(run);
        if (last == null) {
            throw Refusal.notFound(
                    "Run %s has not been verified since Stockload was started".formatted(run));
        }
        try {
            return Optional.ofNullable(last.getNow(null));
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException why ? why : e;
        }
    }
}
