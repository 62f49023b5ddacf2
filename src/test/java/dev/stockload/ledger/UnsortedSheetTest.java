package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SheetRows;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A sheet whose rows are in any order but that of its products, as it is sent. */
class UnsortedSheetTest {
    private static final int COLOURS = 25_000;
    private static final int STRIDE = 9973;
    private static final PackedSizes SIZES =
            PackedSizes.of(List.of(new SizeStock(new Size(36, 36), 1, null)));

    @Test
    void each_part_of_it_is_read_few_times_for_all_colours(@TempDir Path data)
            throws IOException, SQLException {
        try (Ledger ledger = ReadyLedger.in(data);
                Connection connection = ledger.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            settle(ledger);
            statement.execute("set query_statistics true");

            assertThat(ledger.colours().all("run-1").map(LedgerColour::name))
                    .hasSize(COLOURS)
                    .startsWith(name(0), name(STRIDE), name(2 * STRIDE));

            assertThat(count(statement, "select count(*) from staged")).isGreaterThan(20);
            // One by one, almost each colour would have its part read and unpacked again.
            assertThat(
                            count(
                                    statement,
                                    """
                                    select coalesce(sum(execution_count), 0)
                                      from information_schema.query_statistics
                                     where sql_statement like 'select colours from staged%'
                                    """))
                    .isBetween(20, 100);
        }
    }

    private static int count(Statement statement, String question) throws SQLException {
        try (ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void settle(Ledger ledger) {
        Run run = ledger.runs().add(LedgerTest.run("run-1", Instant.EPOCH));
        Tally tally = Tally.NONE.plus(ColourState.READY, COLOURS, COLOURS);
        List<StagedColour> staged =
                IntStream.range(0, COLOURS)
                        .mapToObj(
                                i ->
                                        new StagedColour(
                                                ColourState.READY,
                                                new ProductRef(1, null),
                                                name(i),
                                                SIZES,
                                                new int[] {i}))
                        .toList();
        ledger.staging()
                .stage(
                        run,
                        staged,
                        new Staging.Found(List.of(), List.of(), SheetRows.ONE),
                        "",
                        tally);
        List<LedgerColour> ordered =
                IntStream.range(0, COLOURS)
                        .map(i -> (int) ((long) i * STRIDE % COLOURS))
                        .mapToObj(
                                i ->
                                        new LedgerColour(
                                                0,
                                                ColourState.READY,
                                                1,
                                                name(i),
                                                SIZES,
                                                new int[] {i},
                                                new int[] {i}))
                        .toList();
        ledger.staging()
                .settle(run, new Staging.Settled(ordered, List.of(), List.of(), List.of(), tally));
    }

    private static String name(int colour) {
        return "colour %d %s".formatted(colour, "x".repeat(200));
    }
}
