package dev.stockload.jobs;

import dev.stockload.compare.ProductProgress;
import dev.stockload.imports.change.StoreVerification;
import dev.stockload.process.DaemonThreads;
import dev.stockload.process.FaultMessages;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Checks of whole stores in the background, one at a time for each account. */
public final class StoreChecks {
    private static final Logger LOG = LoggerFactory.getLogger(StoreChecks.class);

    private final Verifier verifier;
    private final Map<String, Check> checks = new ConcurrentHashMap<>();

    /** Compares the store of an account with what it accepted. */
    public interface Verifier {
        StoreVerification.Result verify(String account, ProductProgress progress)
                throws IOException;
    }

    /**
     * A check that was started in this process.
     *
     * @param done how many products were read
     * @param fault why it ended early; null if it did not
     */
    public record Check(int done, int products, boolean running, String fault) {}

    public StoreChecks(Verifier verifier) {
        this.verifier = verifier;
    }

    /** The check of an account that was started last in this process. */
    public Optional<Check> of(String account) {
        return Optional.ofNullable(checks.get(account));
    }

    /** Starts a check, unless one is under way. */
    public void start(String account, Consumer<StoreVerification.Result> whenDone) {
        Check begun = new Check(0, 0, true, null);
        Check now =
                checks.compute(
                        account,
                        (same, before) -> before != null && before.running() ? before : begun);
        if (now == begun) {
            DaemonThreads.small("store-check").newThread(() -> check(account, whenDone)).start();
        }
    }

    private void check(String account, Consumer<StoreVerification.Result> whenDone) {
        try {
            StoreVerification.Result result =
                    verifier.verify(
                            account,
                            (done, products) ->
                                    checks.put(account, new Check(done, products, true, null)));
            checks.remove(account);
            whenDone.accept(result);
        } catch (IOException | RuntimeException e) {
            LOG.warn("The store of account {} was not checked", account, e);
            checks.put(account, new Check(0, 0, false, FaultMessages.sentence(e)));
        }
    }
}
