package dev.stockload.web;

import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Takes the pictures of the console for the manual. It needs a {@code stockload serve} with an
 * empty data folder and the built-in sandbox, for which {@code stockload run nightly-stock} was
 * run.
 */
public final class DocsPictures {
    private final Browser browser;
    private final Path folder;

    private DocsPictures(Browser browser, Path folder) {
        this.browser = browser;
        this.folder = folder;
    }

    /** Arguments: the address of the console, and the folder of the pictures. */
    public static void main(String[] args) throws IOException {
        try (Browser browser = new Browser(Files.createTempDirectory("pictures"))) {
            new DocsPictures(browser, Path.of(args[1])).take(args[0]);
        }
    }

    private void take(String console) throws IOException {
        browser.open(console + "/import");
        browser.drop(Path.of("sample-data/warehouse.xlsx"));
        browser.shows("h2", "Plan");
        save("console-import.png");
        browser.press("Import 986 colours");
        browser.shows("body", "72 rows to correct");
        browser.shows("h2", "Requests");
        save("console-run.png");
        browser.open(console + "/runs");
        browser.shows("body", "warehouse.xlsx");
        browser.driver.manage().window().setSize(new Dimension(1200, 600));
        save("console-runs.png");
    }

    private void save(String name) throws IOException {
        // The pictures have no scroll bar.
        browser.driver.executeScript("document.documentElement.style.overflow = 'hidden'");
        Files.write(folder.resolve(name), browser.driver.getScreenshotAs(OutputType.BYTES));
    }
}
