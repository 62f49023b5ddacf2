package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.StockRules;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.Set;

class RunOptionsTest {
    @Test
    void what_was_asked_for_survives() {
        SheetOptions sheet = new SheetOptions(SheetChoice.ALL, null, null, ';', Set.of(), Set.of());
        ImportOptions options =
                new ImportOptions(
                        sheet,
                        Work.ALL,
                        MissingMode.ZERO,
                        NewColourMode.HOLD,
                        StockRules.NONE,
                        Optional.of(Brake.USUAL),
                        VerifyMode.STORE);
        assertThat(RunOptions.read(RunOptions.of(options).write()).asked()).isEqualTo(options);
    }
}
