package dev.stockload.web;

import static dev.stockload.web.ApiFixture.HEADER;
import static dev.stockload.web.ApiFixture.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** The console and the HTTP interface while the merchant service does not answer. */
@Timeout(60)
@Tag("soak")
class ServiceDownTest {
    @TempDir Path home;
    @AutoClose private Shop shop;
    private String sent;
    private Run braked;

    @BeforeEach
    void open() throws Exception {
        shop = new Shop(home);
        shop.write("jobs/nightly.yml", "read: nightly.csv\nmissing: zero\n");
        sent = nightly("10001,x,36,50\n10002,x,36,60\n10003,x,36,1\n").id();
        braked = nightly("10001,x,36,50\n10003,x,36,2\n10009,x,??,2\n");
        assertThat(braked.state()).isEqualTo(Run.State.FAILED);
        shop.endService();
    }

    private Run nightly(String rows) throws Exception {
        shop.write("nightly.csv", HEADER + rows);
        Visitor visitor = shop.visitor();
        visitor.post("/jobs/nightly/run", "/jobs");
        String run = shop.ledger.runs().page("", 0, 1).get(0).id();
        Wait.until(() -> shop.ledger.runs().get(run).state() != Run.State.RUNNING);
        return shop.ledger.runs().get(run);
    }

    @Test
    void the_page_of_a_braked_run_shows_what_the_brake_saw() {
        String page = shop.visitor().get("/runs/" + braked.id()).body();
        assertThat(page)
                .contains("What it would change", "<b>60</b>pieces fewer", "Compare again")
                .contains("Send this and set 1 size to 0", "Resume…", "Download the rows");
        String part = shop.visitor().getPart("/runs/" + braked.id() + "/state").body();
        assertThat(part).contains("<b>60</b>pieces fewer");
    }

    @Test
    void what_the_brake_saw_can_be_sent_without_a_comparison() throws Exception {
        Visitor visitor = shop.visitor();
        String at = "/runs/" + braked.id();
        String shown = visitor.get(at).body().split("name=\"shown\" value=\"")[1].substring(0, 64);
        visitor.post(at + "/resume", at, "force", "true", "shown", shown);
        assertThat(shop.ledger.runs().get(braked.id()).state()).isEqualTo(Run.State.RUNNING);
        shop.queue.stop(braked.id());
    }

    @Test
    void an_undo_that_was_shown_starts_at_once() {
        String at = "/runs/" + sent;
        long shown = shop.ledger.brakedDiffs().newest("default");
        HttpResponse<String> begun =
                shop.visitor().post(at + "/undo", at, "shown", String.valueOf(shown));
        Run undo = shop.ledger.runs().page("", 0, 1).get(0);
        assertThat(begun.uri().getPath()).isEqualTo("/runs/" + undo.id());
        assertThat(undo.state()).isEqualTo(Run.State.RUNNING);
        shop.queue.stop(undo.id());
    }

    @Test
    void a_new_comparison_says_that_the_service_does_not_answer() {
        Visitor visitor = shop.visitor();
        HttpResponse<String> after = visitor.post("/runs/" + braked.id() + "/diff", "/import");
        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(after.body()).contains("role=\"alert\"").contains("<b>60</b>pieces fewer");
    }

    @Test
    void no_page_waits_for_the_service() throws Exception {
        Visitor visitor = shop.visitor();
        String dropped = visitor.drop("b.csv", HEADER + "10001,x,36,5\n").uri().getPath();
        for (String path :
                List.of(
                        "/runs",
                        "/runs/" + sent,
                        "/runs/" + sent + "/undo",
                        "/product?find=10001",
                        "/product?find=SL-10001",
                        "/store",
                        "/quotas",
                        "/quotas/products?account=default",
                        "/jobs",
                        "/",
                        "/import",
                        dropped,
                        dropped + "/diff?account=default&send=all")) {
            HttpResponse<String> page = visitor.get(path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.body()).as(path).doesNotContainPattern("role=\"alert\">");
        }
    }

    @Test
    void what_needs_the_service_says_why_it_is_missing() throws Exception {
        Visitor visitor = shop.visitor();
        String dropped = visitor.drop("b.csv", HEADER + "10001,x,36,5\n").uri().getPath();
        for (String path :
                List.of(
                        "/runs/" + sent + "/undo",
                        "/product?find=10001",
                        "/product?find=unknown",
                        dropped + "/diff?account=default&send=new")) {
            HttpResponse<String> part = visitor.getPart(path);
            assertThat(part.statusCode()).as(path).isEqualTo(200);
            assertThat(part.body()).as(path).contains("role=\"alert\"");
        }
    }

    @Test
    void programs_are_told_that_the_service_is_down() throws Exception {
        ApiFixture api = new ApiFixture(shop);
        for (String path :
                List.of(
                        "/api/runs/" + sent + "/undo",
                        "/api/runs/" + braked.id() + "/diff",
                        "/api/products/unknown")) {
            HttpResponse<String> answer = api.get(path);
            assertThat(answer.statusCode()).as(path + answer.body()).isEqualTo(502);
            assertThat(json(answer).get("kind").asString()).isEqualTo("SERVICE_FAILED");
        }
        assertThat(api.post("/api/jobs/nightly/diff?fresh=true").statusCode()).isEqualTo(502);
    }
}
