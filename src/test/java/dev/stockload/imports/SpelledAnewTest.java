package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.StrictService.Folding;
import dev.stockload.ledger.RunState;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Nights in which a sheet spells a colour anew, at services that take both spellings as one. */
@Tag("soak")
class SpelledAnewTest extends Nights {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_size_that_leaves_as_its_colour_is_spelled_anew_is_told(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.TELL, "1,Red,36,5", "1,Red,37,2");
        Result second = night(MissingMode.TELL, "1,red,36,4");
        assertThat(second.report().missing().sizes()).isPositive();
        assertThat(warnings(second))
                .containsExactly(
                        folding == Folding.CAPITALS
                                ? "1 size of 1 product left the sheet and still show 2 pieces"
                                : "2 sizes of 1 product left the sheet and still show 7 pieces; 2"
                                        + " of them may go on under a new spelling (product 1: Red,"
                                        + " now red), which shows once that is sent");
        for (int stock = 3; stock > 1; stock--) {
            Result next = night(MissingMode.TELL, "1,red,36," + stock);
            assertThat(next.report().missing()).isEqualTo(new StatusReport.Missing(1, 1, 2, 0));
            assertThat(warnings(next))
                    .containsExactly("1 size of 1 product left the sheet and still show 2 pieces");
        }
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 2, "37", 2));

        night(MissingMode.ZERO, "1,red,36,1");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 1, "37", 0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_size_that_leaves_as_its_colour_is_spelled_anew_is_zeroed_at_once(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 4, "37", 0));

        Result back = night(MissingMode.ZERO, "1,Red,36,4", "2,red,36,50");
        assertThat(back.report().missing()).isEqualTo(StatusReport.Missing.NONE);
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 4, "37", 0));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    NONE, LOST_AFTER
                    NONE, ERROR_BEFORE
                    NONE, LATE
                    NONE, REFUSED_IN_PART
                    FIRST_SPELLING, LOST_AFTER
                    FIRST_SPELLING, ERROR_BEFORE
                    FIRST_SPELLING, LATE
                    FIRST_SPELLING, REFUSED_IN_PART
                    NEWEST_SPELLING, LOST_AFTER
                    NEWEST_SPELLING, ERROR_BEFORE
                    NEWEST_SPELLING, LATE
                    NEWEST_SPELLING, REFUSED_IN_PART
                    CAPITALS, LOST_AFTER
                    CAPITALS, LATE
                    """)
    void a_request_in_doubt_that_has_both_spellings_ends_with_the_new_stock(
            Folding folding, Fault fault) throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        warehouse.service.fault(2, fault);
        Result next = night(MissingMode.ZERO, "1,red,36,6", "2,red,36,50");
        assertThat(next.run().message()).isNull();
        assertThat(next.run().state()).isEqualTo(RunState.COMPLETED);
        if (folding == Folding.NONE) {
            assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 0, "37", 0));
            assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 6));
        } else {
            assertThat(stockOfRed()).isEqualTo(Map.of("36", 6, "37", 0));
        }
        if (fault == Fault.LOST_AFTER || fault == Fault.LATE) {
            assertThat(warehouse.service.applied()).containsEntry("1 red", 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_was_lost_of_a_colour_in_a_new_spelling_alone_is_recognised(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.TELL, "1,Red,36,5", "1,Red,37,2");
        warehouse.service.fault(2, Fault.LOST_AFTER);
        Result next = night(MissingMode.TELL, "1,red,36,6");
        assertThat(next.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(warehouse.service.applied()).containsEntry("1 red", 1);
        assertThat(warehouse.notices)
                .anyMatch(said -> said.contains("Read back 1 colour in doubt"));
    }

    @Test
    void what_sales_of_the_old_spelling_look_like_is_not_taken_for_the_new_one()
            throws IOException {
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        warehouse.service.fault(2, Fault.ERROR_BEFORE);
        warehouse.service.onCreate(
                () -> {
                    warehouse.service.put(1, "Red", "36", 4);
                    warehouse.service.put(1, "Red", "37", 0);
                    warehouse.service.onCreate(() -> {});
                });
        night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(stockOf(1, "Red")).isEqualTo(Map.of("36", 0, "37", 0));
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    FIRST_SPELLING, SENT, 3
                    FIRST_SPELLING, NOT_SENT, 4
                    NEWEST_SPELLING, SENT, 3
                    NEWEST_SPELLING, NOT_SENT, 4
                    """)
    void both_answers_to_a_question_about_two_spellings_are_harmless(
            Folding folding, TakeAs answer, int expected) throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.ZERO, "1,Red,36,5", "1,Red,37,2", "2,red,36,50");
        warehouse.service.fault(2, Fault.LOST_AFTER);
        String shown = folding == Folding.FIRST_SPELLING ? "Red" : "red";
        warehouse.service.onCreate(() -> warehouse.service.put(1, shown, "36", 3));
        Result asked = night(MissingMode.ZERO, "1,red,36,4", "2,red,36,50");
        assertThat(asked.run().state()).isEqualTo(RunState.FAILED);
        assertThat(asked.run().message()).contains("2 colours are in doubt");
        warehouse.service.onCreate(() -> {});

        Result answered = warehouse.resume(asked.run(), new ResumeOptions(false, answer));
        assertThat(answered.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(stockOfRed()).isEqualTo(Map.of("36", expected, "37", 0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_older_sheet_does_not_win_in_another_spelling(Folding folding) throws IOException {
        warehouse.service.fold(folding);
        warehouse.service.stop();
        Result older = night(MissingMode.TELL, "1,Red,36,5", "2,red,36,1");
        assertThat(older.run().state()).isEqualTo(RunState.FAILED);
        warehouse.service.start();
        night(MissingMode.TELL, "1,red,36,4");

        Result resumed = warehouse.resume(older.run(), ResumeOptions.forced(false));

        assertThat(stockOfRed()).isEqualTo(Map.of("36", 4));
        assertThat(stockOfRed(2)).isEqualTo(Map.of("36", 1));
        assertThat(resumed.report().colours().leftOut()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void what_was_sent_in_another_spelling_since_is_not_unchanged(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.KEEP, "1,Red,36,5");
        night(MissingMode.KEEP, "1,red,36,4");
        night(MissingMode.KEEP, "1,Red,36,5", "");
        if (folding == Folding.NONE) {
            assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4));
            assertThat(warehouse.service.creates()).hasSize(2);
        } else {
            assertThat(stockOfRed()).isEqualTo(Map.of("36", 5));
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_undo_brings_back_what_the_colour_was_in_its_old_spelling(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        for (MissingMode mode : List.of(MissingMode.TELL, MissingMode.ZERO)) {
            int product = mode.ordinal() + 1;
            night(mode, product + ",Red,36,5", product + ",Red,37,2");
            Result next = night(mode, product + ",red,36,4");
            Result undo = warehouse.undo(next.run());
            assertThat(undo.run().state()).isEqualTo(RunState.COMPLETED);
            if (folding == Folding.NONE) {
                assertThat(stockOf(product, "Red")).isEqualTo(Map.of("36", 5, "37", 2));
                assertThat(stockOf(product, "red")).isEqualTo(Map.of("36", 0));
            } else {
                assertThat(stockOfRed(product)).isEqualTo(Map.of("36", 5, "37", 2));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void an_undo_brings_it_back_also_after_a_night_without_a_change(Folding folding)
            throws IOException {
        warehouse.service.fold(folding);
        night(MissingMode.TELL, "1,Red,36,5", "1,Red,37,2");
        Result next = night(MissingMode.TELL, "1,red,36,4");
        Result same = night(MissingMode.TELL, "1,red,36,4", "2,red,36,1");
        assertThat(same.report().colours().unchanged()).isEqualTo(1);
        warehouse.undo(next.run());
        assertThat(stockOfRed()).isEqualTo(Map.of("36", 5, "37", 2));
    }
}
