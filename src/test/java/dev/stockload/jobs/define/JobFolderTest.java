package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.VerifyMode;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.runs.SendMode;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

class JobFolderTest {
    @TempDir Path home;

    @BeforeEach
    void folder() throws IOException {
        Files.createDirectories(home.resolve("jobs"));
    }

    @Test
    void an_ending_in_capitals_is_accepted() throws IOException {
        Files.writeString(home.resolve("jobs/Big.YML"), "read: sheets/*.csv\n");
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
        assertThat(folder.names()).containsExactly("Big");
        assertThat(folder.contains("Big")).isTrue();
        assertThat(folder.find("Big").read()).isEqualTo("sheets/*.csv");

        Files.writeString(home.resolve("jobs/Big.yaml"), "read: other/*.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> folder.find("Big"))
                .withMessageContaining("are both job 'Big'");
    }

    @Test
    void reads_every_key() throws IOException {
        JobDefinition job =
                define(
                        """
                        read: sheets/*.csv
                        account: north
                        columns: { item: Article, colour: Colour name, stock: On hand }
                        fillDown: [item, colour]
                        send: changed
                        maxRejected: 0.5
                        minRows: 0
                        verify: sample
                        schedule: "30 1 * * *"
                        zone: Europe/Vienna
                        """);
        assertThat(job.account()).isEqualTo("north");
        assertThat(job.sheet().columns())
                .isEqualTo(
                        Map.of(
                                HeaderField.ITEM, "Article",
                                HeaderField.COLOUR, "Colour name",
                                HeaderField.STOCK, "On hand"));
        assertThat(job.sheet().fillDown()).isEqualTo(Set.of(HeaderField.ITEM, HeaderField.COLOUR));
        assertThat(job.send()).isEqualTo(SendMode.CHANGED);
        assertThat(job.brake()).isEqualTo(new Brake(0.5, 0, 0.2));
        assertThat(job.verify()).isEqualTo(VerifyMode.SAMPLE);
        assertThat(job.order(home, "north", false, false).options().verify())
                .isEqualTo(VerifyMode.SAMPLE);
        assertThat(job.zone()).contains(ZoneId.of("Europe/Vienna"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    sennd: all              | line 2: 'sennd' is not a key of a job definition: did you mean 'send'?
                    send: some              | line 2: 'send' does not take 'some'; it can be all, changed or new
                    send: [all]             | line 2: 'send' takes a single value
                    columns: { sise: S }    | line 2: 'columns' has no key 'sise': did you mean 'size'?
                    columns: Size           | line 2: 'columns' takes fields and their headers
                    fillDown: [stock]       | line 2: 'fillDown' does not take 'stock'
                    fillDown: colour        | line 2: 'fillDown' takes a list
                    maxRejected: a third    | line 2: 'maxRejected' takes a share between 0 and 1
                    minRows: 12             | line 2: 'minRows' takes a share between 0 and 1
                    verify: some            | line 2: 'verify' does not take 'some': did you mean 'none'?
                    schedule: often         | line 2: 'schedule' is not a cron line: 'often'
                    zone: Europe/Wien       | line 2: 'zone' does not take 'Europe/Wien'
                    read: b.csv             | line 2: 'read' appears twice
                    'send: "all'            | line 3: this is not valid YAML
                    """)
    void names_file_line_and_key_of_a_mistake(String line, String words) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> define("read: a.csv\n" + line + "\n"))
                .withMessageContaining(home.resolve("jobs/night.yml").toString())
                .withMessageContaining(words);
    }

    @Test
    void accepts_yml_and_yaml_and_reports_if_both_exist() throws IOException {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
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
    void a_job_cannot_have_the_name_of_a_command() throws IOException {
        for (String name : List.of("import", "undo", "Import")) {
            Files.writeString(home.resolve("jobs/" + name + ".yml"), "read: a.csv\n");
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> new JobFolder(List.of(home), Set.of(), Set.of()).find(name))
                    .withMessage(
                            "%s: a job cannot be called '%s', since that is a command: rename the"
                                    + " file",
                            home.resolve("jobs/" + name + ".yml"), name);
            Files.delete(home.resolve("jobs/" + name + ".yml"));
        }
    }

    @Test
    void a_broken_link_does_not_hide_other_definitions() throws IOException {
        Path loop = home.resolve("jobs/loop.yml");
        Files.createSymbolicLink(loop, Path.of("loop.yml"));
        Files.createSymbolicLink(home.resolve("jobs/self"), Path.of("."));
        define("read: a.csv\n");
        assertThat(new JobFolder(List.of(home), Set.of(), Set.of()).list())
                .extracting(job -> job.name() + " " + job.fault().orElse("is good"))
                .containsExactly(
                        "loop %s cannot be read: it is a link that leads nowhere".formatted(loop),
                        "night is good");
    }

    @Test
    void needs_a_file_to_read() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> define("send: all\n"))
                .withMessageContaining("has no key 'read'");
    }

    @Test
    void suggests_the_likely_job() throws IOException {
        define("read: a.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> new JobFolder(List.of(home), Set.of(), Set.of()).find("nihgt"))
                .withMessageContaining("no job 'nihgt'")
                .withMessageContaining("did you mean 'night'?");
    }

    @Test
    void finds_the_files_of_a_glob_oldest_first() throws IOException {
        Path sheets = Files.createDirectories(home.resolve("sheets"));
        for (String name : List.of("a.csv", "b.csv", "c.csv", "note.txt")) {
            Files.writeString(sheets.resolve(name), name);
        }
        Files.setLastModifiedTime(sheets.resolve("b.csv"), FileTime.fromMillis(1_000));
        Files.setLastModifiedTime(sheets.resolve("c.csv"), FileTime.fromMillis(2_000));
        assertThat(JobSheets.files(define("read: sheets/*.csv\n")))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("b.csv", "c.csv", "a.csv");
    }

    @Test
    void an_empty_folder_has_no_files_but_a_missing_one_is_a_fault() throws IOException {
        JobDefinition job = define("read: sheets/*.csv\n");
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> JobSheets.files(job))
                .withMessageContaining("there is no folder");
        Files.createDirectories(home.resolve("sheets"));
        assertThat(JobSheets.files(job)).isEmpty();
    }

    private JobDefinition define(String text) throws IOException {
        Files.writeString(home.resolve("jobs/night.yml"), text);
        return new JobFolder(List.of(home), Set.of(), Set.of()).find("night");
    }
}
