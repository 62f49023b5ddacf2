package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.check.StatusReport;
import dev.stockload.database.LedgerAddress;
import dev.stockload.imports.report.Status;
import dev.stockload.imports.report.StatusQuery;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The newest runs, one of them, or all: from the ledger, and while another process has it. */
class StatusTest extends InWarehouse {
    private static final int RUNS = 23;

    @Test
    void shows_the_newest_twenty_unless_all_are_requested() throws IOException {
        List<String> all = importMany();
        Status newest = Status.of(warehouse.ledger, new StatusQuery(null, false));
        assertThat(newest.total()).isEqualTo(RUNS);
        assertThat(ids(newest)).isEqualTo(all.subList(0, 20));
        assertThat(ids(Status.of(warehouse.ledger, new StatusQuery(null, true)))).isEqualTo(all);
        String oldest = all.get(RUNS - 1);
        assertThat(ids(Status.of(warehouse.ledger, new StatusQuery(oldest, false))))
                .containsExactly(oldest);
    }

    @Test
    void shows_the_same_from_the_snapshots() throws IOException {
        List<String> all = importMany();
        LedgerAddress file = LedgerAddress.inFolder(warehouse.data);
        assertThat(warehouse.data.resolve("reports")).isDirectory();
        if (!warehouse.data.resolve("stockload.mv.db").toFile().exists()) {
            return; // A shared database is read by everybody.
        }
        Status newest = Status.of(warehouse.data, file, new StatusQuery(null, false));
        assertThat(newest.total()).isEqualTo(RUNS);
        assertThat(ids(newest)).isEqualTo(all.subList(0, 20));
        String oldest = all.get(RUNS - 1);
        assertThat(ids(Status.of(warehouse.data, file, new StatusQuery(oldest, false))))
                .containsExactly(oldest);
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
        return status.runs().stream().map(StatusReport::run).toList();
    }
}
