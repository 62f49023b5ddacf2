package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** Nights of several sheets and jobs, in the built-in sandbox. */
@Timeout(120)
@Tag("soak")
class RunCommandTest {
    private static final String GOOD = "pid,colour,size,stock\n10001,red,36,4\n";

    @TempDir Path folder;

    @BeforeEach
    void define() throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        job("night", "read: in/*.csv\nafterwards: move\n");
    }

    @Test
    void an_unusable_sheet_next_to_a_sent_one_has_exit_code_1() throws Exception {
        drop("a.csv", GOOD, 1);
        drop("b.csv", "no,stock,sheet\n", 2);
        Program.Ended mixed = run("run", "night");
        assertThat(mixed.words()).contains("b.csv has no header");
        assertThat(mixed.code()).as(mixed.words()).isEqualTo(ExitCode.FAILED);

        drop("c.csv", "neither,this\n", 3);
        Program.Ended nothing = run("run", "night");
        assertThat(nothing.code()).as(nothing.words()).isEqualTo(ExitCode.UNUSABLE);
    }

    @Test
    void a_job_without_a_sheet_does_not_stop_the_others() throws Exception {
        job("empty", "read: nowhere/*.csv\n");
        drop("a.csv", GOOD, 1);
        Program.Ended both = run("run", "empty", "night");
        assertThat(both.words()).contains("there is no folder ", "everything was sent");
        assertThat(both.code()).as(both.words()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void the_same_sheet_by_another_name_is_reported_and_moved() throws Exception {
        drop("monday.csv", GOOD, 1);
        assertThat(run("run", "night").code()).isZero();
        drop("tuesday.csv", GOOD, 2);
        Program.Ended again = run("run", "night");
        assertThat(again.code()).as(again.words()).isZero();
        assertThat(again.words()).containsPattern("monday.csv was already imported by run \\S+");
        assertThat(Files.exists(folder.resolve("in/done/tuesday.csv"))).isTrue();

        Program.Ended nothing = run("run", "night");
        assertThat(nothing.code()).as(nothing.words()).isZero();
        assertThat(nothing.words()).containsPattern("monday.csv was already imported by run \\S+");
    }

    private void job(String name, String keys) throws IOException {
        Files.writeString(folder.resolve("jobs/" + name + ".yml"), "account: sandbox\n" + keys);
    }

    private void drop(String name, String text, int second) throws IOException {
        Path file = Files.createDirectories(folder.resolve("in")).resolve(name);
        Files.writeString(file, text);
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second)));
    }

    private Program.Ended run(String... arguments) throws Exception {
        return Program.at("http://127.0.0.1:1", folder).run(arguments);
    }
}
