package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.Map;

/** The service has several spellings of a colour, and the run sees them only while it sends. */
class SpellingsTest extends Nights {
    @ParameterizedTest
    @ValueSource(strings = {"Red", "RED"})
    void the_one_that_the_sheet_has_is_sent(String spelling) throws IOException {
        warehouse.service.put(2, "Red", "36", 9);
        warehouse.service.put(2, "RED", "36", 8);

        Result result = night(MissingMode.ZERO, "1,ok,36,1", "2," + spelling + ",36,5");

        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(2, spelling)).isEqualTo(Map.of("36", 5));
        assertThat(stockOf(2, spelling.equals("Red") ? "RED" : "Red"))
                .isEqualTo(Map.of("36", spelling.equals("Red") ? 8 : 9));
        assertThat(night(MissingMode.ZERO, "1,ok,36,1", "2," + spelling + ",36,4").run().state())
                .isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(2, spelling)).isEqualTo(Map.of("36", 4));
    }

    @Test
    void another_spelling_is_a_problem_of_its_row_alone() throws IOException {
        warehouse.service.put(2, "Red", "36", 9);
        warehouse.service.put(2, "RED", "36", 8);

        for (int night = 0; night < 2; night++) {
            Result result = night(MissingMode.ZERO, "1,ok,36," + night, "2,red,36,5");
            assertThat(result.report().colours().rejected()).as("night %d", night).isEqualTo(1);
            assertThat(result.report().colours().sent()).isEqualTo(1);
            InWarehouse.assertBalance(result);
        }

        assertThat(warehouse.service.stock()).containsOnlyKeys("1 ok", "2 Red", "2 RED");
        assertThat(stockOf(2, "Red")).isEqualTo(Map.of("36", 9));
    }

    @Test
    void a_spelling_that_appears_while_a_request_is_in_doubt_is_another_colour()
            throws IOException {
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.service.onCreate(() -> warehouse.service.put(2, "RED", "36", 8));

        Result result = night(MissingMode.ZERO, "2,Red,36,5");

        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(stockOf(2, "Red")).isEqualTo(Map.of("36", 5));
        assertThat(stockOf(2, "RED")).isEqualTo(Map.of("36", 8));
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void a_name_in_another_form_that_becomes_what_was_sent_is_shown_to_a_person()
            throws IOException {
        warehouse.service.put(2, "Black & W", "36", 9);
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.service.onCreate(
                () -> {
                    warehouse.service.lose(2, "Black & White");
                    warehouse.service.put(2, "Black & W", "36", 3);
                });

        Result result = night(MissingMode.ZERO, "2,Black & White,36,3");

        assertThat(result.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(warehouse.service.creates()).hasSize(1);

        ImportOrder order = order(sheet("2,Black & White,36,4"), MissingMode.ZERO);
        assertThat(
                        warehouse
                                .previews()
                                .ofOrder(order, false, (product, of) -> {})
                                .warning()
                                .orElseThrow())
                .contains("Whether 1 colour of earlier requests arrived is not known yet");
    }

    @Test
    void a_second_entry_of_a_size_may_be_what_was_sent() throws IOException {
        warehouse.service.put(2, "Red", "36", 9);
        warehouse.service.fault(1, Fault.LOST_BEFORE);
        warehouse.service.onCreate(() -> warehouse.service.put(2, "Red", " 36", 5));

        Result result = night(MissingMode.ZERO, "2,Red,36,5");

        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void two_other_spellings_are_not_ours() throws IOException {
        warehouse.service.fault(1, Fault.LOST_BEFORE);
        warehouse.service.onCreate(
                () -> {
                    warehouse.service.put(2, "RED", "36", 1);
                    warehouse.service.put(2, "red", "36", 2);
                });

        Result result = night(MissingMode.ZERO, "2,Red,36,5");

        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(stockOf(2, "RED")).isEqualTo(Map.of("36", 1));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 2));
    }
}
