package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.Settings;
import dev.stockload.ledger.LedgerAddress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** {@code backup} and {@code restore}, beside a process that serves and alone. */
@Tag("soak")
class BackupCommandTest {
    @TempDir Path folder;

    @Test
    void backs_up_beside_serve_and_restores_elsewhere() throws IOException {
        String backup = folder.resolve("backup.zip").toString();
        ServedFolder served = new ServedFolder(settings("data"));
        try (served) {
            Path sheet =
                    Files.writeString(
                            folder.resolve("s.csv"), "pid,colour,size,stock\n10012,red,36,4\n");
            assertThat(run("data", "import", sheet.toString()).exitCode()).isZero();

            CommandRun made = run("data", "backup", backup);
            assertThat(made.exitCode()).as(made.err()).isZero();
            assertThat(made.out()).contains("backup.zip holds the state of");
            CommandRun again = run("data", "backup", backup);
            assertThat(again.exitCode()).isEqualTo(2);
            assertThat(again.err()).contains("is there already");
            CommandRun busy = run("data", "restore", backup);
            assertThat(busy.exitCode()).isEqualTo(2);
            assertThat(busy.err()).contains("in use", "End that first");
        }
        CommandRun there = run("data", "restore", backup);
        assertThat(there.exitCode()).isEqualTo(2);
        assertThat(there.err()).contains("holds a state already", "--replace");

        CommandRun restored = run("other", "restore", backup);
        assertThat(restored.exitCode()).as(restored.err()).isZero();
        assertThat(restored.out()).contains("Restored 1 run, 0 of them unfinished");
        assertThat(run("other", "status").out()).contains("COMPLETED");
        CommandRun replaced = run("data", "restore", backup, "--replace");
        assertThat(replaced.exitCode()).as(replaced.err()).isZero();
        assertThat(replaced.out()).contains("The state that was there is in");
    }

    @Test
    void says_how_a_database_is_backed_up() {
        Settings settings =
                new Settings(
                        Map.of(),
                        folder.resolve("data"),
                        Optional.of(
                                new LedgerAddress("jdbc:postgresql://db/stock", "me", "s3cret")));
        CommandRun backup = CommandRun.of(() -> settings, "backup", "b.dump");
        assertThat(backup.exitCode()).isEqualTo(2);
        assertThat(backup.err()).contains("pg_dump", "pg_restore").doesNotContain("s3cret");
        CommandRun restore = CommandRun.of(() -> settings, "restore", "b.dump");
        assertThat(restore.exitCode()).isEqualTo(2);
        assertThat(restore.err()).contains("pg_restore");
    }

    @Test
    void names_what_is_no_backup() throws IOException {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear Sir");
        CommandRun letterRun = run("data", "restore", letter.toString());
        assertThat(letterRun.exitCode()).isEqualTo(2);
        assertThat(letterRun.err()).contains("is not a backup of Stockload");
        CommandRun nothing = run("none", "backup", folder.resolve("b.zip").toString());
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("There is nothing to back up");
    }

    private CommandRun run(String data, String... arguments) {
        return CommandRun.of(() -> settings(data), arguments);
    }

    private Settings settings(String data) {
        return new Settings(Map.of(), folder.resolve(data), Optional.empty());
    }
}
