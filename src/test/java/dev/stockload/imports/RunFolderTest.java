package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.runs.RunState;
import dev.stockload.runs.Tally;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

class RunFolderTest {
    private static final Instant STARTED = Instant.parse("2026-03-01T01:30:00Z");

    @TempDir Path data;

    @Test
    void a_snapshot_is_read_as_it_was_written() throws IOException {
        StatusReport report = report(new Tally.Missing(60, 412, 1930, 0));

        RunFolder.of(data, "r1").snapshot(report);

        assertThat(RunFolder.snapshots(data, RunFolder.names(data))).containsExactly(report);
        assertThat(Files.readString(data.resolve("reports/r1/status.json")))
                .contains("\"leftOut\" : 2")
                .containsSubsequence(
                        "\"missing\"", "\"colours\" : 60", "\"sizes\" : 412", "\"zeroed\" : 0");
    }

    private static StatusReport report(Tally.Missing missing) {
        return new StatusReport(
                "r1",
                "nightly",
                "default",
                "stock.csv",
                RunState.RUNNING,
                STARTED,
                null,
                new StatusReport.Rows(10, 8, 1, 1),
                new StatusReport.Colours(9, 3, 1, 2, 1, 1, 0, 1),
                new StatusReport.Requests(1, 1),
                missing,
                null,
                null);
    }
}
