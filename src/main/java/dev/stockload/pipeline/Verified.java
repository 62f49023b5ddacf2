package dev.stockload.pipeline;

import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What reading back has shown at the end of a run whose definition asks for it.
 *
 * @param result empty where the service could not be read
 * @param failure why it could not; null where it could
 */
public record Verified(Optional<Verification.Result> result, String failure) {
    /** Reads a run back, if it is finished and its definition asks for that. */
    static Optional<Verified> after(Run run, Verification verification, Watcher watcher) {
        VerifyMode mode = RunOptions.read(run.options()).verify();
        if (run.state() != RunState.COMPLETED || mode == VerifyMode.NONE) {
            return Optional.empty();
        }
        watcher.notice("Reading back what was sent");
        try {
            return Optional.of(
                    new Verified(
                            Optional.of(verification.verify(run, mode.sample(), (done, all) -> {})),
                            null));
        } catch (IOException | RunFailedException e) {
            // All is sent, and stays so: that somebody has to look again is no failure of the run.
            return Optional.of(new Verified(Optional.empty(), e.getMessage()));
        }
    }

    Verified in(Path data) {
        return new Verified(result.map(shown -> shown.in(data)), failure);
    }
}
