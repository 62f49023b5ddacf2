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
 * What reading back has shown at the end of a run whose definition asks for it.
 *
 * @param result empty where the service could not be read
 * @param failure why it could not; null where it could
 */
public record VerifyResult(Optional<Verification.Result> result, String failure) {
    /** Reads a run back, if it is finished and its definition asks for that. */
    public static Optional<VerifyResult> after(
            Run run, Verification verification, RunListener listener) {
        VerifyMode mode = RunOptions.read(run.options()).verify();
        if (run.state() != RunState.COMPLETED || mode == VerifyMode.NONE) {
            return Optional.empty();
        }
        listener.notice("Reading back what was sent");
        try {
            return Optional.of(
                    new VerifyResult(
                            Optional.of(verification.verify(run, mode.sample(), (done, all) -> {})),
                            null));
        } catch (IOException | RunFailedException e) {
            // All is sent, and stays so: that somebody has to look again is no failure of the run.
            return Optional.of(new VerifyResult(Optional.empty(), e.getMessage()));
        }
    }
}
