package dev.stockload.web.api;

import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.WebContext;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The HTTP interface for comparing runs with the service, in the background, two at a time. */
@RestController
@RequestMapping(path = "/api/runs/{id}/verify", produces = MediaType.APPLICATION_JSON_VALUE)
final class ApiVerification {
    private static final int AT_ONCE = 2;
    private static final int MOST_KEPT = 100;

    private final WebContext context;
    private final Map<String, Future<VerifyResult>> results = new ConcurrentHashMap<>();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("verify"));

    ApiVerification(WebContext context) {
        this.context = context;
    }

    /** Starts to compare a run, unless that is under way. */
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    synchronized void verify(@PathVariable String id, @RequestParam Optional<Integer> sample) {
        Run run = context.run(id);
        if (sample.filter(products -> products < 1).isPresent()) {
            throw Refusal.badRequest(
                    "sample is %d, but a sample has one product or more".formatted(sample.get()));
        }
        if (results.size() >= MOST_KEPT && !results.values().removeIf(Future::isDone)) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many runs are being verified; try again later");
        }
        Future<VerifyResult> before = results.get(id);
        if (before == null || before.isDone()) {
            OptionalInt products = sample.map(OptionalInt::of).orElse(OptionalInt.empty());
            RunVerification verification =
                    new RunVerification(
                            context.workspace().process(), context.workspace().caller());
            results.put(
                    id,
                    threads.submit(() -> verification.verify(run, products, (done, all) -> {})));
        }
    }

    /** Accepted and without a body as long as the run is being compared. */
    @GetMapping
    ResponseEntity<VerifyResult> verified(@PathVariable String id) throws InterruptedException {
        Future<VerifyResult> check = results.get(context.run(id).id());
        if (check == null) {
            throw Refusal.notFound(
                    "Run %s has not been verified since Stockload was started".formatted(id));
        }
        try {
            return check.isDone()
                    ? ResponseEntity.ok(check.get())
                    : ResponseEntity.accepted().build();
        } catch (ExecutionException e) {
            throw FaultMessages.unchecked((Exception) e.getCause());
        }
    }
}
