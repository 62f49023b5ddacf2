package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.Ledger;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The newest runs, one of them, or all. */
class StatusTest extends InEachWarehouse {
    private static final int RUNS = 21;

    @Test
    void shows_the_newest_twenty_unless_all_are_asked_for() throws IOException {
        List<String> all = importMany();
        String oldest = all.get(RUNS - 1);
        Ledger ledger = warehouse.ledger;
        assertShows(all, Status.of(ledger, null, false), Status.of(ledger, oldest, false));
        assertThat(ids(Status.of(ledger, null, true))).isEqualTo(all);
    }

    private static void assertShows(List<String> all, Status newest, Status oldest) {
        assertThat(newest.total()).isEqualTo(RUNS);
        assertThat(ids(newest)).isEqualTo(all.subList(0, 20));
        assertThat(ids(oldest)).containsExactly(all.get(RUNS - 1));
    }

    private List<String> importMany() throws IOException {
        warehouse.service.product(1, "A-1");
        List<String> runs = new ArrayList<>();
        for (int pieces = 0; pieces < RUNS; pieces++) {
            warehouse.time.set(Duration.ofMinutes(5));
            runs.add(
                    0,
                    warehouse
                            .start(
                                    warehouse.write(
                                            "a%d.csv".formatted(pieces),
                                            "pid,colour,size,stock\n1,red,36,%d\n"
                                                    .formatted(pieces)))
                            .run()
                            .id());
        }
        return runs;
    }

    private static List<String> ids(Status status) {
        return status.reports().stream().map(StatusReport::run).toList();
    }
}
