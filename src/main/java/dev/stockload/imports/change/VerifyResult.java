package dev.stockload.imports.change;

import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.VerifyMode;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunState;

import java.io.IOException;
import java.util.Optional;

/**
 * The result of verifying at the end of a run whose job asks for it.
 *
 * @param result empty if the service could not be read
 * @param failure why not; otherwise null
 */
public record VerifyResult(Optional<RunVerification.Result> result, String failure) {
    /** Verifies a run if it is finished and its job asks for that. */
    public static Optional<VerifyResult> after(
            Run run, RunVerification verification, RunListener listener) {
        VerifyMode mode = RunOptions.read(run.options()).verify();
        if (run.state() != RunState.COMPLETED
                || mode == VerifyMode.NONE
                || mode == VerifyMode.STORE) {
            return Optional.empty();
        }
        listener.notice("Reading back what was sent");
        try {
            return Optional.of(
                    new VerifyResult(
                            Optional.of(verification.verify(run, mode.sample(), (done, all) -> {})),
                            null));
        } catch (IOException | RunFailedException e) {
            // Everything was sent: that somebody has to verify again is not a failure of the
            // run.
            return Optional.of(new VerifyResult(Optional.empty(), e.getMessage()));
        }
    }
}
