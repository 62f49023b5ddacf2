package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A clerk corrects a sheet in the page, in a real browser. */
@Tag("soak")
class CorrectingTest {
    private static final org.openqa.selenium.By REALLY_NEW =
            org.openqa.selenium.By.cssSelector("#new-colours button[aria-label*='really new']");

    @TempDir static Path home;
    @AutoClose private static Browser browser;
    @AutoClose private static Shop shop;

    @BeforeAll
    static void open() throws Exception {
        browser = new Browser(Files.createDirectory(home.resolve("downloads")));
        shop = new Shop(Files.createDirectory(home.resolve("shop")));
    }

    @AfterEach
    void nothing_is_wrong_in_the_browser() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void reads_forty_sizes_by_the_keyboard_and_imports() throws IOException {
        browser.open(shop.address() + "/import");
        browser.drop(clerks("clerk.csv", 10001));
        browser.shows("#to-correct", "40 ×");
        WebElement size = browser.find(".group .read-as");
        size.sendKeys("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.until(
                () ->
                        browser.find("#left")
                                .getDomProperty("textContent")
                                .equals("Every row is good"),
                "The count is not announced");
        browser.until(
                () -> focus().equals("import-now"),
                "The focus is not at the import, but " + focus());

        browser.driver.navigate().refresh();
        browser.shows(".given", "XL is read as 44");
        browser.find("#import-now").sendKeys(Keys.ENTER);
        browser.shows("#state .state", "Finished");
    }

    @Test
    void the_focus_goes_on_to_the_next_text() throws IOException {
        browser.open(shop.address() + "/import");
        browser.drop(
                shop.write(
                        "two.csv",
                        "pid,colour,size,stock\n10002,a,XL,1\n10003,a,XL,1\n10002,b,S,1\n"));
        browser.shows("#to-correct", "2 ×");
        browser.find(".group .read-as").sendKeys("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.until(() -> focus().startsWith("as-"), "The focus is lost");
        browser.driver.switchTo().activeElement().sendKeys("3x" + Keys.ENTER);
        browser.shows(".given", "S is read as 3x");
        browser.shows(".groups", "3x");
        browser.driver.switchTo().activeElement().sendKeys("36" + Keys.ENTER);
        browser.shows(".given", "S is read as 36");

        browser.click(".given button");
        browser.shows("#to-correct", "1 ×");
    }

    @Test
    void a_run_with_bad_rows_is_corrected_from_its_page() throws IOException {
        browser.open(shop.address() + "/import");
        browser.drop(clerks("later.csv", 10004));
        browser.shows("#to-correct", "40 ×");
        browser.press("Import 1 colour…");
        browser.press("Import 1 colour");
        browser.shows("#state .state", "Finished");
        String first = browser.driver.getCurrentUrl();

        browser.press("Correct in the page");
        browser.shows("#corrects", "You correct");
        browser.find(".group .read-as").sendKeys("44" + Keys.ENTER);
        browser.shows(".given", "XL is read as 44");
        browser.click("#import-now");
        browser.shows("#corrects", "Corrects run");
        browser.shows("#state .state", "Finished");

        browser.open(first);
        browser.shows("#corrected", "Corrected by");
        browser.open(shop.address() + "/runs");
        browser.shows("table.runs", "Corrected");
    }

    @Test
    void new_colours_are_read_as_the_one_that_was_meant_or_are_really_new() throws IOException {
        browser.open(shop.address() + "/import");
        browser.drop(
                shop.write(
                        "known.csv", "pid,colour,size,stock\n10006,Navy,36,1\n10007,Navy,36,1\n"));
        browser.press("Import 2 colours");
        browser.shows("#state .state", "Finished");

        browser.open(shop.address() + "/import");
        browser.drop(
                shop.write(
                        "new.csv",
                        "pid,color,size,stock\n"
                                + "10006,Nvay,36,2\n"
                                + "10007,Navi,36,3\n"
                                + "10007,Mint,36,4\n"));
        browser.shows("#new-colours", "1 × Nvay is new in SL-10006, which has Navy");
        browser.shows("#new-colours", "1 like no other of its product: Mint");
        browser.find("#new-colours button[value=Navy][aria-label*=Nvay]").sendKeys(Keys.ENTER);
        browser.shows(".given", "Nvay is read as Navy");
        browser.until(
                () -> browser.find("#new-colours h2").getText().equals("New colours 2"),
                "The new colours are not compared again");
        browser.until(() -> focus().startsWith("as-"), "The focus is lost");
        browser.until(
                () ->
                        browser.find("#left")
                                .getDomProperty("textContent")
                                .contains("New colours: 2"),
                "The count is not announced");

        browser.press("Is really new");
        browser.shows(".given", "Navi is read as Navi");
        browser.until(
                () -> browser.driver.findElements(REALLY_NEW).isEmpty(), "It is still asked for");
        browser.shows("#new-colours", "2 like no other of its product: Mint, Navi");
        browser.click("#how-sent summary");
        choose("#new-colours-mode", "hold");
        browser.press("Import 3 colours");
        browser.shows("#state .state", "Finished");
        browser.open(shop.address() + "/");
        browser.shows("#new-colours", "'Navi' is new in SL-10007");
    }

    @Test
    void a_sheet_without_a_header_is_read_by_its_columns() throws IOException {
        browser.open(shop.address() + "/import");
        browser.drop(shop.write("bare.csv", "10005,red,36,5\n10005,red,37,4\n"));
        browser.shows(".notice.bad", "has no header");
        choose("#header-row", "none");
        String[] letters = {"A", "B", "C", "D"};
        String[] fields = {"product", "colour", "size", "stock"};
        for (int i = 0; i < fields.length; i++) {
            choose("#column-" + fields[i], letters[i]);
        }
        browser.shows(".plan", "colours to send");
        browser.driver.navigate().refresh();
        browser.shows("#import-now", "Import 1 colour");
    }

    private static void choose(String select, String value) {
        browser.until(
                () -> !browser.driver.findElements(option(select, value)).isEmpty(),
                select + " lacks " + value);
        browser.driver.findElement(option(select, value)).click();
        browser.until(
                () -> {
                    WebElement chosen = browser.driver.findElement(option(select, value));
                    return chosen.isSelected() && chosen.getDomAttribute("selected") != null;
                },
                select + " does not keep " + value);
    }

    private static org.openqa.selenium.By option(String select, String value) {
        return org.openqa.selenium.By.cssSelector("%s option[value='%s']".formatted(select, value));
    }

    private static String focus() {
        return String.valueOf(browser.driver.switchTo().activeElement().getDomAttribute("id"));
    }

    /** The header is in row 3, in German, and one of its own; 40 sizes are letters. */
    private static Path clerks(String name, int product) throws IOException {
        StringBuilder rows = new StringBuilder("Bestand\n\nArtikelnummer;Farbe;Größe;Bestand;");
        rows.append(name).append('\n');
        for (int i = 0; i < 40; i++) {
            rows.append("SL-%d;Ton %d;XL;%d%n".formatted(product, i, i));
        }
        return shop.write(
                name, rows.append("SL-").append(product).append(";Rot;36;5\n").toString());
    }
}
