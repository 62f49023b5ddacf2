package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** A specification in Python whose {@code record.py} prints what it decides of new histories. */
public record PythonSpecification(Path folder) {
    /** Plays what was recorded; returns how many events that were. */
    public interface Player {
        int play(InputStream events) throws IOException;
    }

    /** Gives new histories, from this seed on, to the player; skipped without Python. */
    public void compare(int histories, String from, Player player)
            throws IOException, InterruptedException {
        Process python;
        try {
            python =
                    new ProcessBuilder("python3", "record.py", "" + histories, from)
                            .directory(folder.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
        } catch (IOException e) {
            Assumptions.abort("no python3 to run the specification with");
            return;
        }
        try {
            assertThat(player.play(python.getInputStream())).isGreaterThan(histories);
            assertThat(python.waitFor()).isZero();
        } finally {
            python.destroyForcibly();
        }
    }
}
