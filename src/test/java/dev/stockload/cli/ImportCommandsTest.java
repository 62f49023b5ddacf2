package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;
import dev.stockload.database.DataFolderLock;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The commands in this process, with the built-in sandbox. */
@Tag("soak")
class ImportCommandsTest {
    private static final String SHEET = "sample-data/nightly/stock-2026-11-10.csv";

    @TempDir Path folder;
    private String out;
    private String err;

    @Test
    void imports_the_sample_reports_it_and_does_not_import_it_twice() throws IOException {
        assertThat(run("run", "onboard-warehouse")).as(err).isEqualTo(ExitCode.REJECTS);
        assertThat(out).contains("Sent", "Held", "Total", "rejected.xlsx", "report.json");
        assertThat(err).contains("sandbox", "Sending");
        assertThat(run("run", "onboard-warehouse")).isEqualTo(ExitCode.DONE);
        assertThat(out).contains("already imported", "--again");

        assertThat(run("status")).isEqualTo(ExitCode.DONE);
        assertThat(out).contains("Finished", "onboard-warehouse");
        assertThat(run("status", "--json")).isEqualTo(ExitCode.DONE);
        assertThat(out).startsWith("[").contains("\"inDoubt\" : 0");
        assertThat(run("resume")).isEqualTo(ExitCode.DONE);
        assertThat(out).contains("Nothing to resume");

        // Corrected as it is: the rejects file is a sheet, and what is bad in it stays bad.
        Path rejects = rejects();
        assertThat(run("import", rejects.toString())).as(err).isEqualTo(ExitCode.REJECTS);
    }

    @Test
    void reports_wrong_arguments() throws IOException {
        Files.writeString(folder.resolve("stock.csv"), "pid,colour,size,stock\n");
        for (String command : List.of("import", "check", "diff")) {
            assertThat(run(command, folder.resolve("stokc.csv").toString()))
                    .isEqualTo(ExitCode.UNUSABLE);
            assertThat(err).contains("stokc.csv does not exist: did you mean 'stock.csv'?");
        }
        assertThat(folder.resolve("data")).as("nothing was opened").doesNotExist();
        assertThat(run("import", folder.resolve("none/a.csv").toString()))
                .isEqualTo(ExitCode.UNUSABLE);
        assertThat(err).contains("a.csv does not exist").doesNotContain("mean");
        assertThat(run("import", folder.toString())).isEqualTo(ExitCode.UNUSABLE);
        assertThat(err).contains("folder");
        assertThat(run("run", "onboard-warehose")).isEqualTo(ExitCode.UNUSABLE);
        assertThat(err).contains("did you mean 'onboard-warehouse'?");
        assertThat(run("import", "a.csv", "--send", "some")).isEqualTo(ExitCode.UNUSABLE);
        assertThat(run("resume", "no-such-run")).isEqualTo(ExitCode.UNUSABLE);
        assertThat(err).contains("no-such-run", "stockload status");
        assertThat(run("status", "no-such-run")).isEqualTo(ExitCode.UNUSABLE);
    }

    @Test
    void has_nothing_to_show_before_the_first_run() throws IOException {
        assertThat(run("status")).isEqualTo(ExitCode.DONE);
        assertThat(out).contains("no runs yet");
        assertThat(run("status", "--json")).isEqualTo(ExitCode.DONE);
        assertThat(out.strip().replace(" ", "")).isEqualTo("[]");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void does_not_wait_for_another_process_with_no_wait() throws IOException {
        DataFolderLock other =
                DataFolderLock.take(folder.resolve("data"), "import of b.csv").orElseThrow();
        try {
            assertThat(run("import", SHEET, "--no-wait")).isEqualTo(ExitCode.FAILED);
            assertThat(err).contains("in use", "import of b.csv", "process");
        } finally {
            other.close();
        }
    }

    @Test
    void reports_a_data_folder_that_cannot_be_written() throws IOException {
        Files.writeString(folder.resolve("data"), "a file");
        assertThat(run("import", SHEET)).isEqualTo(ExitCode.UNUSABLE);
        assertThat(err).contains("data folder", "STOCKLOAD_DATA");
    }

    private Path rejects() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("rejected.xlsx")).findFirst().orElseThrow();
        }
    }

    private int run(String... arguments) {
        CommandRun run = CommandRun.inSandbox(folder, arguments);
        out = run.out();
        err = run.err();
        return run.exitCode();
    }
}
