package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Create;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Imports in a warehouse of their own. */
class InWarehouse {
    TestDatabase database = TestDatabase.H2;
    @TempDir Path folder;
    @AutoClose Warehouse warehouse;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), database);
    }

    void assertFinished(Result result, int colours) {
        assertThat(result.run().message()).isNull();
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.applied())
                .hasSize(colours)
                .allSatisfy((colour, times) -> assertThat(times).as(colour).isOne());
        assertThat(warehouse.service.violations()).isEmpty();
        if (warehouse.service.creates().size() > 1) {
            assertThat(warehouse.service.shortestGap())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
        assertThat(result.report().colours().sent()).isEqualTo(colours);
        assertBalance(result);
    }

    static void assertBalance(Result result) {
        StatusReport.Colours colours = result.report().colours();
        assertThat(
                        colours.sent()
                                + colours.unchanged()
                                + colours.leftOut()
                                + colours.rejected()
                                + colours.held()
                                + colours.inDoubt()
                                + colours.waiting())
                .isEqualTo(colours.total());
        StatusReport.Rows rows = result.report().rows();
        assertThat(rows.accepted() + rows.rejected() + rows.held()).isEqualTo(rows.read());
        Tally tally = result.run().tally();
        if (result.run().state() == Run.State.COMPLETED) {
            assertThat(
                            tally.rows(ColourState.SENT)
                                    + tally.rows(ColourState.UNCHANGED)
                                    + tally.rows(ColourState.LEFT_OUT)
                                    + tally.rows(ColourState.SUPERSEDED))
                    .isEqualTo(rows.accepted());
        }
    }

    Create lastCreate() {
        List<Create> creates = warehouse.service.creates();
        return creates.get(creates.size() - 1);
    }

    Path folderOf(Result result) {
        return warehouse.data.resolve("reports").resolve(result.run().id());
    }
}
