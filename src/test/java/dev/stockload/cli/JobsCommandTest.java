package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.cli.terminal.ExitCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class JobsCommandTest {
    @TempDir Path folder;

    /** With credentials set, what ships as a sample must never send anything by itself. */
    @Test
    void the_sample_jobs_have_no_schedule_and_use_the_sandbox() {
        CommandRun run = CommandRun.at("https://merchant.example", "jobs");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().lines().skip(1))
                .hasSize(2)
                .allMatch(line -> line.matches("\\S+ +sandbox .* by hand *"));
        assertThat(run.out())
                .containsPattern("nightly-stock +sandbox +sample-data/nightly/\\*.csv +changed");
        assertThat(CommandRun.at("https://merchant.example", "jobs", "--check").out())
                .contains("nightly-stock: ", "2 files found");
    }

    @Tag("soak")
    @Test
    void names_a_job_that_has_imported_and_has_no_file_also_in_json() throws Exception {
        Path file = Files.createDirectory(folder.resolve("jobs")).resolve("night.yml");
        Files.writeString(file, "read: night.csv\naccount: sandbox\n");
        Files.writeString(file.resolveSibling("day.yml"), "read: day.csv\naccount: sandbox\n");
        Files.writeString(folder.resolve("night.csv"), "pid,colour,size,stock\n10001,x,36,5\n");
        Program program = Program.at("http://merchant.example", folder);
        Program.Ended sent = program.run("run", "night");
        assertThat(sent.code()).as(sent.words()).isZero();
        Files.delete(file);

        assertThat(program.run("jobs").words()).contains("Job night has no file");
        assertThat(withoutFile(program.run("jobs", "day", "--json"))).isEmpty();
        Files.delete(file.resolveSibling("day.yml"));
        assertThat(withoutFile(program.run("jobs", "--json"))).containsExactly("night");
    }

    private static List<String> withoutFile(Program.Ended listed) {
        assertThat(listed.code()).as(listed.words()).isZero();
        return JsonMapper.shared()
                .readTree(listed.words())
                .valueStream()
                .filter(job -> !job.get("hasFile").booleanValue())
                .map(job -> job.get("job").stringValue())
                .toList();
    }

    @Tag("soak")
    /** With 500 sources and jobs, that took a minute. */
    @Test
    void the_settings_are_read_once_for_all_jobs() throws Exception {
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        for (int job = 1; job <= 3; job++) {
            Files.writeString(jobs.resolve("j%d.yml".formatted(job)), "read: a.csv\n");
        }
        AtomicInteger reads = new AtomicInteger();
        CommandRun run =
                CommandRun.of(
                        () -> {
                            reads.incrementAndGet();
                            return CommandRun.sandbox(folder);
                        },
                        "jobs",
                        "check");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(reads).hasValue(1);
    }

    @Test
    void lists_a_job_with_its_next_three_times_and_checks_the_account_it_names() throws Exception {
        Path jobs = Files.createDirectory(folder.resolve("jobs"));
        Files.writeString(
                jobs.resolve("nightly.yml"),
                """
                read: incoming/*.csv
                schedule: "30 1 * * *"
                zone: Europe/Vienna
                """);
        Program program =
                Program.at("http://merchant.example", folder)
                        .with("STOCKLOAD_APP_SECRET", "geheim!")
                        .with("STOCKLOAD_ACCESS_TOKEN", "t0ken");

        Program.Ended listed = program.run("jobs");
        assertThat(listed.code()).as(listed.words()).isZero();
        assertThat(listed.words().lines().filter(line -> line.contains("01:30:00"))).hasSize(3);
        assertThat(listed.words()).contains("Europe/Vienna");

        String json = program.run("jobs", "--json").words();
        assertThat(JsonMapper.shared().readTree(json).get(0).get("next")).hasSize(3);

        Program.Ended checked = program.run("jobs", "--check");
        assertThat(checked.code()).isEqualTo(ExitCode.UNUSABLE);
        assertThat(checked.words()).contains("Job nightly: ", "STOCKLOAD_BASE_URL");
    }
}
