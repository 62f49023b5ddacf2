package dev.stockload.web.api;

import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.WebContext;

import org.springframework.stereotype.Component;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Compares runs with the service for programs, in the background, two at a time. */
@Component
final class VerifiedRuns {
    private static final int AT_ONCE = 2;
    private static final int MOST_KEPT = 100;

    private final RunVerification verification;
    private final Map<String, Future<VerifyResult>> results = new HashMap<>();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("verify"));

    VerifiedRuns(WebContext options) {
        this.verification =
                new RunVerification(options.workspace().process(), options.workspace().caller());
    }

    /** The result of a run, of which the comparison may be under way. */
    synchronized Optional<Future<VerifyResult>> of(String run) {
        return Optional.ofNullable(results.get(run));
    }

    /** Starts to compare a run, unless that is under way. */
    synchronized void start(Run run, OptionalInt sample) {
        if (results.size() >= MOST_KEPT && !results.values().removeIf(Future::isDone)) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many runs are being verified; try again later");
        }
        if (of(run.id()).filter(each -> !each.isDone()).isEmpty()) {
            results.put(
                    run.id(),
                    threads.submit(() -> verification.verify(run, sample, (done, products) -> {})));
        }
    }
}
