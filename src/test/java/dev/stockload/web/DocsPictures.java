package dev.stockload.web;

import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Takes the pictures of the console for the manual. It needs a {@code stockload serve} with some
 * nights of a job, the last of which a brake has stopped.
 */
public final class DocsPictures {
    private final Browser browser;
    private final Path folder;

    private DocsPictures(Browser browser, Path folder) {
        this.browser = browser;
        this.folder = folder;
    }

    /** Arguments: the address of the console, the run that a brake stopped, and the folder. */
    public static void main(String[] args) throws IOException {
        try (Browser browser = new Browser(Files.createTempDirectory("pictures"))) {
            new DocsPictures(browser, Path.of(args[2])).take(args[0], args[1]);
        }
    }

    private void take(String console, String stopped) throws IOException {
        browser.open(console + "/import");
        browser.drop(Path.of("sample-data/warehouse.xlsx"));
        browser.shows("h2", "Plan");
        save("console-import.png", 1090);
        browser.open(console + "/runs/" + stopped);
        browser.shows("h2", "What it would change");
        save("console-run.png", 1195);
        browser.open(console + "/runs");
        browser.shows("h1", "Runs");
        save("console-runs.png", 890);
    }

    private void save(String name, int height) throws IOException {
        browser.driver.manage().window().setSize(new Dimension(1280, height));
        // The pictures have no scroll bar.
        browser.driver.executeScript("document.documentElement.style.overflow = 'hidden'");
        Files.write(folder.resolve(name), browser.driver.getScreenshotAs(OutputType.BYTES));
    }
}
