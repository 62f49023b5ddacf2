package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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

    @ParameterizedTest
    @FieldSource("pages")
    void axe_finds_no_accessibility_fault(String page) {
        browser.setColourScheme("light");
        browser.open(shop.address() + page);
        assertThat(browser.accessibilityFaults()).isEmpty();
        // The rest is the same page.
        browser.setColourScheme("dark");
        assertThat(browser.contrastFaults()).isEmpty();
    }
}
