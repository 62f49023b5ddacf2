package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stockload.jobs.take.JobFiles;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

class JobFolderTest {
    @TempDir Path home;

    @BeforeEach
    void create() throws IOException {
        Files.createDirectories(home.resolve("jobs"));
    }

    @Test
    void an_ending_in_capitals_is_accepted() throws IOException {
        Files.writeString(home.resolve("jobs/Big.YML"), "read: sheets/*.csv\n");
        JobFolder folder = folder();
        assertThat(folder.names()).containsExactly("Big");
        assertThat(folder.contains("Big")).isTrue();
        assertThat(folder.find("Big").read()).isEqualTo("sheets/*.csv");

        Files.writeString(home.resolve("jobs/Big.yaml"), "read: other/*.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder.find("Big"))
                .withMessageContaining("are both job 'Big'");
    }

    @Test
    void accepts_yml_and_yaml_and_reports_if_both_exist() throws IOException {
        JobFolder folder = folder();
        Files.writeString(home.resolve("jobs/day.yaml"), "read: a.csv\n");
        assertThat(folder.names()).containsExactly("day");
        assertThat(folder.contains("day")).isTrue();
        assertThat(folder.find("day").read()).isEqualTo("a.csv");

        Files.writeString(home.resolve("jobs/day.yml"), "read: b.csv\n");
        assertThat(folder.names()).containsExactly("day");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder.find("day"))
                .withMessage(
                        "%s and %s are both job 'day': remove or rename one",
                        home.resolve("jobs/day.yml"), home.resolve("jobs/day.yaml"));
    }

    @Test
    void a_folder_of_thousands_is_listed_only_when_it_has_changed() throws IOException {
        JobFolder folder = folder();
        Path jobs = home.resolve("jobs");
        Files.writeString(jobs.resolve("day.yml"), "read: a.csv\n");
        Files.setLastModifiedTime(jobs, FileTime.from(Instant.now().minusSeconds(60)));
        assertThat(folder.own()).isSameAs(folder.own()).containsOnlyKeys("day");

        Files.writeString(jobs.resolve("night.yml"), "read: b.csv\n");
        assertThat(folder.names()).containsExactly("day", "night");
        Files.delete(jobs.resolve("day.yml"));
        assertThat(folder.names()).containsExactly("night");
        assertThat(folder.contains("day")).isFalse();
    }

    @Test
    void thousands_of_accounts_are_not_compared_for_each_of_their_jobs() throws IOException {
        for (int i = 0; i < 20; i++) {
            Path file = home.resolve("jobs/j%d.yml".formatted(i));
            Files.writeString(file, "read: a.csv\naccount: a7\n");
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        }
        AtomicInteger asked = new AtomicInteger();
        assertThat(withAccounts(1000, asked).list()).hasSize(20);
        asked.set(0);
        assertThat(withAccounts(1000, asked).list()).hasSize(20);
        assertThat(asked.get()).isLessThan(2000);
    }

    private JobFolder withAccounts(int count, AtomicInteger asked) {
        Set<String> names =
                new TreeSet<>() {
                    @Override
                    public boolean contains(Object name) {
                        asked.incrementAndGet();
                        return super.contains(name);
                    }
                };
        for (int i = 0; i < count; i++) {
            names.add("a" + i);
        }
        return new JobFolder(List.of(home), names, Set.of());
    }

    @Test
    void a_job_that_has_a_file_cannot_be_forgotten() throws IOException {
        Path file = Files.writeString(home.resolve("jobs/day.yml"), "read: a.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder().expectNoFile("day", "night"))
                .withMessageContaining("rename %s to night.yml first", file);
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder().expectNoFile("day", null))
                .withMessageContaining("remove %s first", file);
        Files.move(file, home.resolve("jobs/night.yml"));
        folder().expectNoFile("day", "night");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder().expectNoFile("day", "x/y"))
                .withMessageContaining("but this is 'x/y'");
    }

    @Test
    void a_broken_link_does_not_hide_other_definitions() throws IOException {
        Path loop = home.resolve("jobs/loop.yml");
        Files.createSymbolicLink(loop, Path.of("loop.yml"));
        Files.createSymbolicLink(home.resolve("jobs/self"), Path.of("."));
        define("read: a.csv\n");
        assertThat(folder().list())
                .extracting(job -> job.name() + " " + job.fault().orElse("is good"))
                .containsExactly(
                        "loop %s cannot be read: it is a link that leads nowhere".formatted(loop),
                        "night is good");
    }

    @Test
    void suggests_the_likely_job() throws IOException {
        define("read: a.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder().find("nihgt"))
                .withMessageContaining("no job 'nihgt'")
                .withMessageContaining("did you mean 'night'?");
    }

    @Test
    void an_empty_folder_has_no_files_but_a_missing_one_is_a_fault() throws IOException {
        JobDefinition job = define("read: sheets/*.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> JobFiles.of(job))
                .withMessageContaining("there is no folder");
        Files.createDirectories(home.resolve("sheets"));
        assertThat(JobFiles.of(job)).isEmpty();
    }

    private JobFolder folder() {
        return new JobFolder(List.of(home), Set.of(), Set.of());
    }

    private JobDefinition define(String text) throws IOException {
        Files.writeString(home.resolve("jobs/night.yml"), text);
        return folder().find("night");
    }
}
