package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.notifications.MessageTable;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.sources.SourceAddress.SourceSettings;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@Timeout(60)
@Tag("soak")
class JobsPageTest {
    @TempDir Path home;

    @AutoClose private final MockWebServer chat = new MockWebServer();
    @AutoClose private final MockWebServer supplier = new MockWebServer();
    @AutoClose private Shop shop;
    private Visitor visitor;

    @BeforeEach
    void open() throws Exception {
        chat.start();
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(
                home.resolve("jobs/night.yml"),
                "read: in/*.csv\nexpect: \"00:00\"\nzone: UTC\nnotify: \"slack:%s\"\n"
                        .formatted(chat.url("/services/T0ken")));
        Files.setLastModifiedTime(home.resolve("jobs/night.yml"), FileTime.from(Instant.EPOCH));
        supplier.start();
        shop =
                new Shop(
                        home,
                        null,
                        InstantSource.system(),
                        TestSandbox.inMemory(),
                        Map.of(
                                "supplier",
                                source(supplier.url("/t0p/stock.csv?key=s3cret").toString()),
                                "wrong",
                                source("ftp://me:s3cret@localhost/")));
        visitor = shop.visitor();
    }

    private static SourceSettings source(String url) {
        return new SourceSettings(url, null, null, null, null, null, null, null, null, false, null);
    }

    @Test
    void a_failing_source_is_reported_and_shown_until_it_works() throws Exception {
        try (MockWebServer monitor = new MockWebServer()) {
            monitor.start();
            for (int i = 0; i < 4; i++) {
                monitor.enqueue(new MockResponse.Builder().build());
            }
            Files.writeString(
                    home.resolve("jobs/night.yml"),
                    "from: supplier\nnotify: \"slack:%s\"\nping: \"%s\"\n"
                            .formatted(chat.url("/services/T0ken"), monitor.url("/m")));
            supplier.enqueue(new MockResponse.Builder().code(404).build());
            String failed =
                    "has no sheet at http://localhost:%d/…/stock.csv (it answered 404)"
                            .formatted(supplier.getPort());
            assertThat(visitor.post("/jobs/night/run", "/jobs").body())
                    .contains(failed)
                    .doesNotContain("s3cret", "t0p");
            assertThat(visitor.get("/jobs").body())
                    .containsPattern("The last fetch failed .*: The source supplier")
                    .contains(failed);
            assertThat(new MessageTable(shop.ledger.database()).due(Instant.now()))
                    .singleElement()
                    .satisfies(message -> assertThat(message.content()).contains(failed));
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/m/start");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/m/fail");

            supplier.enqueue(
                    new MockResponse.Builder()
                            .setHeader("Content-Type", "text/csv")
                            .body("pid,colour,size,stock\n10001,red,36,4\n")
                            .build());
            visitor.post("/jobs/night/run", "/jobs");
            assertThat(monitor.takeRequest().getTarget()).isEqualTo("/m/start");
            assertThat(monitor.takeRequest().getTarget()).as("when it is over").isEqualTo("/m");
            assertThat(visitor.get("/jobs").body()).doesNotContain("fetch failed");
        }
    }

    @Test
    void a_page_that_gave_up_leaves_the_files_to_the_fetch_that_goes_on() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "from: supplier\n");
        MockResponse.Builder sheet =
                new MockResponse.Builder()
                        .setHeader("Content-Type", "text/csv")
                        .body("pid,colour,size,stock\n10001,red,36,4\n");
        supplier.enqueue(sheet.headersDelay(24, TimeUnit.SECONDS).build());
        supplier.enqueue(sheet.headersDelay(0, TimeUnit.SECONDS).build());
        assertThat(visitor.post("/jobs/night/run", "/jobs").body()).contains("no answer within");
        CompletableFuture<HttpResponse<String>> second =
                CompletableFuture.supplyAsync(() -> visitor.post("/jobs/night/run", "/jobs"));
        Thread.sleep(1000);
        assertThat(supplier.getRequestCount()).isEqualTo(1);
        assertThat(second.get().statusCode()).isEqualTo(200);
        assertThat(shop.ledger.runs().size("")).isEqualTo(1);
    }

    @Test
    void says_what_a_job_sends() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "read: in/*.csv\nsend: new\n");
        assertThat(visitor.get("/jobs").body()).contains("sends new products");
    }

    @Test
    void checking_a_source_connects_to_it() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "from: supplier\n");
        supplier.enqueue(new MockResponse.Builder().code(503).build());
        assertThat(visitor.post("/jobs/night/look", "/jobs").body()).contains("answered 503");
        supplier.enqueue(
                new MockResponse.Builder()
                        .setHeader("Content-Type", "text/csv")
                        .body("pid,colour,size,stock\n10001,red,36,4\n")
                        .build());
        assertThat(visitor.post("/jobs/night/look", "/jobs").body())
                .contains("1 file found, the newest stock.csv; the first run would take 1");
    }

    @Test
    void a_source_that_no_job_reads_is_listed_and_tested_without_its_secrets() {
        String at = "http://localhost:" + supplier.getPort();
        assertThat(visitor.get("/jobs").body())
                .contains(at + "/…/stock.csv", "no job reads it")
                .contains("stockload.sources.wrong.url is an ftp: address")
                .doesNotContain("s3cret", "t0p");
        supplier.enqueue(new MockResponse.Builder().code(503).build());
        assertThat(visitor.post("/jobs/sources/supplier/test", "/jobs").body())
                .contains("The source supplier (%s) answered 503".formatted(at))
                .doesNotContain("s3cret", "t0p");
        supplier.enqueue(
                new MockResponse.Builder()
                        .setHeader("Content-Type", "text/csv")
                        .body("pid,colour,size,stock\n10001,red,36,4\n")
                        .build());
        assertThat(visitor.post("/jobs/sources/supplier/test", "/jobs").body())
                .containsPattern("supplier: 1 file found in [0-9.]+ s: stock.csv\\.")
                .doesNotContain("s3cret", "t0p");
        for (String name : List.of("wrong", "none")) {
            assertThat(visitor.post("/jobs/sources/%s/test".formatted(name), "/jobs").body())
                    .contains("stockload.sources.%s.url".formatted(name))
                    .doesNotContain("s3cret");
        }
    }

    @Test
    void a_source_says_which_jobs_read_it() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "from: supplier\n");
        assertThat(visitor.get("/jobs").body()).contains("read by night");
    }

    @Test
    void shows_the_expected_sheet_that_it_is_missing_and_the_recipients() {
        assertThat(visitor.get("/jobs").body())
                .contains(
                        "sheet expected by 00:00",
                        "No new sheet came by ",
                        "None was ever imported.",
                        "notifies slack localhost")
                .doesNotContain("T0ken");
    }

    @Test
    void a_button_sends_a_test_message_to_all_recipients() throws Exception {
        chat.enqueue(new MockResponse.Builder().code(200).body("ok").build());
        assertThat(visitor.post("/jobs/night/test-notify", "/jobs").body())
                .contains("slack localhost got the test message.");
        assertThat(chat.takeRequest().getBody().utf8()).contains("This is a test");

        chat.enqueue(new MockResponse.Builder().code(404).build());
        assertThat(visitor.post("/jobs/night/test-notify", "/jobs").body())
                .contains("slack localhost could not be reached.")
                .contains("stockload jobs night --test-notify says why")
                .doesNotContain("answered");
    }

    @Test
    void a_job_with_local_files_has_no_source_to_check() {
        HttpResponse<String> page = visitor.post("/jobs/night/look", "/jobs");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("night reads files of this machine.");
    }

    @Test
    void a_job_without_a_new_sheet_says_so() throws Exception {
        Files.createDirectories(home.resolve("in"));
        Files.writeString(home.resolve("in/a.csv.part"), "x");
        Files.writeString(home.resolve("jobs/night.yml"), "read: in/*\n");
        assertThat(visitor.post("/jobs/night/run", "/jobs").body())
                .contains("There is no new sheet for night.");
    }

    @Test
    void a_button_imports_a_late_sheet_as_the_newest_and_no_other_file() throws Exception {
        sheet("tue", 20);
        visitor.post("/jobs/night/run", "/jobs");
        sheet("mon", 30);
        visitor.post("/jobs/night/run", "/jobs");
        String page = visitor.get("/jobs").body();
        assertThat(page).contains("mon.csv", "is older than the newest sheet", "Import it…");
        Matcher file = Pattern.compile("name=\"file\" value=\"([^\"]+)\"").matcher(page);
        assertThat(file.find()).isTrue();
        assertThat(visitor.post("/jobs/night/run", "/jobs", "file", "jobs/night.yml").body())
                .contains("Job night has no late sheet jobs/night.yml");
        visitor.post("/jobs/night/run", "/jobs", "file", file.group(1));
        assertThat(shop.ledger.runs().latestUsable("default", "night").orElseThrow().fileName())
                .contains("mon.csv");
        assertThat(visitor.get("/jobs").body()).doesNotContain("Import it…");
    }

    private void sheet(String name, int minutesAgo) throws IOException {
        Files.createDirectories(home.resolve("in"));
        Path file =
                Files.writeString(
                        home.resolve("in/" + name + ".csv"),
                        "pid,colour,size,stock\n10001,%s,36,4\n".formatted(name));
        Instant then = Instant.now().minusSeconds(minutesAgo * 60L);
        Files.setLastModifiedTime(file, FileTime.from(then));
    }

    @Test
    void the_age_of_the_last_sheet_is_a_metric() throws Exception {
        Files.createDirectories(home.resolve("in"));
        Path sheet =
                Files.writeString(
                        home.resolve("in/stock.csv"), "pid,colour,size,stock\n10001,red,36,4\n");
        Files.setLastModifiedTime(sheet, FileTime.from(Instant.now().minusSeconds(60)));
        visitor.post("/jobs/night/run", "/jobs");
        Wait.until(() -> shop.ledger.runs().lastFinished("default", "night").isPresent());
        assertThat(visitor.get("/actuator/prometheus").body())
                .containsPattern("stockload_job_last_new_sheet_seconds\\{job=\"night\"} \\d");
        assertThat(visitor.get("/jobs").body()).contains("last new sheet ");
    }

    private HttpResponse<String> save(String job, String... pairs) {
        String at = "/jobs/" + job + "/edit";
        Matcher was =
                Pattern.compile("name=\"was\" value=\"([^\"]+)\"").matcher(visitor.get(at).body());
        assertThat(was.find()).isTrue();
        List<String> all = new ArrayList<>(List.of("was", was.group(1)));
        all.addAll(List.of(pairs));
        return visitor.post(at, at, all.toArray(String[]::new));
    }

    private String file(String job) throws IOException {
        return Files.readString(home.resolve("jobs/" + job + ".yml"));
    }

    @Test
    void a_job_is_changed_by_its_fields_and_the_rest_of_its_file_stays() throws Exception {
        Files.writeString(
                home.resolve("jobs/night.yml"),
                "read: in/*.csv # ours\nschedule: \"30 1 * * *\"\nbuffer: 2\n");
        assertThat(visitor.get("/jobs/night/edit").body())
                .contains("value=\"in/*.csv\"", "value=\"01:30\"", "folder", "does not exist yet");
        assertThat(save("night", "days", "1-5", "at", "02:05", "expect", "06:00").body())
                .contains("Job night is saved in", "<code>5 2 * * 1-5</code>");
        assertThat(file("night"))
                .startsWith("read: in/*.csv # ours\nschedule: 5 2 * * 1-5\nbuffer: 2\n")
                .contains("expect: ");
        assertThat(save("night", "days", "cron", "schedule", "now", "read", "in/*.csv").body())
                .contains("Nothing was saved", "This is not a cron line: &#39;now&#39;");
        assertThat(save("night", "text", "read: in/*.csv\r\nraed: x\r\n").body())
                .contains("line 2: &#39;raed&#39; is not a key", "raed: x");
        assertThat(file("night")).doesNotContain("now", "raed");
        assertThat(save("night", "text", "# new\r\nread: in/*.csv\r\n").statusCode())
                .isEqualTo(200);
        assertThat(file("night")).isEqualTo("# new\nread: in/*.csv\n");
    }

    @Test
    void a_file_without_keys_that_can_be_read_is_changed_as_text_alone() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "read: in/*.csv\n");
        assertThat(visitor.get("/jobs/night/edit").body())
                .contains("id=\"save-job\"", "id=\"save-text\"");
        for (String text : new String[] {"read: [\n", "# nothing yet\n", "- read\n"}) {
            Files.writeString(home.resolve("jobs/night.yml"), text);
            assertThat(visitor.get("/jobs/night/edit").body())
                    .contains("open=\"open\"><summary>The whole file", "id=\"save-text\"")
                    .doesNotContain("id=\"save-job\"");
        }
    }

    @Test
    void an_account_without_settings_here_stays_chosen() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "read: in/*.csv\naccount: sandbox\n");
        assertThat(visitor.get("/jobs/night/edit").body())
                .containsPattern("<option value=\"sandbox\" selected=[^>]*>sandbox</option>");
    }

    @Test
    void what_somebody_else_has_changed_meanwhile_is_not_overwritten() throws Exception {
        String at = "/jobs/night/edit";
        assertThat(visitor.post(at, at, "was", "old", "text", "read: other.csv\n").body())
                .contains("was changed meanwhile", "in/*.csv");
        assertThat(file("night")).contains("in/*.csv");
    }

    @Test
    void what_would_not_work_is_said_while_typing() {
        String[] typed = {
            "name",
            "night",
            "read",
            "out/*.csv",
            "days",
            "*",
            "at",
            "03:00",
            "zone",
            "Asia/Tokyo",
            "notify",
            "mailto:a@shop.example"
        };
        assertThat(visitor.post("/jobs/check", "/jobs/night/edit", typed).body())
                .contains("/out does not exist yet", "03:00 Asia/Tokyo");
        typed[3] = "/etc/*.csv";
        typed[9] = "Asia/Tokio";
        assertThat(visitor.post("/jobs/check", "/jobs/night/edit", typed).body())
                .contains("did you mean &#39;Asia/Tokyo&#39;?</p>")
                .doesNotContain("03:00 Asia");
        assertThat(visitor.get("/jobs/night/edit").body()).contains("in/*.csv");
    }

    @Test
    void a_job_is_paused_copied_and_deleted() throws Exception {
        Files.writeString(home.resolve("jobs/night.yml"), "read: in/*.csv\nschedule: 30 1 * * *\n");
        assertThat(visitor.post("/jobs/night/pause", "/jobs", "paused", "true").body())
                .contains("Job night is paused", ">Paused<")
                .doesNotContain("01:30");
        assertThat(visitor.post("/jobs/night/pause", "/jobs", "paused", "false").body())
                .contains("Job night runs by its schedule", "01:30");
        assertThat(file("night")).isEqualTo("read: in/*.csv\nschedule: 30 1 * * *\n");
        assertThat(visitor.post("/jobs/night/copy", "/jobs", "to", "day").body())
                .contains("This is a copy of night");
        assertThat(file("day")).isEqualTo("read: in/*.csv\nschedule: 30 1 * * *\npaused: true\n");
        assertThat(visitor.post("/jobs/night/copy", "/jobs", "to", "day").body())
                .contains("There is already a job &#39;day&#39;");
        sheet("mon", 30);
        visitor.post("/jobs/night/run", "/jobs");
        Wait.until(() -> !shop.ledger.runs().counts().jobs().isEmpty());
        assertThat(visitor.post("/jobs/night/delete", "/jobs").body())
                .contains("Job night is deleted", "Forget it…");
        assertThat(home.resolve("jobs/night.yml.removed")).exists();
        assertThat(visitor.get("/jobs/night/edit").statusCode()).isEqualTo(404);
    }

    @Test
    void the_files_that_a_run_would_take_are_shown_before_the_job_is_saved() throws Exception {
        sheet("mon", 30);
        String at = "/jobs/night/edit";
        assertThat(visitor.post("/jobs/night/try", at, "read", "in/m*.csv").body())
                .contains("Not saved yet", "1 file found, the newest mon.csv");
        assertThat(visitor.post("/jobs/night/try", at, "read", "/etc/*.csv").body())
                .contains("can only read files under");
    }

    @Test
    void many_jobs_are_searched_and_have_pages() throws Exception {
        for (int i = 100; i < 400; i++) {
            Files.writeString(home.resolve("jobs/job-" + i + ".yml"), "read: in/" + i + ".csv\n");
        }
        assertThat(visitor.get("/jobs").body()).contains("job-149", "1–50 of 301", "page=2");
        assertThat(visitor.get("/jobs?page=2").body())
                .contains("job-150")
                .doesNotContain("job-149");
        assertThat(visitor.get("/jobs?search=in/399").body())
                .contains("job-399")
                .doesNotContain("job-398", "page=2");
    }
}
