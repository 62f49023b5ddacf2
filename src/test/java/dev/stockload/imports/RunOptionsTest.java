package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.order.StockRules;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.SheetOptions.SheetChoice;

import org.junit.jupiter.api.Test;

import java.util.Set;

class RunOptionsTest {
    @Test
    void the_choice_of_all_sheets_survives() {
        SheetOptions sheet = new SheetOptions(SheetChoice.ALL, null, null, ';', Set.of(), Set.of());
        RunOptions options =
                new RunOptions(
                        sheet,
                        Work.ALL,
                        NewColourMode.HOLD,
                        StockRules.NONE,
                        Brake.USUAL,
                        VerifyMode.NONE,
                        null,
                        null);
        assertThat(RunOptions.read(options.write()).sheet()).isEqualTo(sheet);
    }

    @Test
    void runs_of_an_earlier_version_are_read() {
        String named = "{\"sheet\":{\"sheet\":\"Stock\",\"columns\":{},\"fillDown\":[]}}";
        assertThat(RunOptions.read(named).sheet().sheet()).isEqualTo(SheetChoice.valueOf("Stock"));
        assertThat(RunOptions.read(named.replace("\"Stock\"", "null")).sheet().sheet())
                .isEqualTo(SheetChoice.FIRST);
    }
}
