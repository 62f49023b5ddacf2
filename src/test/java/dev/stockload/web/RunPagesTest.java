package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

@Tag("soak")
class RunPagesTest {
    @TempDir static Path home;
    @AutoClose private static Shop shop;
    private static String warehouse;
    private static String script;

    @BeforeAll
    static void open() throws Exception {
        shop = new Shop(home);
        warehouse = shop.imported(Path.of("sample-data/warehouse.xlsx"));
        script =
                shop.imported(
                        shop.write(
                                "evil.csv",
                                "pid,colour,size,stock\n1,<script>alert(1)</script>,XL,3\n"));
    }

    @Test
    void lists_runs_newest_first_with_their_balance() {
        String page = shop.visitor().get("/runs").body();
        assertThat(page.indexOf("evil.csv"))
                .isPositive()
                .isLessThan(page.indexOf("warehouse.xlsx"));
        assertThat(page).contains("Finished", "class=\"is-sent\"", "rejected");
    }

    @Test
    void lists_the_runs_of_one_job() throws Exception {
        shop.write("jobs/only.yml", "read: only.csv\nsend: changed\n");
        shop.write("only.csv", "pid,colour,size,stock\n10003,a,36,1\n");
        Visitor visitor = shop.visitor();
        String run = visitor.post("/jobs/only/run", "/jobs").uri().getPath();
        String page = visitor.get(run).body();
        assertThat(page).contains("href=\"/runs?job=only\"");
        assertThat(visitor.get("/jobs").body()).contains("href=\"/runs?job=only\"");
        assertThat(visitor.get("/runs?job=only").body())
                .contains("Only runs of job only", "only.csv", "/runs/list?job=only")
                .doesNotContain("evil.csv", "warehouse.xlsx");
        assertThat(visitor.get("/runs?job=import").body()).contains("evil.csv");
        assertThat(visitor.get("/runs?job=other").body()).contains("It has none");
    }

    @Test
    void the_first_page_shows_last_night_with_plots() {
        String page = shop.visitor().get("/").body();
        assertThat(page)
                .contains(
                        "Last night",
                        "To look at: evil.csv (rows to correct), warehouse.xlsx",
                        "Rows to correct")
                .contains("aria-label=\"Pieces in stock, 30 nights: ")
                .doesNotContain("Nothing was imported yet");
    }

    @Test
    void shows_a_run_with_its_problems_and_requests() {
        String page = shop.visitor().get("/runs/" + warehouse).body();
        assertThat(page)
                .contains(
                        "warehouse.xlsx", "report.json", "rejected.xlsx", "class=\"was-accepted\"")
                .contains("size.date");
        assertThat(page.indexOf("Download the rows to correct"))
                .as("offered before all numbers")
                .isPositive()
                .isLessThan(page.indexOf("Balance"));
        assertThat(page).contains("good rows of its colour.");
        assertThat(page.indexOf("72 rows to correct: 22 are bad, and 50 good rows wait for them"))
                .as("said before all numbers")
                .isPositive()
                .isLessThan(page.indexOf("Balance"));
    }

    @Test
    void shows_the_same_numbers_in_every_language() {
        for (String language : new String[] {"ar-EG-u-nu-arab", "fa-IR", "de-DE"}) {
            assertThat(shop.visitor().getIn(language, "/runs/" + warehouse).body())
                    .contains("<td class=\"n\">4,181</td>");
        }
    }

    @Test
    void filters_and_searches_problems() {
        Visitor visitor = shop.visitor();
        String dates = visitor.get("/runs/" + warehouse + "?kind=size.date").body();
        assertThat(rows(dates)).isPositive();
        assertThat(dates).contains("is a date");
        String none = visitor.get("/runs/" + warehouse + "/problems?search=zebra").body();
        assertThat(none).contains("No matching problems").doesNotContain("<html");
        String all = visitor.get("/runs/" + warehouse + "/problems").body();
        assertThat(rows(dates)).isLessThan(rows(all));
    }

    @Test
    void serves_the_files_of_a_run_and_no_others() {
        Visitor visitor = shop.visitor();
        HttpResponse<String> report = visitor.get("/runs/" + warehouse + "/files/report.json");
        assertThat(report.statusCode()).isEqualTo(200);
        assertThat(report.body()).contains("\"COMPLETED\"");
        assertThat(report.headers().firstValue("Content-Disposition").orElseThrow())
                .startsWith("attachment");
        assertThat(visitor.get("/runs/" + warehouse + "/files/status.json").statusCode())
                .isEqualTo(404);
        assertThat(
                        visitor.get("/runs/" + warehouse + "/files/..%2F..%2Fstockload.mv.db")
                                .statusCode())
                .isBetween(400, 404);
    }

    @Test
    void says_that_a_run_does_not_exist() {
        HttpResponse<String> answer = shop.visitor().get("/runs/nothing");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("There is no run nothing").contains("Stockload");
    }

    @Test
    void sends_a_finished_sheet_again_as_a_new_run() throws Exception {
        String first =
                shop.imported(shop.write("again.csv", "pid,colour,size,stock\n10005,a,36,1\n"));
        Visitor visitor = shop.visitor();
        HttpResponse<String> second = visitor.post("/runs/" + first + "/again", "/runs/" + first);
        String run = second.uri().getPath().replace("/runs/", "");
        assertThat(run).isNotEqualTo(first);
        Run again = shop.ledger.runs().get(run);
        assertThat(again.content()).isEqualTo(shop.ledger.runs().get(first).content());
        assertThat(again.number()).isGreaterThan(shop.ledger.runs().get(first).number());
        shop.ended(shop.queue.resume(run, ResumeOptions.forced(false)));
        assertThat(visitor.post("/runs/" + first + "/stop", "/runs/" + first).body())
                .contains("no longer running");
    }

    @Test
    void a_form_that_is_posted_twice_makes_one_run() throws Exception {
        String first =
                shop.imported(shop.write("twice.csv", "pid,colour,size,stock\n10006,a,36,1\n"));
        String page = "/runs/" + first;
        List<CompletableFuture<String>> posts =
                Stream.of(1, 2, 3)
                        .map(i -> CompletableFuture.supplyAsync(() -> again(page, "k1")))
                        .toList();
        Set<String> led = new HashSet<>();
        for (CompletableFuture<String> post : posts) {
            led.add(post.get(300, TimeUnit.SECONDS));
        }
        assertThat(led).hasSize(1);
        String run = led.iterator().next();
        shop.ended(shop.queue.resume(run.replace("/runs/", ""), ResumeOptions.forced(false)));
        assertThat(again(page, "k2")).isNotEqualTo(run);
        assertThat(shop.visitor().get(page).body()).contains("name=\"once\"");
    }

    private static String again(String page, String key) {
        return shop.visitor().post(page + "/again", page, "once", key).uri().getPath();
    }

    @Test
    void shows_html_in_a_sheet_as_text() {
        String page = shop.visitor().get("/runs/" + script).body();
        assertThat(page).contains("XL").doesNotContain("<script>alert");
    }

    private static int rows(String page) {
        return page.split("class=\"c-val\"", -1).length - 1;
    }
}
