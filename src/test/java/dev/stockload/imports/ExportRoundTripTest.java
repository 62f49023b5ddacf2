package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.RandomText;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.store.StoreExport.Exported;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What is exported of any store is imported without a change and without a problem. */
@Timeout(900)
@Tag("soak")
class ExportRoundTripTest extends InWarehouse {
    private static final List<String> WORDS =
            List.of(
                    "",
                    " ",
                    "red",
                    "Red",
                    " red",
                    "0042",
                    "1E5",
                    "1,250",
                    "12345678901234567890",
                    "=SUM(A1)",
                    "+red",
                    "-",
                    "-5",
                    "@x",
                    "'red",
                    "'=red",
                    "TRUE",
                    "2026-01-01",
                    "12/2026",
                    "#N/A",
                    "n/a",
                    "none",
                    "a\tb",
                    "a\nb",
                    "a \"b\", c;d|e",
                    "\u00A0red\u200B",
                    "=\"x\"",
                    "Total",
                    "x".repeat(201));

    private static final List<String> SIZES =
            List.of(
                    "36", "37", "36-38", "38-39", "36.5", "XL", "036", " 40", "40", "36.0", "9999",
                    "10000", "40–41", "41-40", "");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void any_store(int seed) throws IOException {
        Random random = new Random(seed);
        RandomText texts = new RandomText(random, false);
        for (int product = 1; product <= 20; product++) {
            warehouse.service.product(product, any(random, texts));
            for (int size = random.nextInt(12); size >= 0; size--) {
                warehouse.service.put(
                        product,
                        any(random, texts),
                        SIZES.get(random.nextInt(SIZES.size())),
                        random.nextBoolean() ? null : any(random, texts),
                        random.nextInt(4) - 1);
            }
        }
        warehouse.service.product(21, "A-21");
        warehouse.service.put(21, "blue", "36", 5);
        Object before = warehouse.service.stock();
        for (String kind : List.of("csv", "xlsx")) {
            assertThat(unchanged("stock." + kind).leftOut()).doesNotContain("21 blue 36");
            warehouse.start(folder.resolve("stock." + kind));
            assertThat(warehouse.service.stock()).as("with barcodes").isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock.csv", "stock.xlsx"})
    void a_store_of_1_200_products(String name) throws IOException {
        warehouse.service.fill(1_200, "36", "37-38");
        assertThat(unchanged(name).sizes()).isEqualTo(2_400);
    }

    private String any(Random random, RandomText texts) {
        return random.nextInt(3) == 0 ? texts.next(40) : WORDS.get(random.nextInt(WORDS.size()));
    }

    private Exported unchanged(String name) throws IOException {
        Path file = folder.resolve(name);
        Exported exported = warehouse.export().shown("default", Set.of(), file, (done, all) -> {});
        ImportPreview preview =
                warehouse
                        .previews()
                        .ofOrder(Orders.byHand("default", file), true, (done, all) -> {});
        assertThat(preview.problems()).isEmpty();
        assertThat(preview.diff().changes()).isEmpty();
        assertThat(preview.diff().totals().unchanged()).isEqualTo(exported.sizes());
        return exported;
    }
}
