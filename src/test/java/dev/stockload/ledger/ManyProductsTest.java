package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** More products than a statement can have parameters. */
class ManyProductsTest {
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void any_number_of_products_can_be_asked_for(TestDatabase database, @TempDir Path data)
            throws IOException {
        try (Ledger ledger = database.open(data)) {
            assertThat(ledger.book("default").products(IntStream.range(1, 70_000).boxed().toList()))
                    .hasSize(69_999);
        }
    }
}
