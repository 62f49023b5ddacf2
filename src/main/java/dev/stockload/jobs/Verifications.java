package dev.stockload.jobs;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ProductProgress;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * Compares runs and whole stores with the service in the background, each one at a time; no run
 * waits for that.
 */
public final class Verifications {
    private static final Logger LOG = LoggerFactory.getLogger(Verifications.class);
    private static final int RUNS_AT_ONCE = 2;
    private static final int MOST_KEPT = 100;

    private final ProcessContext process;
    private final Caller caller;
    private final Map<String, Check> checks = new ConcurrentHashMap<>();
    private final Executor ofRuns =
            Executors.newFixedThreadPool(RUNS_AT_ONCE, new DaemonThreads("verify"));

    /**
     * A comparison that this process has started.
     *
     * @param result of a run; null before its end
     * @param failure why it ended early; null if it did not
     */
    public record Check(
            int done,
            int products,
            boolean running,
            VerifyResult result,
            RuntimeException failure) {
        public String fault() {
            return failure == null ? null : FaultMessages.sentence(failure);
        }
    }

    public Verifications(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    public Optional<Check> ofStore(String account) {
        return Optional.ofNullable(checks.get("store " + account));
    }

    public Optional<Check> ofRun(String run) {
        return Optional.ofNullable(checks.get(run));
    }

    /** The last check of a store that was completed, also by another process. */
    public Optional<VerifyResult> last(String account) {
        return StoreVerification.last(process.ledger(), account);
    }

    /** Starts a check after the sheets of a job, if the job asks for it and the last is old. */
    void after(JobDefinition job, String account) {
        Instant since = process.time().instant().minus(job.verifyEvery());
        if (job.options().verify() == VerifyMode.STORE
                && last(account).filter(check -> check.at().isAfter(since)).isEmpty()) {
            start(account);
        }
    }

    /** Starts a check of a store, unless one is under way. */
    public void start(String account) {
        process.merchants().expectSet(account);
        start(
                "store " + account,
                work -> DaemonThreads.small("store-check").newThread(work).start(),
                progress -> {
                    new StoreVerification(process, caller).verify(account, progress);
                    return null;
                });
    }

    /** Starts to compare a run, unless that is under way. */
    public synchronized void start(Run run, OptionalInt sample) {
        if (checks.size() >= MOST_KEPT && !checks.values().removeIf(each -> !each.running())) {
            throw new Refusal(
                    Refusal.Kind.TOO_MANY, "Too many runs are being verified; try again later");
        }
        start(
                run.id(),
                ofRuns,
                progress -> new RunVerification(process, caller).verify(run, sample, progress));
    }

    private void start(
            String subject, Executor executor, IOFunction<ProductProgress, VerifyResult> work) {
        Check begun = new Check(0, 0, true, null, null);
        Check now =
                checks.compute(
                        subject,
                        (same, before) -> before != null && before.running() ? before : begun);
        if (now == begun) {
            executor.execute(() -> checks.put(subject, ended(subject, work)));
        }
    }

    private Check ended(String subject, IOFunction<ProductProgress, VerifyResult> work) {
        try {
            VerifyResult result =
                    work.apply(
                            (done, products) ->
                                    checks.put(
                                            subject, new Check(done, products, true, null, null)));
            return new Check(0, 0, false, result, null);
        } catch (IOException | RuntimeException e) {
            LOG.warn("{} was not compared", subject, e);
            return new Check(0, 0, false, null, FaultMessages.unchecked(e));
        }
    }
}
