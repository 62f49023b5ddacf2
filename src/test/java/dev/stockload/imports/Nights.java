package dev.stockload.imports;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.problem.Problem;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** A nightly job over five products, one sheet after the other. */
abstract class Nights {
    @TempDir Path folder;
    @AutoClose Warehouse warehouse;
    private int nights;

    /** The share of the pieces that may be set to 0 in a night. */
    double maxZeroed = 1;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), TestDatabase.H2);
        products();
    }

    /** Starts again with a service that splits ranges into single sizes. */
    void splitRanges() throws IOException {
        warehouse.close();
        Path data = Files.createDirectory(folder.resolve("split"));
        warehouse = new Warehouse(data, TestDatabase.H2, true);
        products();
    }

    private void products() {
        for (int product = 1; product <= 5; product++) {
            warehouse.service.product(product, "A-" + product);
        }
    }

    Result night(MissingMode mode, String... rows) throws IOException {
        warehouse.time.rest(Duration.ofHours(20), warehouse.stop);
        return warehouse.start(order(sheet(rows), mode));
    }

    Path sheet(String... rows) {
        return warehouse.write(
                "night-%d.csv".formatted(++nights),
                "pid,colour,size,stock\n" + String.join("\n", rows) + "\n");
    }

    ImportOrder order(Path file, MissingMode mode) {
        return Orders.nightly("nightly", file, mode, new Brake(1, 0, maxZeroed, false));
    }

    List<String> lastCreate() {
        List<StrictService.Create> creates = warehouse.service.creates();
        return creates.get(creates.size() - 1).colours();
    }

    Path folderOf(Result result) {
        return warehouse.data.resolve("reports").resolve(result.run().id());
    }

    Map<String, Integer> stockOf(int product, String colour) {
        Map<String, Integer> sizes = new TreeMap<>();
        warehouse
                .service
                .stock()
                .getOrDefault(product + " " + colour, Map.of())
                .forEach((size, entry) -> sizes.put(size, entry.stock()));
        return sizes;
    }

    /** The stock of red, which is one colour at the service, by whatever name. */
    final Map<String, Integer> stockOfRed() {
        return stockOfRed(1);
    }

    final Map<String, Integer> stockOfRed(int product) {
        Map<String, Integer> sizes = new TreeMap<>();
        for (String name : List.of("Red", "red", "RED")) {
            sizes.putAll(stockOf(product, name));
        }
        return sizes;
    }

    /** The warnings in the report of a run. */
    List<String> warnings(Result result) {
        return StreamSupport.stream(
                        warehouse.ledger.problems().warnings(result.run().id()).spliterator(),
                        false)
                .map(Problem::message)
                .toList();
    }
}
