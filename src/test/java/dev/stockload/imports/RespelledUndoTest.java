package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.compare.StockDiff;
import dev.stockload.compare.UndoPlan;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Folding;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** Undo of a colour that was there, or was sent, in another spelling. */
@Tag("soak")
class RespelledUndoTest extends Nights {
    @ParameterizedTest
    @EnumSource
    void stock_that_was_there_in_another_spelling_comes_back_where_both_are_one(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        warehouse.service.put(1, "RED", "36", 7);
        warehouse.service.put(1, "RED", "37", 2);
        Result first = night(MissingMode.TELL, "1,Red,36,5", "1,Red,38,1");

        Result undo = warehouse.undo(first.run());

        assertThat(Files.readString(folderOf(undo).resolve("undo.csv")))
                .contains(
                        folding == Folding.NONE
                                ? "1,Red,36,5,0,set to 0,it was not there before"
                                : "1,Red,36,5,7,restored,");
        if (folding == Folding.NONE) {
            assertThat(stockOf(1, "RED")).isEqualTo(Map.of("36", 7, "37", 2));
            assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 0, "38", 0));
        } else {
            assertThat(stockOfRed()).isEqualTo(Map.of("36", 7, "37", 2, "38", 0));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_undo_of_a_new_spelling_alone_changes_nothing(Folding folding) throws IOException {
        warehouse.service.fold(folding);
        for (MissingMode mode : MissingMode.values()) {
            int product = mode.ordinal() + 1;
            night(mode, product + ",Red,36,5", product + ",Red,37,2");
            Result next =
                    night(
                            mode,
                            product + ",RED,36,5",
                            product + ",RED,37,2",
                            "5,Red,36," + product);
            UndoPlan plan = warehouse.undoPlan(next.run());
            assertThat(plan.kept()).as("%s", mode).isEmpty();
            assertThat(plan.diff().changes())
                    .as("%s", mode)
                    .extracting(StockDiff.Change::pid)
                    .containsOnly(5);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_undo_brings_back_a_size_that_left_and_one_that_changed(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        for (MissingMode mode : MissingMode.values()) {
            int product = mode.ordinal() + 1;
            night(mode, product + ",Red,36,4", product + ",Red,37,8", product + ",Red,38,3");
            Result next = night(mode, product + ",RED,37,9", product + ",RED,38,3");
            UndoPlan plan = warehouse.undoPlan(next.run());
            assertThat(plan.kept()).as("%s", mode).isEmpty();
            Result undo = warehouse.undo(next.run());
            assertThat(Files.readString(folderOf(undo).resolve("undo.csv")))
                    .as("%s", mode)
                    .contains(product + ",RED,37,9,8,restored,")
                    .doesNotContain("kept")
                    .doesNotContain("set to 0");
            assertThat(stockOfRed(product))
                    .as("%s", mode)
                    .isEqualTo(Map.of("36", 4, "37", 8, "38", 3));
        }
    }
}
