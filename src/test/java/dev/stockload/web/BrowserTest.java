package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.details.table.DetailsRequest;
import dev.stockload.runs.Run;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What people do with the console, in a real browser. */
@Tag("soak")
class BrowserTest {
    @TempDir static Path home;
    @AutoClose private static Browser browser;
    @AutoClose private static Shop shop;

    @BeforeAll
    static void open() throws Exception {
        browser = new Browser(Files.createDirectory(home.resolve("downloads")));
        shop = new Shop(Files.createDirectory(home.resolve("shop")));
    }

    @Test
    void imports_the_sample_stops_resumes_and_downloads_the_rejects() {
        browser.open(shop.address() + "/import");
        browser.drop(Path.of("sample-data/warehouse.xlsx"));
        browser.shows("#sheet", "How the sheet was read");
        browser.shows("#problems", "is not a size");
        browser.click("#import-now");

        browser.shows(".state", "Sending");
        double before = sentWidth();
        browser.until(() -> sentWidth() > before, "The bar does not move");
        browser.press("Stop…");
        browser.press("Stop the run");
        browser.shows("#state .state", "Stopped");

        browser.press("Resume…");
        browser.press("Resume the run");
        browser.shows("#state .state", "Finished");
        browser.shows(".numbers", "985");
        browser.click("a[href$='rejected.xlsx']");
        browser.until(
                () -> {
                    try (var files = Files.list(browser.downloads)) {
                        return files.anyMatch(f -> f.toString().endsWith("rejected.xlsx"));
                    } catch (java.io.IOException e) {
                        return false;
                    }
                },
                "The rejects file does not arrive");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void corrects_a_mapping_with_the_keyboard_and_imports() {
        browser.open(shop.address() + "/import");
        browser.drop(Path.of("sample-data/nightly/stock-2026-11-10.csv"));
        browser.shows(".notice.bad", "has no header");
        for (String[] choice :
                new String[][] {
                    {"column-item", "Article"},
                    {"column-colour", "Colour name"},
                    {"column-stock", "On hand"}
                }) {
            new Select(browser.find("#" + choice[0])).selectByVisibleText(choice[1]);
            settled();
        }
        browser.shows(".plan", "colours to send");
        browser.find("#import-now").sendKeys(Keys.ENTER);
        browser.shows("#state .state", "Finished");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void previews_a_change_sends_it_and_undoes_it() throws Exception {
        shop.imported(shop.write("before.csv", "pid,colour,size,stock\n10030,a,36,9\n"));
        Path sheet =
                shop.write("changes.csv", "pid,colour,size,stock\n10030,a,36,2\n4711,a,36,1\n");
        browser.open(shop.address() + "/import");
        browser.drop(sheet);
        browser.shows("#sheet", "How the sheet was read");
        browser.shows("#diff", "10030");
        browser.shows("#diff", "pieces fewer");
        browser.shows("#problems", "4711");
        browser.click("#import-now");
        browser.shows("#state .state", "Finished");

        browser.click("a[href$='/undo']");
        browser.shows("#content", "sizes restored");
        browser.click("#undo-now");
        browser.shows("#state .state", "Finished");
        browser.shows("#state", "what was there before another run");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void the_mistakes_and_times_of_a_job_are_said_while_one_types() throws Exception {
        Path file = shop.write("jobs/typed.yml", "read: in/*.csv # ours\nschedule: 30 1 * * *\n");
        browser.open(shop.address() + "/jobs/typed/edit");
        browser.find("[name=zone]").sendKeys("Asia/Tokio");
        browser.shows("#hint-zone", "did you mean 'Asia/Tokyo'?");
        browser.find("[name=zone]").sendKeys(Keys.BACK_SPACE, Keys.BACK_SPACE, "yo");
        browser.shows("#hint-schedule", "01:30 Asia/Tokyo");
        assertThat(browser.find("#hint-zone").getText()).isEmpty();
        assertThat(browser.driver.switchTo().activeElement().getDomAttribute("name"))
                .isEqualTo("zone");
        browser.shows("#hint-all", "/in does not exist yet");
        browser.click("#save-job");
        browser.shows(".notice", "Job typed is saved");
        assertThat(Files.readString(file))
                .isEqualTo("read: in/*.csv # ours\nschedule: 30 1 * * *\nzone: Asia/Tokyo\n");
        assertThat(browser.complaints()).isEmpty();
        Files.delete(file);
    }

    @Test
    void a_change_right_after_an_update_is_shown_too() throws Exception {
        String run =
                shop.imported(shop.write("twice.csv", "pid,colour,size,stock\n10040,a,36,9\n"));
        browser.open(shop.address() + "/runs/" + run);
        isLive();
        browser.driver.executeScript(
                """
                const tell = () => document.body.dispatchEvent(new CustomEvent('stockload:run'));
                window.updates = 0;
                document.addEventListener('htmx:afterRequest', () => window.updates++);
                document.addEventListener('htmx:afterSwap', () => setTimeout(tell), {once: true});
                tell();
                """);
        browser.until(
                () -> (Long) browser.driver.executeScript("return window.updates") >= 2,
                "The page has not heard of the second change");
    }

    @Test
    void an_open_page_shows_how_a_job_ended() throws Exception {
        shop.write("live-job.csv", "pid,colour,size,stock\n10008,a,36,1\n");
        shop.write("jobs/live-job.yml", "read: live-job.csv\n");
        browser.open(shop.address() + "/jobs");
        browser.shows("#jobs", "never run");
        isLive();
        shop.visitor().post("/jobs/live-job/run", "/jobs");
        browser.shows("#jobs", "Finished");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void shows_a_script_in_a_sheet_as_the_text_it_is() throws Exception {
        Path evil =
                shop.write(
                        "evil.csv",
                        "pid,colour,size,stock\n"
                                + "10001,<script>document.title='hacked'</script>,XL,3\n"
                                + "10001,\"Red <img src=x onerror=alert(1)>\",36,1\n");
        browser.open(shop.address() + "/import");
        browser.drop(evil);
        browser.shows("#sheet", "<script>document.title='hacked'</script>");
        browser.press("Import 1 colour…");
        browser.press("Import 1 colour");
        browser.shows("#state .state", "Finished");
        assertThat(browser.driver.getTitle()).doesNotContain("hacked");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void live_updates_continue_after_a_restart_of_the_server() throws Exception {
        shop.restartConsole();
        browser.open(shop.address() + "/runs");
        browser.until(BrowserTest::isLookedAt, "Nobody looks");
        shop.endConsole();
        browser.shows("#live", "Connection lost");
        shop.startConsole();
        browser.until(BrowserTest::isLookedAt, "The page does not come back");
        Path sheet = shop.write("later.csv", "pid,colour,size,stock\n10002,a,36,1\n");
        shop.ended(shop.queue.submit(shop.order(sheet)));
        browser.shows("table.runs", "later.csv");
        // The browser notes each try to reach the server that is not there; htmx notes those of a
        // part of the page, by the event that it sends.
        assertThat(browser.complaints())
                .allMatch(
                        note ->
                                isOf(note, "/events")
                                        || isOf(note, "/runs/list")
                                        || note.contains("\"htmx:afterRequest\"")
                                        || note.contains("\"htmx:sendError\""));
    }

    /** Whether the browser could not reach this path of the console. */
    private static boolean isOf(String note, String path) {
        return note.startsWith(shop.address() + path) && note.contains("net::ERR_");
    }

    @Test
    void keeps_the_focus_during_live_updates() throws Exception {
        String run =
                shop.imported(shop.write("focus.csv", "pid,colour,size,stock\n10006,a,36,1\n"));
        browser.open(shop.address() + "/runs");
        isLive();
        WebElement button = browser.shows("#ask-again-" + run, "Send again");
        browser.driver.executeScript("arguments[0].focus()", button);
        shop.imported(shop.write("next.csv", "pid,colour,size,stock\n10007,a,36,1\n"));
        browser.shows("table.runs", "next.csv");
        browser.until(
                () -> browser.driver.findElements(By.cssSelector(".state.running")).isEmpty(),
                "The last run is not shown as finished");
        settled();
        assertThat(browser.driver.switchTo().activeElement().getDomAttribute("id"))
                .isEqualTo("ask-again-" + run);
        browser.driver.switchTo().activeElement().sendKeys(Keys.ENTER);
        assertThat(browser.driver.switchTo().activeElement().getText()).isEqualTo("Send it again");
        browser.driver.switchTo().activeElement().sendKeys(Keys.ESCAPE);
        assertThat(browser.driver.switchTo().activeElement().getDomAttribute("id"))
                .isEqualTo("ask-again-" + run);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void marks_products_as_published_and_sees_the_quota_change() {
        DetailsRequest order =
                new DetailsRequest("default", List.of(10001, 10002), false, Optional.empty());
        Run job = shop.workspace.imports().enter(order);
        browser.open(shop.address() + "/quotas");
        browser.shows("#quotas", "Nothing has been fetched yet");
        isLive();
        for (int product : List.of(10001, 10002)) {
            shop.ledger
                    .details()
                    .fetched(
                            shop.ledger.details().begin(job, product, Instant.now()),
                            "shop",
                            "{\"title\":\"<b>Shoe\"}".getBytes(StandardCharsets.UTF_8),
                            Instant.now());
        }
        browser.shows("#quotas a", "2 of 2 fetched products are not marked").click();
        browser.shows("table.products", "<b>Shoe");
        browser.click("[data-tick-all]");
        browser.shows("[data-count]", "2");
        browser.press("Mark as published…");
        browser.shows(".ask b", "2");
        browser.press("Mark them");
        browser.shows(".notice", "2 products are marked as published");
        browser.shows(".empty", "All fetched products are marked");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void logs_in_with_the_password() throws Exception {
        try (Shop locked =
                new Shop(
                        Files.createDirectory(home.resolve("locked")),
                        "open sesame",
                        InstantSource.system(),
                        TestSandbox.inMemory())) {
            browser.open(locked.address() + "/runs");
            browser.find("input[type=password]").sendKeys("guess" + Keys.ENTER);
            browser.shows(".notice.bad", "Wrong password");
            browser.find("input[type=password]").sendKeys("open sesame" + Keys.ENTER);
            browser.shows(".empty", "No runs yet");
            browser.press("Log out");
            browser.shows("h1", "Log in");
            browser.find("input[type=password]").sendKeys("open sesame" + Keys.ENTER);
            browser.shows(".empty", "No runs yet");
            // Nobody is logged in at a server that has just started.
            locked.restartConsole();
            browser.shows("h1", "Log in");
            // Those of the restart are of no interest to the other tests.
            browser.complaints();
        }
    }

    /** Waits until the page gets events and has fetched what it missed. */
    private static void isLive() {
        browser.until(
                () -> browser.find("#live").getDomAttribute("data-live") != null,
                "The page is not live");
        settled();
    }

    private static void settled() {
        browser.until(
                () ->
                        browser.driver
                                .findElements(By.cssSelector(".htmx-request, .htmx-swapping"))
                                .isEmpty(),
                "The page waits for ever");
    }

    private static boolean isLookedAt() {
        String metrics = shop.visitor().get("/actuator/prometheus").body();
        return metrics.contains("stockload_console_lookers 1.0");
    }

    /** Asked in the page at once: its parts are replaced while it is looked at. */
    private static double sentWidth() {
        String script =
                """
                let sum = 0;
                document.querySelectorAll('#state > .bar .is-sent')
                    .forEach(part => sum += parseFloat(part.getAttribute('width')));
                return sum;
                """;
        return ((Number) browser.driver.executeScript(script)).doubleValue();
    }
}
