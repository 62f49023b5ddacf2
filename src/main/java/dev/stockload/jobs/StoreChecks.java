package dev.stockload.jobs;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;
import dev.stockload.runs.Caller;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Checks whole stores in the background, one at a time for each account; no run waits for one. */
public final class StoreChecks {
    private static final Logger LOG = LoggerFactory.getLogger(StoreChecks.class);

    private final ProcessContext process;
    private final Caller caller;
    private final Map<String, Check> checks = new ConcurrentHashMap<>();

    /** A check that was started in this process; {@code fault} is why it ended early, or null. */
    public record Check(int done, int products, boolean running, String fault) {}

    public StoreChecks(ProcessContext process, Caller caller) {
        this.process = process;
        this.caller = caller;
    }

    public Optional<Check> of(String account) {
        return Optional.ofNullable(checks.get(account));
    }

    /** The last check that was completed, also by another process. */
    public Optional<StoreVerification.Result> last(String account) {
        return StoreVerification.last(process.data(), account);
    }

    /** Starts a check after the sheets of a job, if the job asks for it and the last is old. */
    void after(JobDefinition job, String account) {
        Instant since = process.time().instant().minus(job.verifyEvery());
        if (job.options().verify() == VerifyMode.STORE
                && last(account).filter(check -> check.at().isAfter(since)).isEmpty()) {
            start(account);
        }
    }

    /** Starts a check, unless one is under way. */
    public void start(String account) {
        process.merchants().expectSet(account);
        Check begun = new Check(0, 0, true, null);
        Check now =
                checks.compute(
                        account,
                        (same, before) -> before != null && before.running() ? before : begun);
        if (now == begun) {
            DaemonThreads.small("store-check").newThread(() -> check(account)).start();
        }
    }

    private void check(String account) {
        try {
            new StoreVerification(process, caller)
                    .verify(
                            account,
                            (done, products) ->
                                    checks.put(account, new Check(done, products, true, null)));
            checks.put(account, new Check(0, 0, false, null));
        } catch (IOException | RuntimeException e) {
            LOG.warn("The store of account {} was not checked", account, e);
            checks.put(account, new Check(0, 0, false, FaultMessages.sentence(e)));
        }
    }
}
