package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Missing sizes become 0 even if the run of the night before did not finish. */
class MissingAfterFailureTest extends Nights {
    @Test
    void an_older_run_sends_nothing_that_the_newer_sheet_lacks() throws IOException {
        warehouse.service.stop();
        assertThat(night(MissingMode.ZERO, "1,red,36,5", "2,red,36,1").run().state())
                .isEqualTo(Run.State.FAILED);
        warehouse.service.start();
        night(MissingMode.ZERO, "1,red,36,4");

        Result resumed = warehouse.resume();

        assertThat(resumed.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(resumed.report().colours().leftOut()).isEqualTo(2);
        assertThat(stockOf(2, "red")).isEmpty();
    }

    @Test
    void an_older_run_sends_what_a_braked_newer_sheet_lacks() throws IOException {
        maxZeroed = 0.2;
        night(MissingMode.ZERO, "1,red,36,500", "3,red,36,1");
        warehouse.service.stop();
        night(MissingMode.ZERO, "1,red,36,500", "3,red,36,1", "2,red,36,1");
        warehouse.service.start();
        assertThat(night(MissingMode.ZERO, "3,red,36,1").run().state()).isEqualTo(Run.State.FAILED);

        warehouse.resume(warehouse.unfinished().get(0), ResumeOptions.forced(false));

        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 1));
    }

    @Test
    void a_size_in_doubt_that_had_arrived_and_left_the_sheet_is_set_to_0() throws IOException {
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.stopAtFirstRequest(order(sheet("1,red,36,5", "2,red,36,1"), MissingMode.ZERO));

        night(MissingMode.ZERO, "1,red,36,4");

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 4));
        assertThat(stockOf(2, "red")).isEqualTo(Map.of("36", 0));
    }

    @Test
    void an_older_import_by_hand_does_not_bring_back_sizes_that_a_job_has_set_to_0()
            throws IOException {
        night(MissingMode.ZERO, "1,red,36,5");
        warehouse.service.stop();
        Path returns = sheet("1,red,36,7");
        warehouse.start(Warehouse.order(returns, Work.ALL, false, null));
        warehouse.service.start();
        night(MissingMode.ZERO, "2,red,36,1");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0));

        Result resumed = warehouse.resume();

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0));
        assertThat(resumed.report().colours().leftOut()).isOne();
    }
}
