package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.queue.Ended;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.web.parts.Uploads;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

@Tag("soak")
class UploadCleanupTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir Path home;
    @AutoClose private Shop shop;
    private Visitor visitor;
    private volatile Instant now = Instant.parse("2026-11-15T12:00:00Z");

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(home, null, () -> now, TestSandbox.inMemory());
        visitor = shop.visitor();
    }

    @Test
    void an_upload_that_a_kill_cut_off_is_gone_after_the_next_start() throws IOException {
        Path left = Files.writeString(shop.data.resolve("uploads/upload_1_2.tmp"), "pid,col");
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        drop("first.csv", 1);
        try (Stream<Path> files = Files.walk(temporary)) {
            assertThat(files.filter(file -> file.toString().contains("upload_")))
                    .allMatch(file -> file.startsWith(shop.data));
        }
        shop.close();
        open();
        assertThat(left).doesNotExist();
    }

    @Test
    void removes_a_sheet_after_a_day_without_use_and_its_page_says_so() throws IOException {
        String first = drop("first.csv", 1);
        now = now.plus(Uploads.KEPT).minus(HOUR);
        drop("second.csv", 2);
        assertThat(sheets()).hasSize(2);
        now = now.plus(HOUR);
        drop("third.csv", 3);
        assertThat(sheets()).hasSize(2);

        HttpResponse<String> page = visitor.get(first);
        assertThat(page.uri().toString()).endsWith("/import?gone");
        assertThat(page.body()).contains("no longer here", "Drop it again");
        assertThat(visitor.post(first + "/start", "/import").body()).contains("no longer here");
        assertThat(visitor.getPart(first + "/check").headers().firstValue("HX-Redirect"))
                .contains("/import?gone");
        assertThat(visitor.getPart(first + "/kept").headers().firstValue("HX-Redirect"))
                .contains("/import?gone");
    }

    @Test
    void keeps_the_sheet_of_an_open_page() throws IOException {
        String at = drop("open.csv", 1);
        for (int hours = 0; hours < 60; hours += 20) {
            now = now.plus(HOUR.multipliedBy(20));
            assertThat(visitor.getPart(at + "/kept").statusCode()).isEqualTo(204);
            drop("another.csv", 2 + hours);
        }
        assertThat(visitor.get(at).body()).contains("open.csv");
    }

    @Test
    void removes_an_imported_sheet_after_a_day_and_still_knows_its_name() throws Exception {
        String at = drop("imported.csv", 10001);
        String run = run(visitor.post(at + "/start", at));
        shop.ended(shop.queue.resume(run, ResumeOptions.forced(false)));
        assertThat(visitor.get("/runs/" + run).body()).contains("imported.csv", "Send again");
        now = now.plus(Uploads.KEPT);
        shop.restartConsole();
        assertThat(sheets()).isEmpty();
        assertThat(visitor.get("/runs/" + run).body())
                .contains("imported.csv", "is no longer here")
                .doesNotContain("Send again");
        assertThat(visitor.get("/runs").body()).contains("imported.csv");
    }

    @Test
    void removes_the_sheet_of_a_stopped_run_which_resumes_with_its_own_copy() throws Exception {
        String at = dropped("stopped.csv", ApiFixture.sheetOf(301));
        String run = run(visitor.post(at + "/start", at));
        shop.queue.stop(run);
        assertThat(Ended.run(shop.ledger, run).state()).isEqualTo(Run.State.STOPPED);
        afterwardsNothingIsLeft();
        assertThat(shop.ended(shop.queue.resume(run, ResumeOptions.forced(false))).state())
                .isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void removes_a_sheet_that_cannot_be_used() throws Exception {
        visitor.post(dropped("letter.csv", "Dear Sir\n") + "/start", "/import");
        afterwardsNothingIsLeft();
    }

    private void afterwardsNothingIsLeft() throws IOException {
        now = now.plus(Uploads.KEPT.multipliedBy(2));
        shop.restartConsole();
        assertThat(shop.data.resolve("uploads")).isEmptyDirectory();
    }

    @Test
    void removes_the_rest_of_a_broken_upload() throws IOException {
        drop("whole.csv", 1);
        Path broken = Files.createTempFile(shop.data.resolve("uploads"), ".incoming", "");
        Files.setLastModifiedTime(broken, FileTime.from(now));
        afterwardsNothingIsLeft();
        assertThat(broken).doesNotExist();
    }

    private String drop(String name, int product) throws IOException {
        String sheet = "pid,colour,size,stock\n%d,a,36,1\n".formatted(product);
        return dropped(name, sheet);
    }

    private String dropped(String name, String sheet) throws IOException {
        return visitor.drop(name, sheet).uri().getPath();
    }

    private static String run(HttpResponse<String> page) {
        return page.uri().getPath().replace("/runs/", "");
    }

    private List<Path> sheets() throws IOException {
        try (Stream<Path> all = Files.walk(shop.data.resolve("uploads"))) {
            return all.filter(path -> path.toString().endsWith("sheet.csv")).toList();
        }
    }
}
