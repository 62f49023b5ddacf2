package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Data folders of somebody else, that are not there, or that are damaged. */
@Timeout(300)
class DataFolderTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"status", "resume", "products", "backup b.zip", "morning"})
    @Tag("soak")
    void a_folder_of_another_user_is_not_an_empty_one(String command) throws Exception {
        assumeTrue(isRoot(), "only root can give a folder to another user");
        imported();
        String[] give = {"chown", "-R", "nobody", folder.resolve("data").toString()};
        assertThat(new ProcessBuilder(give).start().waitFor()).isZero();
        Ended ended = withoutPower(command.split(" "));
        assertThat(ended.code).as(ended.words).isEqualTo(ExitCode.UNUSABLE);
        assertThat(ended.words)
                .contains("It belongs to nobody: run this as its owner")
                .doesNotContain("no runs yet", "Set STOCKLOAD_DATA");
    }

    @ParameterizedTest
    @CsvSource({"-r, status", "-w, import a.csv", "-rwx, status"})
    @Tag("soak")
    void a_folder_of_ones_own_with_the_wrong_rights_is_named(String rights, String command)
            throws Exception {
        assumeTrue(isRoot(), "anybody else would need a folder of root");
        imported();
        String data = folder.resolve("data").toString();
        assertThat(new ProcessBuilder("chmod", rights, data).start().waitFor()).isZero();
        Ended ended = withoutPower(command.split(" "));
        assertThat(ended.code).as(ended.words).isEqualTo(ExitCode.UNUSABLE);
        assertThat(ended.words).contains(data, "It is yours: change its rights");
    }

    @Test
    void resuming_in_an_empty_folder_makes_no_folder() throws IOException {
        CommandRun resumed = CommandRun.inSandbox(folder, "resume");
        assertThat(resumed.exitCode()).isZero();
        assertThat(resumed.out()).isEqualTo("Nothing to resume: there are no runs yet\n");
        assertThat(CommandRun.inSandbox(folder, "resume", "--json").out().strip()).isEqualTo("[]");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "0, status",
        "0, resume",
        "5000, status",
        "5000, resume",
        "50000, accounts",
        "-10000, status"
    })
    void a_damaged_ledger_names_restore_and_the_last_backup(int length, String command)
            throws IOException {
        imported();
        Path ledger = folder.resolve("data/stockload.mv.db");
        byte[] whole = Files.readAllBytes(ledger);
        damage(ledger, whole, length);
        CommandRun first = CommandRun.inSandbox(folder, command);
        assertThat(first.exitCode()).as(first.out()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(first.err())
                .contains("is damaged", "stockload restore FILE", "has made no backup")
                .doesNotContain("recovery tool");

        Files.write(ledger, whole);
        Path backup = folder.resolve("b.zip");
        assertThat(CommandRun.inSandbox(folder, "backup", backup.toString()).exitCode()).isZero();
        damage(ledger, Files.readAllBytes(ledger), length);
        assertThat(CommandRun.inSandbox(folder, command).err())
                .contains("The last backup is " + backup);
        Files.move(folder.resolve("data"), folder.resolve("damaged"));
        assertThat(CommandRun.inSandbox(folder, "restore", backup.toString()).exitCode()).isZero();
    }

    /**
     * Half of the header is lost, or a part of the file, or all of it.
     *
     * @param length of what is lost, or less than 0: of what is left
     */
    private static void damage(Path ledger, byte[] whole, int length) throws IOException {
        byte[] damaged = length > 0 ? whole.clone() : Arrays.copyOf(whole, -length);
        for (int i = 0; i < Math.min(damaged.length, length); i++) {
            damaged[i] = 0;
        }
        Files.write(ledger, damaged);
    }

    private void imported() throws IOException {
        Path sheet =
                Files.writeString(
                        folder.resolve("a.csv"), "pid,colour,size,stock\n10001,red,36,5\n");
        CommandRun sent = CommandRun.inSandbox(folder, "import", sheet.toString());
        assertThat(sent.exitCode()).as(sent.err()).isZero();
    }

    private record Ended(int code, String words) {}

    /** As a root who may do no more than other users. */
    private Ended withoutPower(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "setpriv",
                                "--bounding-set=-all",
                                "--inh-caps=-all",
                                "env",
                                "STOCKLOAD_DATA=" + folder.resolve("data")));
        command.addAll(Program.classes());
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String words = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), words);
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }
}
