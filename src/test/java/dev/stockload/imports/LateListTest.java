package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.StrictService.Fault;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A service whose stock lists show what was there thirty seconds ago. */
class LateListTest extends Nights {
    @BeforeEach
    void showsLate() throws IOException {
        night(MissingMode.REPORT, "1,red,36,3");
        warehouse.time.rest(Duration.ofSeconds(40), warehouse.stop);
        warehouse.service.showLate(Duration.ofSeconds(30));
    }

    @Test
    void a_lost_request_has_not_arrived_because_the_list_shows_what_was_there_long_before()
            throws IOException {
        soon("1,red,36,5");
        warehouse.service.fault(3, Fault.LOST_BEFORE);
        soon("1,red,36,3", "");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3));
    }

    @Test
    void an_undo_brings_back_what_was_sent_before_and_not_what_a_late_list_showed()
            throws IOException {
        warehouse.service.put(2, "red", "36", 1);
        soon("1,red,36,5");
        warehouse.service.fault(3, Fault.ERROR_BEFORE);
        Run last = soon("1,red,36,8", "2,red,36,2");
        warehouse.time.rest(Duration.ofMinutes(5), warehouse.stop);

        warehouse.undo(last);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5));
    }

    @Test
    void the_first_run_after_a_restore_waits_until_lists_show_what_was_sent_since()
            throws IOException {
        soon("1,red,36,5");
        warehouse.ledger.markRestored();

        soon("1,red,36,3", "");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 3));
    }

    private Run soon(String... rows) throws IOException {
        return warehouse.start(order(sheet(rows), MissingMode.REPORT)).run();
    }
}
