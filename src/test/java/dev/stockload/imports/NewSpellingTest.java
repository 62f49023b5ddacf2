package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.StrictService.Folding;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.Map;

/** A sheet changes the spelling of a colour: it is one colour, however the service takes it. */
@Tag("soak")
class NewSpellingTest extends Nights {
    @ParameterizedTest
    @EnumSource
    void a_size_missing_from_a_colour_with_a_new_spelling_is_reported_then_zeroed(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.REPORT, "1,Red,36,5", "1,Red,37,2");
        for (int stock = 4; stock > 1; stock--) {
            Result next = night(MissingMode.REPORT, "1,red,36," + stock);
            assertThat(next.report().missing()).isEqualTo(new Tally.Missing(1, 1, 2, 0));
            assertThat(warnings(next))
                    .contains("1 size of 1 product left the sheet and still shows 2 pieces");
        }
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 2, "37", 2));

        night(MissingMode.ZERO, "1,RED,36,1");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 1, "37", 0));

        Result back = night(MissingMode.ZERO, "1,Red,36,1", "");
        assertThat(back.report().missing()).isEqualTo(Tally.Missing.NONE);
        assertThat(back.report().colours().unchanged()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    NONE, LOST_AFTER
                    NONE, ERROR_BEFORE
                    NONE, LATE
                    FIRST_SPELLING, LOST_AFTER
                    FIRST_SPELLING, LATE
                    NEWEST_SPELLING, LOST_AFTER
                    NEWEST_SPELLING, LATE
                    CAPITALS, LOST_AFTER
                    CAPITALS, LATE
                    """)
    void a_request_in_doubt_in_a_new_spelling_ends_with_the_new_stock(Folding folding, Fault fault)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        warehouse.service.fault(2, fault);
        Result next = night(MissingMode.ZERO, "1,red,36,6", "2,red,36,50");
        assertThat(next.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 6, "37", 0));
        assertThat(warehouse.service.creates()).hasSize(fault == Fault.ERROR_BEFORE ? 3 : 2);
    }

    @ParameterizedTest
    @EnumSource
    void an_undo_restores_a_missing_size_and_a_changed_one(Folding folding) throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        Result next = night(MissingMode.ZERO, "1,RED,36,6", "2,red,36,50");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 6, "37", 0));

        warehouse.undo(next.run());

        assertThat(stockOfRed()).isEqualTo(Map.of("36", 5, "37", 2));
    }
}
