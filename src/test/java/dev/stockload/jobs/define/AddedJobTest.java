package dev.stockload.jobs.define;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stockload.book.rules.Work;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Set;

class AddedJobTest {
    private static final SheetOptions SHEET =
            new SheetOptions(
                    SheetChoice.valueOf("Stock: all"),
                    HeaderOptions.named(
                            Map.of(HeaderField.ITEM, "Article #", HeaderField.STOCK, "库存 'now'")),
                    "GB18030",
                    '\t',
                    Set.of(HeaderField.COLOUR),
                    Set.of());

    @TempDir Path home;

    @Test
    void a_saved_draft_is_read_back_unchanged() throws IOException {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
        Map<String, String> keys =
                Map.of("read", "incoming/*.csv", "schedule", "30 1 * * *", "zone", "Asia/Shanghai");
        draft("nightly-stock", keys).save(folder, home.resolve("data"));
        JobDefinition job = folder.find("nightly-stock");
        assertThat(job.options().sheet()).isEqualTo(SHEET);
        assertThat(job.read()).isEqualTo("incoming/*.csv");
        assertThat(job.options().send()).isEqualTo(Work.CHANGED);
        assertThat(job.schedule()).contains("30 1 * * *");
        assertThat(job.zone().orElseThrow()).hasToString("Asia/Shanghai");
    }

    @Test
    void leaves_no_file_behind_if_the_draft_has_a_fault() throws IOException {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
        Map<String, String> keys = Map.of("read", "incoming/*.csv");
        draft("good", keys).save(folder, home.resolve("data"));
        assertRefused(
                folder, draft("good", keys), "There is already a job 'good': choose another name");
        assertRefused(folder, draft("../up", keys), "'../up'");
        assertRefused(folder, draft("Nul.1", keys), "'Nul.1'");
        Draft odd = draft("odd", Map.of("read", "a.csv", "schedule", "now and then"));
        assertRefused(folder, odd, "odd.yml", "schedule");
        try (var files = Files.list(home.resolve("jobs"))) {
            assertThat(files).containsExactly(home.resolve("jobs/good.yml"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "/etc/*.csv",
                "../elsewhere/*.csv",
                "incoming/../../elsewhere/a.csv",
                "link/secret.csv",
                "link/*.csv"
            })
    void reads_nothing_outside_its_folders(String read) throws IOException {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        Path own = Files.createDirectory(home.resolve("own"));
        Files.createSymbolicLink(own.resolve("link"), elsewhere);
        JobFolder folder = new JobFolder(List.of(own), Set.of(), Set.of());
        assertRefused(folder, reading(read), "'%s' is elsewhere".formatted(read));
        assertThat(own.resolve("jobs")).doesNotExist();
    }

    @Test
    void reads_below_its_own_folder() throws IOException {
        JobFolder folder = new JobFolder(List.of(home.resolve("own")), Set.of(), Set.of());
        for (String read :
                List.of(
                        "a.csv",
                        "in/**/*.csv",
                        "in/*/*.{xlsx,csv}",
                        "*.XLSX",
                        home.resolve("own") + "/*.csv")) {
            Files.deleteIfExists(home.resolve("own/jobs/job.yml"));
            assertThat(reading(read).save(folder, home.resolve("own/data"))).exists();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application.yml",
                "config/application.yml",
                "*",
                "appl*",
                "*.y*",
                "{application.yml,a.csv}",
                "application.[y]ml",
                "jobs/other.yml",
                "data/stockload.mv.db",
                "data/reports/1/rejected.csv",
                "data/*.csv",
                "*/*/rejected.csv",
                "**.csv",
                "**/sheet.csv"
            })
    void reads_neither_the_settings_nor_the_data_folder(String read) {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
        assertRefused(folder, reading(read), "A job saved here", "'%s'".formatted(read));
        assertThat(home.resolve("jobs")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:22/",
                "slack:http://localhost:8080/x",
                "https://[::1]:9/",
                "dingtalk:http://user@127.1:80/",
                "http://169.254.1.1/"
            })
    void notifies_nothing_on_this_machine(String address) {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of());
        Draft draft = draft("job", Map.of("read", "a.csv", "notify", address));
        assertRefused(folder, draft, "does not notify a program of this machine", address);
    }

    @Test
    void the_network_address_of_this_machine_counts_as_this_machine() throws IOException {
        NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(own -> own.getHostAddress().replaceFirst("%.*", ""))
                .map(host -> host.contains(":") ? "[" + host + "]" : host)
                .forEach(host -> notifies_nothing_on_this_machine("http://" + host + ":22/"));
    }

    private static Draft reading(String read) {
        return draft("job", Map.of("read", read));
    }

    @Test
    void a_draft_may_read_from_a_source_and_notify_somebody() throws IOException {
        JobFolder folder = new JobFolder(List.of(home), Set.of(), Set.of("supplier"));
        Draft draft =
                draft(
                        "job",
                        Map.of(
                                "read",
                                "*.csv",
                                "from",
                                "supplier",
                                "expect",
                                "06:00",
                                "notify",
                                "mailto:a@shop.example"));
        draft.save(folder, home.resolve("data"));
        JobDefinition job = folder.find("job");
        assertThat(job.sheets().from()).contains("supplier");
        assertThat(job.notifySettings().expect()).contains(LocalTime.of(6, 0));
        assertThat(job.notifySettings().rules()).hasToString("[a@shop.example]");
    }

    private void assertRefused(JobFolder folder, Draft draft, String... words) {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> draft.save(folder, home.resolve("data")))
                .withMessageContainingAll(words);
    }

    private record Draft(String name, Map<String, String> keys) {
        Path save(JobFolder folder, Path data) throws IOException {
            return JobText.added(folder, name, keys, SHEET, Work.CHANGED).save(folder, data);
        }
    }

    private static Draft draft(String name, Map<String, String> keys) {
        return new Draft(name, keys);
    }
}
