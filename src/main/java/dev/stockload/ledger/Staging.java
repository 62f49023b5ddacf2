package dev.stockload.ledger;

import dev.stockload.stock.Problem;
import dev.stockload.stock.SheetRows;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Keeps what was read of a sheet, and then the order in which its colours are sent. */
public final class Staging {
    /** The number of the first colour that settling adds to those of the sheet. */
    public static final int ADDED = StagedBlocks.ADDED;

    private final Database database;
    private final Runs runs;
    private final StagedBlocks staged;
    private final ColourTable colours;
    private final ProblemTable problems;

    Staging(
            Database database,
            Runs runs,
            StagedBlocks staged,
            ColourTable colours,
            ProblemTable problems) {
        this.database = database;
        this.runs = runs;
        this.staged = staged;
        this.colours = colours;
        this.problems = problems;
    }

    /** What reading a sheet found wrong and worth a look, and whose rows are whose. */
    public record Found(Iterable<Problem> problems, List<Problem> warnings, SheetRows sheets) {}

    /** Keeps what was read of a sheet, in place of anything kept before. */
    public void stage(
            Run ours, Iterable<StagedColour> read, Found found, String columns, Tally tally) {
        CompletableFuture<List<byte[]>> blocks =
                CompletableFuture.supplyAsync(
                        () -> ProblemTable.blocks(RowsProblem.each(found.problems, found.sheets)));
        String run = ours.id();
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    staged.replace(run, read);
                    problems.replaceBlocks(run, ProblemTable.Part.SHEET, blocks.join());
                    problems.replace(
                            run,
                            ProblemTable.Part.WARNING,
                            RowsProblem.each(found.warnings, found.sheets));
                    problems.replace(run, found.sheets);
                    runs.staged(run, columns, tally);
                });
    }

    /** The balance of a sheet as it was read; empty for a run of an earlier version. */
    public Optional<Tally> tally(String run) {
        return runs.stagedTally(run);
    }

    /** The staged colours, numbered from 0 in this order. */
    public Iterable<StagedColour> colours(String run) {
        return staged.colours(run);
    }

    /**
     * What settling has found.
     *
     * @param ordered the colours in sending order
     * @param added colours that are not in the sheet, numbered from {@link #ADDED} on
     * @param warnings what is worth a look, of the whole file
     */
    public record Settled(
            List<LedgerColour> ordered,
            List<StagedColour> added,
            List<RowsProblem> problems,
            List<RowsProblem> warnings,
            Tally tally) {}

    /** Keeps the sending order of the staged colours, and those that come to them. */
    public void settle(Run ours, Settled settled) {
        String run = ours.id();
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    staged.replaceAdded(run, settled.added);
                    colours.replace(run, settled.ordered);
                    problems.replace(run, ProblemTable.Part.SETTLE, settled.problems);
                    problems.replace(run, ProblemTable.Part.SETTLE_WARNING, settled.warnings);
                    runs.tally(run, settled.tally, 0);
                });
    }
}
