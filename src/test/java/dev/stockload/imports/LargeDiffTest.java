package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.cli.terminal.CommandOutput;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffSummary;
import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Half a million sizes; passes in a heap of 256 MB, including the service. */
@Tag("soak")
class LargeDiffTest {
    private static final int PRODUCTS = 2_000;
    private static final int COLOURS = 10;
    private static final int SIZES = 5;

    @TempDir Path folder;

    @Test
    void shows_the_largest_and_keeps_all_in_a_file() throws IOException {
        Path sheet = folder.resolve("large.csv");
        try (BufferedWriter rows = Files.newBufferedWriter(sheet);
                Warehouse warehouse =
                        new Warehouse(
                                Files.createDirectory(folder.resolve("data")), TestDatabase.H2)) {
            rows.write("pid,colour,size,stock\n");
            for (int product = 1; product <= PRODUCTS; product++) {
                warehouse.service.product(product, "A-" + product);
                for (int colour = 0; colour < COLOURS; colour++) {
                    for (int size = 36; size < 36 + SIZES; size++) {
                        rows.write(
                                "%d,c%d,%d,%d%n"
                                        .formatted(product, colour, size, product % 7 + size % 3));
                    }
                }
            }
            rows.flush();
            ImportOrder order = Warehouse.order(sheet, Work.CHANGED, false, Brake.USUAL);

            ImportPreview result = warehouse.previews().ofOrder(order, false, (done, all) -> {});
            DiffSummary diff = result.diff().summary();
            Path whole = sheet.resolveSibling("diff.json");
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(whole))) {
                new CommandOutput(out).json(result.diff().document(List.of()));
            }

            assertThat(diff.size()).isEqualTo(PRODUCTS * COLOURS * SIZES);
            assertThat(diff.first()).hasSize(StockDiff.SHOWN);
            assertThat(Files.size(whole)).isGreaterThan(1000L * PRODUCTS);
        }
    }
}
