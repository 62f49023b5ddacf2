package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.time.Duration;

/** A service that is late, busy, applies a part or keeps names of its own. */
@Tag("soak")
class LateServiceTest extends InWarehouse {
    @ParameterizedTest
    @EnumSource(names = {"LATE", "LOST_AND_LATE"})
    void waits_until_a_request_can_no_longer_be_applied(Fault fault) throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, fault);
        warehouse.service.late(Duration.ofSeconds(59));

        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
        assertThat(warehouse.notices)
                .anyMatch(notice -> notice.matches(".*may still be processing.*until [0-9:]+.*"));
    }

    @Test
    void counts_a_colour_as_sent_as_soon_as_the_service_shows_it() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.fault(1, Fault.LATE);
        warehouse.service.late(Duration.ofSeconds(3));
        long before = warehouse.time.nanos();

        assertFinished(warehouse.start(file), 4);
        assertThat(Duration.ofNanos(warehouse.time.nanos() - before))
                .isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void waits_after_a_crash_too() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, Fault.LOST_AND_LATE);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse.ledger.close();
                    }
                });
        assertThatThrownBy(() -> warehouse.start(file)).isInstanceOf(RunFailedException.class);
        warehouse.reopen();

        assertFinished(warehouse.resume(), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
    }

    @Test
    void a_newer_run_waits_for_requests_of_an_older_one() throws IOException {
        Path old = warehouse.sheet("old.csv", 3, 2);
        warehouse.service.fault(1, Fault.LATE);
        warehouse.stopAtFirstRequest(old);

        warehouse.start(warehouse.write("new.csv", "pid,colour,size,stock\n2,c1,36,99\n"));

        warehouse.time.rest(Duration.ofMinutes(10), warehouse.stop);
        assertThat(warehouse.service.stock().get("2 c1").get("36").stock()).isEqualTo(99);
        assertThat(warehouse.service.applied()).containsEntry("2 c2", 1);
    }

    @Test
    void a_busy_stock_list_says_nothing() throws IOException {
        Path file = warehouse.sheet("a.csv", 3, 2);
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.service.busyLists(200);

        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).contains("system busy");
        assertThat(failed.report().colours().inDoubt()).isEqualTo(6);
        warehouse.service.busyLists(1);
        assertFinished(warehouse.resume(), 6);
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void recognizes_a_colour_that_the_service_spells_differently() throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.rename(
                name ->
                        Normalizer.normalize(name.toUpperCase(), Normalizer.Form.NFD)
                                .replace("  ", " "));
        warehouse.service.fault(1, Fault.LOST_AFTER);
        Path file =
                warehouse.write(
                        "a.csv",
                        "pid,colour,size,stock\n"
                                + "1,Grün  hell,36,5\n"
                                + "1,Grün  hell,37,0\n"
                                + "1,rot,36,1\n");
        assertFinished(warehouse.start(file), 2);
        assertThat(warehouse.service.creates()).hasSize(1);
    }

    @Test
    void reads_back_what_was_applied_of_a_refused_request() throws IOException {
        Path file = warehouse.sheet("a.csv", 10, 2);
        warehouse.service.fault(1, Fault.REFUSED_IN_PART);
        assertFinished(warehouse.start(file), 20);
    }

    @Test
    void two_malformed_colours_in_different_halves_hold_back_no_other() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int p = 1; p <= 100; p++) {
            warehouse.service.product(p, "A-" + p);
            rows.append("%d,%s,36,4%n".formatted(p, p == 3 || p == 97 ? "odd" : "c"));
        }
        warehouse.service.refuseAsMalformed("odd");

        Result result = warehouse.start(warehouse.write("a.csv", rows.toString()));

        assertThat(result.run().message()).isNull();
        assertThat(result.report().colours().sent()).isEqualTo(98);
        assertThat(result.report().colours().rejected()).isEqualTo(2);
    }
}
