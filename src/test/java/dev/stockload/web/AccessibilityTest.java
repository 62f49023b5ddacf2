package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.args.AxeRunOptions;
import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

@Tag("soak")
class AccessibilityTest {
    @TempDir static Path home;
    @AutoClose private static Shop shop;
    @AutoClose private static Browser browser;
    private static List<String> pages;

    @BeforeAll
    static void open() throws Exception {
        shop = new Shop(Files.createDirectory(home.resolve("shop")));
        browser = new Browser(Files.createDirectory(home.resolve("downloads")));
        String run = shop.imported(Path.of("sample-data/warehouse.xlsx"));
        shop.write("jobs/nightly.yml", "read: a.csv\nschedule: '30 1 * * *'\n");
        shop.write("jobs/broken.yml", "raed: a.csv\n");
        String upload =
                shop.visitor().drop("odd.csv", "Artikel;Farbe\n10001;rot\n").uri().getPath();
        String good =
                shop.visitor()
                        .drop(
                                "warehouse.xlsx",
                                Files.readAllBytes(Path.of("sample-data/warehouse.xlsx")))
                        .uri()
                        .getPath();
        pages =
                List.of(
                        "/",
                        "/product?find=10001",
                        "/product?find=blue",
                        "/runs",
                        "/runs/" + run,
                        "/runs/" + run + "/undo",
                        good + "/diff",
                        "/import",
                        upload,
                        good,
                        good + "/found",
                        good + "/changes",
                        "/jobs",
                        "/jobs/nightly/edit",
                        "/jobs/broken/edit",
                        "/quotas",
                        "/runs/none");
    }

    // In the page itself: ours have no frames, for which the other way opens a window each time.
    @SuppressWarnings("deprecation")
    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axe_finds_no_accessibility_fault_on_any_page(String scheme) {
        browser.driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        for (String page : pages) {
            browser.open(shop.address() + page);
            AxeBuilder axe = new AxeBuilder().setLegacyMode().withOptions(faultsAlone());
            if (scheme.equals("dark")) {
                // The rest is the same page.
                axe.withOnlyRules(List.of("color-contrast"));
            }
            Results results = axe.analyze(browser.driver);
            assertThat(results.getPasses()).as(page).isNotEmpty();
            assertThat(results.getViolations())
                    .as("%s, %s", page, scheme)
                    .extracting(
                            rule ->
                                    rule.getId()
                                            + ": "
                                            + rule.getHelp()
                                            + " at "
                                            + rule.getNodes().stream()
                                                    .map(node -> node.getTarget() + node.getHtml())
                                                    .limit(3)
                                                    .toList())
                    .isEmpty();
        }
    }

    /** Of what passes, one place for each rule: all of them are much to write and to read. */
    private static AxeRunOptions faultsAlone() {
        AxeRunOptions options = new AxeRunOptions();
        options.setResultTypes(List.of("violations"));
        return options;
    }
}
