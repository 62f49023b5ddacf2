package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Settings;
import dev.stockload.database.LedgerAddress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code backup} and {@code restore}, with and without a running {@code serve}. */
@Tag("soak")
class BackupCommandTest {
    @TempDir Path folder;

    @Test
    void backs_up_while_serve_runs_and_restores_elsewhere() throws IOException {
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
            assertThat(again.exitCode()).as(again.err()).isEqualTo(2);
            assertThat(again.err()).contains("already exists");
            CommandRun busy = run("data", "restore", backup);
            assertThat(busy.exitCode()).as(busy.err()).isEqualTo(2);
            assertThat(busy.err()).contains("in use by", "; stop it first");
        }
        CommandRun there = run("data", "restore", backup);
        assertThat(there.exitCode()).isEqualTo(2);
        assertThat(there.err()).contains("already has a state (", "move these away first");

        CommandRun restored = run("other", "restore", backup);
        assertThat(restored.exitCode()).as(restored.err()).isZero();
        assertThat(restored.out())
                .contains("Restored 1 run. The backup does not know what was sent after it");
        assertThat(run("other", "status").out()).contains("Finished");
    }

    @Test
    void says_how_to_back_up_postgresql() {
        Settings settings =
                SandboxSettings.plain(
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
    void refuses_a_file_that_is_not_a_backup() throws IOException {
        Path letter = Files.writeString(folder.resolve("letter.txt"), "Dear Sir");
        CommandRun letterRun = run("data", "restore", letter.toString());
        assertThat(letterRun.exitCode()).isEqualTo(2);
        assertThat(letterRun.err()).contains("is not a backup of Stockload");
        CommandRun nothing = run("none", "backup", folder.resolve("b.zip").toString());
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err()).contains("There is nothing to back up");
    }

    @Test
    void an_interrupted_restore_does_not_look_like_a_new_folder() throws IOException {
        String backup = backedUp();
        Path half = Files.createDirectories(folder.resolve("other/stockload.restoring"));
        Files.writeString(half.resolve("stockload.mv.db"), "half");
        assertRefused("other", "was cut short: run 'stockload restore FILE' again");
        CommandRun restored = run("other", "restore", backup);
        assertThat(restored.exitCode()).as(restored.err()).isZero();
        assertThat(run("other", "status").out()).contains("Finished");
        assertThat(half).doesNotExist();
    }

    private void assertRefused(String data, String words) {
        for (String[] command :
                new String[][] {
                    {"status"},
                    {"import", folder.resolve("s.csv").toString()},
                    {"quota"},
                    {"backup", folder.resolve("none.zip").toString()}
                }) {
            CommandRun refused = run(data, command);
            assertThat(refused.exitCode()).as(command[0] + refused.out()).isEqualTo(2);
            assertThat(refused.err()).contains(words).hasLineCount(1);
        }
    }

    @Test
    void a_damaged_backup_leaves_nothing_behind() throws IOException {
        Path backup = Path.of(backedUp());
        byte[] bytes = Files.readAllBytes(backup);
        bytes[bytes.length / 3] ^= 4;
        Files.write(backup, bytes);

        CommandRun refused = run("other", "restore", backup.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains("is damaged", "Nothing was changed", "restore another backup")
                .hasLineCount(1);
        try (Stream<Path> left = Files.list(folder.resolve("other"))) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .noneMatch(name -> name.matches("stockload\\.(re|dis).*"));
        }
    }

    @Test
    void reports_a_folder_that_a_backup_cannot_be_written_to() throws IOException {
        backedUp();
        CommandRun refused = run("data", "backup", folder.resolve("s.csv/b.zip").toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("b.zip cannot be written").hasLineCount(1);
    }

    /** A folder with a finished run, and a backup of it. */
    private String backedUp() throws IOException {
        String backup = folder.resolve("backup.zip").toString();
        Path sheet =
                Files.writeString(
                        folder.resolve("s.csv"), "pid,colour,size,stock\n10012,red,36,4\n");
        assertThat(run("data", "import", sheet.toString()).exitCode()).isZero();
        assertThat(run("data", "backup", backup).exitCode()).isZero();
        return backup;
    }

    private CommandRun run(String data, String... arguments) {
        return CommandRun.of(() -> settings(data), arguments);
    }

    private Settings settings(String data) {
        return SandboxSettings.plain(Map.of(), folder.resolve(data), Optional.empty());
    }
}
