package dev.stockload.web;

import static dev.stockload.web.ApiFixture.FORM;
import static dev.stockload.web.ApiFixture.HEADER;
import static dev.stockload.web.ApiFixture.part;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Wait;
import dev.stockload.imports.Orders;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Previews on pages and in the HTTP interface: exactly what was shown is sent. */
@Timeout(120)
@Tag("soak")
class ChangePagesTest {
    private static final Pattern SHOWN = Pattern.compile("name=\"shown\" value=\"([0-9a-f]+)\"");

    @TempDir Path home;
    @AutoClose private Shop shop;

    @BeforeEach
    void open() throws Exception {
        shop = new Shop(home);
        shop.imported(shop.write("a.csv", HEADER + "10001,x,36,50\n10002,x,36,60\n"));
    }

    @Test
    void the_import_page_sends_exactly_the_changes_it_showed() throws Exception {
        Visitor visitor = shop.visitor();
        String at = visitor.drop("b.csv", HEADER + "10001,x,36,5\n").uri().getPath();
        String part = visitor.getPart(at + "/diff?account=default&send=all").body();
        assertThat(part)
                .doesNotContain("<html")
                .contains("What would change", "pieces fewer", "<b>45</b>")
                .containsPattern("10001</td>.*</td><td>x</td>");

        String shown = shown(part);
        shop.imported(shop.write("c.csv", HEADER + "10001,x,36,7\n"));
        HttpResponse<String> shownAgain =
                visitor.post(
                        at + "/start", at, "account", "default", "send", "all", "shown", shown);
        assertThat(shownAgain.uri().getPath()).isEqualTo(at + "/diff");
        assertThat(shownAgain.body()).contains("has changed since this was shown", "Comparing…");
        String now = visitor.getPart(pathAndQuery(shownAgain)).body();
        assertThat(now).contains("<b>2</b>");
        assertThat(stock(10001)).isEqualTo(7);

        HttpResponse<String> sent =
                visitor.post(
                        at + "/start",
                        at,
                        "account",
                        "default",
                        "send",
                        "all",
                        "shown",
                        shown(now));
        assertThat(sent.uri().getPath()).startsWith("/runs/");
        shop.awaitCompleted(newest());
        assertThat(stock(10001)).isEqualTo(5);
    }

    @Test
    void all_changes_of_a_sheet_are_searched_and_downloaded() throws Exception {
        Visitor visitor = shop.visitor();
        StringBuilder rows = new StringBuilder(HEADER + "10001,x,36,5\n");
        for (int size = 40; size < 200; size++) {
            rows.append("10002,y,%d,1\n".formatted(size));
        }
        String at = visitor.drop("b.csv", rows.toString()).uri().getPath();
        assertThat(visitor.getPart(at + "/diff").body())
                .contains("<a href=\"" + at + "/changes\">and 141 more sizes</a>");
        assertThat(visitor.get(at + "/changes?search=y+7").body())
                .contains("Comparing…", at + "/changes?search=y%207&amp;page=1");
        assertThat(visitor.getPart(at + "/changes").body())
                .contains("1–100 of 161", "page=2")
                .doesNotContain("<html");
        assertThat(visitor.getPart(at + "/changes?search=10001").body())
                .containsPattern("10001</td>.*</td><td>x</td>")
                .doesNotContain("10002");
        assertThat(visitor.get(at + "/changes.csv").body().lines()).hasSize(162);
    }

    @Test
    void all_problems_of_a_sheet_are_filtered_and_searched() throws Exception {
        Visitor visitor = shop.visitor();
        StringBuilder rows = new StringBuilder(HEADER);
        for (int row = 0; row < 150; row++) {
            rows.append("10001,c%d,XL,1\n".formatted(row));
        }
        HttpResponse<String> page = visitor.drop("b.csv", rows + "10002,y,36,z1\n");
        String at = page.uri().getPath();
        assertThat(page.body()).contains(at + "/found?kind=size.format", "search all of them");
        assertThat(visitor.get(at + "/found").body()).contains("1–100 of 151", "page=2");
        assertThat(visitor.get(at + "/found?search=z1").body())
                .contains("<code>z1</code>")
                .doesNotContain("<code>XL</code>");
    }

    @Test
    void one_product_of_a_run_is_undone() throws Exception {
        String run = shop.imported(shop.write("b.csv", HEADER + "10001,x,36,5\n10002,x,36,6\n"));
        Visitor visitor = shop.visitor();
        String at = "/runs/" + run + "/undo";
        assertThat(visitor.get("/product?find=10002").body()).contains(at + "?product=10002");
        String plan = visitor.getPart(at + "?product=10002").body();
        assertThat(plan).contains("Undo these products", "10002").doesNotContain("10001");
        visitor.post(at, "/runs/" + run, "shown", shown(plan), "product", "10002");
        shop.awaitCompleted(newest());
        assertThat(stock(10002)).isEqualTo(60);
        assertThat(stock(10001)).isEqualTo(5);
        assertThat(visitor.getPart(at + "?product=no-such").body())
                .contains("is no product id, item number or barcode");
    }

    @Test
    void what_left_the_sheet_is_said_on_the_page_of_the_run_and_in_the_morning() throws Exception {
        shop.write("jobs/nightly.yml", "read: stock.csv\n");
        nightly("10001,x,36,50\n10001,x,37,4\n", MissingMode.REPORT);
        Run run = nightly("10001,x,36,50\n", MissingMode.REPORT);
        Visitor visitor = shop.visitor();
        assertThat(visitor.get("/runs/" + run.id()).body())
                .contains("1 size left the sheet, 4 pieces: still on sale", "Set it to 0");
        assertThat(visitor.get("/").body())
                .contains("1 size with 4 pieces, job nightly", "Set it to 0 in job nightly");
    }

    @Test
    void the_import_page_lists_what_only_the_service_rejects() throws Exception {
        Visitor visitor = shop.visitor();
        String sheet = HEADER + "10001,x,36,5\n4711,x,36,5\n10002,x,36,y\n";
        HttpResponse<String> dropped = visitor.drop("b.csv", sheet);
        assertThat(dropped.body()).contains("<code>y</code>").doesNotContain("<code>4711</code>");
        assertThat(visitor.getPart(dropped.uri().getPath() + "/diff").body())
                .doesNotContain("<html")
                .contains("What would change", "<code>4711</code>", "<code>y</code>");

        String at = dropped.uri().getPath();
        String all = at + "/diff/found";
        assertThat(visitor.getPart(at + "/diff").body()).contains(all + "?kind=product.unknown");
        assertThat(visitor.get(at + "/found").body())
                .contains("href=\"" + all + "\"")
                .doesNotContain("<code>4711</code>");
        assertThat(visitor.get(all).body())
                .contains("<code>4711</code>", "<code>y</code>", all + "?kind=product.unknown")
                .doesNotContain("Ask the service too");
        assertThat(visitor.get(all + "?search=4711").body())
                .contains("<code>4711</code>")
                .doesNotContain("<code>y</code>");
    }

    @Test
    void a_header_with_braces_and_a_plus_survives_a_second_look() throws Exception {
        Visitor visitor = shop.visitor();
        String odd = "pid,colour,size,A+B {pcs}\n10001,x,36,5\n";
        String at = visitor.drop("b.csv", odd).uri().getPath();
        HttpResponse<String> shownAgain =
                visitor.post(at + "/start", at, "column-stock", "A+B {pcs}", "shown", "earlier");
        assertThat(shownAgain.uri().getPath()).isEqualTo(at + "/diff");
        assertThat(shownAgain.body()).contains("has changed since this was shown");
        assertThat(visitor.getPart(pathAndQuery(shownAgain)).body()).contains("<b>45</b>");
    }

    @Test
    void a_braked_run_shows_its_changes_and_a_button_that_sends_them() throws Exception {
        nightly("10001,x,36,50\n10002,x,36,60\n10003,x,36,1\n");
        Run braked = nightly("10001,x,36,50\n10003,x,36,2\n");
        assertThat(braked.state()).isEqualTo(Run.State.FAILED);
        Visitor visitor = shop.visitor();
        String at = "/runs/" + braked.id();
        String page = visitor.get(at).body();
        assertThat(page)
                .contains("It would bring 1 piece more and 60 fewer", "What it would change")
                .contains("Send this");

        shop.imported(shop.write("c.csv", HEADER + "10003,x,36,9\n"));
        String shownAgain =
                visitor.post(at + "/resume", at, "force", "true", "shown", shown(page)).body();
        assertThat(shownAgain).contains("has changed since this was shown");
        assertThat(stock(10002)).isEqualTo(60);

        visitor.post(at + "/resume", at, "force", "true", "shown", shown(shownAgain));
        shop.awaitCompleted(braked.id());
        assertThat(stock(10002)).isZero();
    }

    @Test
    void a_run_is_undone_from_its_page() throws Exception {
        String bad = shop.imported(shop.write("b.csv", HEADER + "10001,x,36,1\n10004,x,36,3\n"));
        Visitor visitor = shop.visitor();
        assertThat(visitor.get("/runs/" + bad).body()).contains("/runs/" + bad + "/undo");
        String page = visitor.getPart("/runs/" + bad + "/undo").body();
        assertThat(page).contains("sizes restored", "set to 0", "Undo the run");

        HttpResponse<String> begun =
                visitor.post("/runs/" + bad + "/undo", "/runs/" + bad, "shown", shown(page));
        assertThat(begun.uri().getPath()).contains("undo");
        shop.awaitCompleted(newest());
        assertThat(stock(10001)).isEqualTo(50);
        assertThat(stock(10004)).isZero();
        assertThat(visitor.get("/runs/" + newest()).body())
                .contains("undo.csv", "what was there before another run", "1 size restored")
                .contains("2 colours: 2 colours sent", "There are none.")
                .doesNotContain("Send again", "No rows yet", "Every row is good", "0 sent");
        assertThat(visitor.getPart("/runs/" + bad + "/undo").body())
                .contains("Nothing would change, and nothing would be sent")
                .doesNotContain("Undo the run", "sent all the same");
        assertThat(visitor.get("/runs/" + bad).body())
                .as("what was undone cannot be undone again")
                .doesNotContain("/runs/" + bad + "/undo");

        shop.write("jobs/night.yml", "read: night.csv\n");
        shop.write("night.csv", HEADER + "10001,x,36,9\n");
        visitor.post("/jobs/night/run", "/jobs");
        String night = newest();
        shop.awaitCompleted(night);
        visitor.post(
                "/runs/" + night + "/undo",
                "/runs/" + night,
                "shown",
                shown(visitor.getPart("/runs/" + night + "/undo").body()));
        String undo = newest();
        shop.awaitCompleted(undo);
        assertThat(visitor.post("/jobs/night/run", "/jobs").body())
                .contains("already imported by run " + night + ", which was undone on ")
                .contains("by run " + undo + ", so nothing was sent. “Send again”");
    }

    @Test
    void what_a_newer_sheet_overtakes_while_it_is_corrected_is_not_offered_for_import()
            throws Exception {
        shop.write("jobs/night.yml", "read: in/*.csv\n");
        shop.write("in/monday.csv", HEADER + "10001,x,36,9\n10002,x,XL,1\n");
        Visitor visitor = shop.visitor();
        visitor.post("/jobs/night/run", "/jobs");
        String monday = newest();
        shop.awaitCompleted(monday);
        String at = visitor.post("/runs/" + monday + "/correct", "/runs/" + monday).uri().getPath();
        assertThat(visitor.get(at).body()).contains("You correct", "id=\"import-now\"");

        shop.write("in/tuesday.csv", HEADER + "10001,x,36,8\n10002,x,XL,1\n");
        visitor.post("/jobs/night/run", "/jobs");
        String tuesday = newest();
        shop.awaitCompleted(tuesday);

        assertThat(visitor.get(at).body())
                .contains("A newer sheet of night was imported", "by run " + tuesday)
                .doesNotContain("You correct", "import-now");
    }

    @Test
    void an_undo_is_shown_again_if_the_stock_changed_and_a_repeated_form_makes_one_run()
            throws Exception {
        String bad = shop.imported(shop.write("b.csv", HEADER + "10001,x,36,1\n10002,x,36,3\n"));
        Visitor visitor = shop.visitor();
        String at = "/runs/" + bad + "/undo";
        String page = visitor.getPart(at).body();
        String newer = shop.imported(shop.write("c.csv", HEADER + "10001,x,36,7\n"));

        HttpResponse<String> shownAgain =
                visitor.post(at, "/runs/" + bad, "shown", shown(page), "once", "key-0001");
        assertThat(shownAgain.uri().getPath()).isEqualTo(at);
        assertThat(shownAgain.body()).contains("has changed since this was shown");
        String now = visitor.getPart(at).body();
        assertThat(now)
                .contains("Product 10001, colour x, size 36: run " + newer + " has sent it since");
        assertThat(newest()).isEqualTo(newer);

        String[] form = {"shown", shown(now), "once", "key-0002"};
        String once = visitor.post(at, "/runs/" + bad, form).uri().getPath();
        String again = visitor.post(at, "/runs/" + bad, form).uri().getPath();
        assertThat(again).isEqualTo(once).isEqualTo("/runs/" + newest());
        shop.awaitCompleted(newest());
        assertThat(stock(10001)).isEqualTo(7);
        assertThat(stock(10002)).isEqualTo(60);
        assertThat(visitor.get("/runs").body())
                .contains("undo of run " + bad, "1 colour sent")
                .doesNotContain("no rows yet");
        assertThat(shop.ledger.runs().page("", 0, 10)).hasSize(4);
    }

    @Test
    void diff_and_undo_work_through_the_http_interface() throws Exception {
        ApiFixture api = new ApiFixture(shop);
        String diff =
                accepted(api.post("/api/diffs", FORM, part("b.csv", HEADER + "10001,x,36,1")));
        assertThat(diff)
                .contains("\"fewer\":49", "\"before\":50,\"after\":1", "\"from\":\"ledger\"");
        shop.write("jobs/nightly.yml", "read: n.csv\n");
        shop.write("n.csv", HEADER + "10002,x,36,70\n");
        assertThat(accepted(api.post("/api/jobs/nightly/diff")))
                .contains("\"more\":10", "\"before\":60,\"after\":70");
        String bad = shop.imported(shop.write("b.csv", HEADER + "10001,x,36,1\n"));
        accepted(api.post("/api/runs/" + bad + "/undo"));
        Wait.until(() -> !newest().equals(bad));
        shop.awaitCompleted(newest());
        assertThat(stock(10001)).isEqualTo(50);
    }

    private static String accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        return answer.body();
    }

    private Run nightly(String rows) throws Exception {
        return nightly(rows, MissingMode.ZERO);
    }

    private Run nightly(String rows, MissingMode missing) throws Exception {
        Path sheet = shop.write("n%d.csv".formatted(rows.hashCode()), HEADER + rows);
        return shop.ended(
                shop.queue.submit(Orders.nightly("nightly", sheet, missing, Brake.USUAL)));
    }

    private static String pathAndQuery(HttpResponse<String> page) {
        return page.uri().getRawPath() + "?" + page.uri().getRawQuery();
    }

    private String newest() {
        return shop.ledger.runs().page("", 0, 10).stream()
                .max((a, b) -> Long.compare(a.number(), b.number()))
                .orElseThrow()
                .id();
    }

    private int stock(int product) {
        return shop.ledger
                .book("default")
                .product(product)
                .colours()
                .get("x")
                .sizes()
                .values()
                .iterator()
                .next()
                .stock()
                .known()
                .stock()
                .pieces();
    }

    private static String shown(String page) {
        Matcher shown = SHOWN.matcher(page);
        assertThat(shown.find()).as(page).isTrue();
        return shown.group(1);
    }
}
