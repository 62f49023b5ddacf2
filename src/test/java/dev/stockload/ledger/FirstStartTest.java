package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.JavaProcess;
import dev.stockload.Rounds;
import dev.stockload.database.LedgerAddress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A ledger exists completely or not at all. */
class FirstStartTest {
    private static final int KILLS = Rounds.of(4);

    @TempDir Path data;

    @Test
    void the_leftovers_of_a_killed_first_start_are_replaced() throws IOException {
        Path aside = Files.createDirectories(data.resolve("stockload.making"));
        Files.writeString(aside.resolve("stockload.mv.db"), "half a ledger");

        Ledger.open(LedgerAddress.inFolder(data)).close();

        assertThat(aside).doesNotExist();
        assertThat(data.resolve("stockload.mv.db")).exists();
    }

    @Test
    @Tag("soak")
    void a_first_start_that_is_killed_at_any_moment_leaves_a_folder_that_works()
            throws IOException, InterruptedException {
        Random random = new Random();
        for (int kill = 0; kill < KILLS; kill++) {
            Path folder = Files.createDirectory(data.resolve("start-" + kill));
            Process process =
                    JavaProcess.of(FirstStart.class, folder.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            process.waitFor(200 + random.nextInt(1500), TimeUnit.MILLISECONDS);
            process.destroyForcibly().waitFor();
            try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(folder))) {
                assertThat(ledger.runs().unfinished()).isEmpty();
            }
        }
    }

    /** Opens a ledger again and again until it is killed. */
    static final class FirstStart {
        public static void main(String[] arguments) {
            while (true) {
                Ledger.open(LedgerAddress.inFolder(Path.of(arguments[0]))).close();
            }
        }
    }
}
