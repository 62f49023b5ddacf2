package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;

import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

/** A headless Chromium. Without one, the tests that need it are skipped. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    final ChromeDriver driver;
    final Path downloads;

    Browser(Path downloads) {
        Assumptions.assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "Not tried in a browser: %s and %s are needed (Debian: apt-get install chromium chromium-driver)"
                        .formatted(CHROMIUM, DRIVER));
        this.downloads = downloads;
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--window-size=1200,1000");
        options.setExperimentalOption(
                "prefs", Map.of("download.default_directory", downloads.toString()));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        driver =
                new ChromeDriver(
                        new ChromeDriverService.Builder()
                                .usingDriverExecutable(new File(DRIVER.toString()))
                                .withSilent(true)
                                .build(),
                        options);
    }

    void open(String address) {
        driver.get(address);
    }

    /** Waits until a part of the page shows this text. */
    WebElement shows(String css, String text) {
        return new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "'%s' in %s of %s".formatted(text, css, page()))
                .ignoring(StaleElementReferenceException.class)
                .until(
                        d ->
                                d.findElements(By.cssSelector(css)).stream()
                                        .filter(part -> part.getText().contains(text))
                                        .findFirst()
                                        .orElse(null));
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    /** The visible button with this text. */
    void press(String words) {
        until(
                () ->
                        driver.findElements(By.cssSelector("button, .button")).stream()
                                .filter(WebElement::isDisplayed)
                                .filter(button -> button.getText().equals(words))
                                .findFirst()
                                .map(Browser::clicked)
                                .orElse(false),
                "No button says " + words);
    }

    void click(String css) {
        until(() -> clicked(find(css)), "There is no " + css);
    }

    private static boolean clicked(WebElement element) {
        element.click();
        return true;
    }

    void drop(Path sheet) {
        find("input[type=file]").sendKeys(sheet.toAbsolutePath().toString());
    }

    void until(java.util.function.BooleanSupplier condition, String what) {
        // What a live page shows may be replaced or moved at any moment, by the same or something
        // newer.
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> what + ": " + page())
                .ignoring(
                        StaleElementReferenceException.class,
                        ElementClickInterceptedException.class)
                .until(d -> condition.getAsBoolean());
    }

    /** The errors of the browser, such as a script that it was not allowed to run. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** Shows pages as to people who have set this colour scheme. */
    void setColourScheme(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** What axe finds wrong with the page. */
    List<String> accessibilityFaults() {
        return faults(axe());
    }

    /**
     * What it finds wrong with the colours of a page that it has looked at before: to bring axe
     * into a page takes longer than most of what it does there.
     */
    List<String> contrastFaults() {
        return faults(
                axe().setAxeScriptProvider(() -> "/* It is there. */")
                        .withOnlyRules(List.of("color-contrast")));
    }

    // In the page itself: ours have no frames, for which the other way opens a window each time.
    @SuppressWarnings("deprecation")
    private static AxeBuilder axe() {
        AxeRunOptions options = new AxeRunOptions();
        // Of what passes, one place for each rule: all of them are much to write and to read.
        options.setResultTypes(List.of("violations"));
        return new AxeBuilder().setLegacyMode().withOptions(options);
    }

    private List<String> faults(AxeBuilder axe) {
        Results results = axe.analyze(driver);
        assertThat(results.getPasses()).as(driver.getCurrentUrl()).isNotEmpty();
        return results.getViolations().stream().map(Browser::words).toList();
    }

    private static String words(Rule rule) {
        List<String> places =
                rule.getNodes().stream()
                        .map(node -> node.getTarget() + node.getHtml())
                        .limit(3)
                        .toList();
        return "%s: %s at %s".formatted(rule.getId(), rule.getHelp(), places);
    }

    private String page() {
        return driver.getCurrentUrl() + "\n" + find("body").getText();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
