package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a clerk does with a bad sheet, from the login to its import: the header is in row 3 with
 * German words, 40 sizes are XL, two colours are misspelt.
 */
@Tag("soak")
class ClerkTest {
    private static final String PASSWORD = "clerk's long password";
    private static final int MOST_TABS = 15;
    private static final int MOST_CLICKS = 12;

    @TempDir static Path home;
    @AutoClose private static Browser browser;
    @AutoClose private static Shop shop;
    private int clicks;

    @BeforeAll
    static void open() throws Exception {
        browser = new Browser(Files.createDirectory(home.resolve("downloads")));
        shop =
                new Shop(
                        Files.createDirectory(home.resolve("shop")),
                        PASSWORD,
                        InstantSource.system(),
                        TestSandbox.inMemory());
    }

    @BeforeEach
    void nobody_is_logged_in() {
        browser.open(shop.address() + "/login");
        browser.driver.manage().deleteAllCookies();
    }

    @AfterEach
    void nothing_is_wrong_in_the_browser() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void the_import_is_at_most_fifteen_tabs_away_and_two_by_the_skip_link() throws Exception {
        knows(10020);
        logIn();
        browser.drop(
                shop.write(
                        "tabs.csv", "pid,colour,size,stock\n10020,Navy,36,4\n10020,Mint,36,4\n"));
        browser.shows("#diff", "pieces fewer");
        assertThat(tabsTo("#import-now")).hasSizeLessThanOrEqualTo(MOST_TABS);

        browser.open(shop.address() + "/import");
        browser.drop(clerks("tabs-clerk.csv", 10021));
        browser.find(".group .read-as").sendKeys("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.shows("#diff", "Compared");
        browser.driver.navigate().refresh();
        browser.shows("#diff", "Compared");
        assertThat(tabsTo("#import-now")).hasSizeLessThanOrEqualTo(MOST_TABS);

        browser.driver.navigate().refresh();
        assertThat(tabsTo("[href='#import-now']")).hasSize(2);
        press(Keys.ENTER);
        assertThat(focus().getDomAttribute("id")).isEqualTo("import-now");
    }

    @Test
    void twelve_clicks_from_the_login_to_the_import() throws Exception {
        knows(10022);
        browser.open(shop.address() + "/import");
        passes("login");
        browser.find("[type=password]").sendKeys(PASSWORD);
        click("form .primary");
        browser.shows("h1", "Import a sheet");
        passes("import");
        browser.drop(clerks("clicks.csv", 10022));
        clicks += 2;
        browser.shows("#to-correct", "40 ×");
        browser.shows("#new-colours", "Nvay is new in SL-10022, which has Navy");
        passes("bad");

        click(".group .read-as");
        press("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.until(
                () ->
                        browser.find("#left")
                                .getDomProperty("textContent")
                                .contains("2 may be misspelt"),
                "The new colours are not announced");
        click("#new-colours [value=Navy]");
        browser.shows(".given", "Nvay is read as Navy");
        browser.shows("#new-colours", "Biege is new in SL-10022, which has Beige");
        click("#new-colours [value=Beige]");
        browser.shows(".given", "Biege is read as Beige");
        browser.shows("#diff", "Compared");
        passes("good");
        click("#import-now");
        browser.shows("#state .state", "Finished");
        passes("run");
        assertThat(clicks).isLessThanOrEqualTo(MOST_CLICKS);
        assertThat(browser.find("#state").getText()).doesNotContain("to correct");
    }

    @Test
    void from_the_login_to_the_import_by_the_keyboard_alone() throws Exception {
        knows(10023);
        browser.open(shop.address() + "/import");
        press(PASSWORD + Keys.ENTER);
        browser.shows("h1", "Import a sheet");
        tabsTo("[type=file]");
        focus().sendKeys(clerks("keys.csv", 10023).toString());
        browser.shows("#new-colours", "Nvay is new");
        tabsTo(".read-as");
        press("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.shows("#new-colours", "Nvay is new");
        for (String meant : List.of("Navy", "Beige")) {
            tabsTo("#new-colours [value=%s]".formatted(meant));
            press(Keys.ENTER);
            browser.shows(".given", "is read as " + meant);
            browser.shows("#diff", "Compared");
        }
        browser.until(
                () -> "import-now".equals(focus().getDomAttribute("id")),
                "The focus is not at the import");
        press(Keys.ENTER);
        browser.shows("#state .state", "Finished");
    }

    @Test
    void what_is_offered_and_all_that_is_folded_fits_a_phone() throws Exception {
        logIn();
        browser.drop(
                shop.write(
                        "offers.csv",
                        "pid,colour,size,stock\n10024,Mint,XL,4\n10024,Lime,36–40,4\n"
                                + "10024,Teal,36,4\n"));
        browser.shows("#take-all", "Take all offered");
        browser.shows("#diff", "Compared");
        browser.driver.executeScript(
                "document.querySelectorAll('details').forEach(each => each.open = true)");
        passes("offers");
    }

    /** Two colours of a product are in the shop. */
    private static void knows(int product) throws Exception {
        shop.imported(
                shop.write(
                        "known-%d.csv".formatted(product),
                        "pid,colour,size,stock\n%1$d,Navy,36,5\n%1$d,Beige,36,5\n"
                                .formatted(product)));
    }

    /** A page that is passed has no fault that axe finds, and fits a phone. */
    private static void passes(String page) {
        assertThat(browser.accessibilityFaults()).as(page).isEmpty();
        browser.driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
        // A phone makes the window as wide as a page that does not fit.
        long width = (Long) browser.driver.executeScript("return document.body.scrollWidth");
        browser.driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        assertThat(width).as("the width of %s", page).isLessThanOrEqualTo(390);
    }

    private void click(String css) {
        browser.click(css);
        clicks++;
    }

    private static void press(CharSequence keys) {
        focus().sendKeys(keys);
    }

    private static void logIn() {
        browser.open(shop.address() + "/import");
        browser.find("[type=password]").sendKeys(PASSWORD + Keys.ENTER);
        browser.shows("h1", "Import");
    }

    /** What has the focus after each Tab, from the top of the page. */
    private static List<String> tabsTo(String css) {
        browser.driver.executeScript("document.activeElement.blur(); scrollTo(0, 0)");
        List<String> passed = new ArrayList<>();
        do {
            press(Keys.TAB);
            passed.add(inFocus());
            assertThat(passed).as("on the way to " + css).hasSizeLessThan(60);
        } while (!isAt(css));
        return passed;
    }

    private static boolean isAt(String css) {
        return (Boolean)
                browser.driver.executeScript(
                        "return document.activeElement.matches(arguments[0])", css);
    }

    private static WebElement focus() {
        return browser.driver.switchTo().activeElement();
    }

    /** In words for people who look for a test that fails: its name would take longer to find. */
    private static String inFocus() {
        return (String)
                browser.driver.executeScript(
                        "return document.activeElement.outerHTML.substring(0, 80)");
    }

    private static Path clerks(String name, int product) throws IOException {
        StringBuilder rows = new StringBuilder("Bestand\n\nArtikelnummer;Farbe;Größe;Bestand;");
        // What was said of a header holds for the next sheet with it.
        rows.append(name).append('\n');
        for (int i = 0; i < 40; i++) {
            rows.append("SL-%d;Ton %d;XL;%d%n".formatted(product, i, i));
        }
        for (String colour : List.of("Rot", "Nvay", "Biege")) {
            rows.append("SL-%d;%s;36;5%n".formatted(product, colour));
        }
        return shop.write(name, rows.toString());
    }
}
