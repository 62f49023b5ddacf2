package dev.stockload.book;

import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.ProblemTable.Part;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.database.Database;
import dev.stockload.problem.Problem;
import dev.stockload.problem.SheetRows;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Standing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** Stores what was read from a sheet, and later its naming in the book, each in one transaction. */
public record Settlement(
        Database database, Runs runs, Book book, RunColours colours, ProblemTable problems) {
    private static final int BATCH_SIZE = 100;

    /** Problems and warnings of a sheet, and the sheets that its row numbers run through. */
    public record Found(Iterable<Problem> problems, List<Problem> warnings, SheetRows sheets) {
        private Iterable<RowsProblem> rows(Iterable<Problem> some) {
            return RowsProblem.ofEach(some, sheets);
        }
    }

    /** The result of settling: the colours in sending order, and warnings about the whole file. */
    public record Settled(
            List<RunColour> ordered,
            List<RowsProblem> problems,
            List<RowsProblem> warnings,
            Tally tally) {
        public static Settled withoutSheet(List<RunColour> ordered) {
            Tally tally = Tally.NONE.plus(ColourState.READY, ordered.size(), 0);
            return new Settled(ordered, List.of(), List.of(), tally);
        }
    }

    public void stage(Run ours, Found found, String columns, Tally tally) {
        String run = ours.id();
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    problems.replace(run, Part.SHEET, found.rows(found.problems));
                    problems.replace(run, Part.WARNING, found.rows(found.warnings));
                    problems.replace(run, found.sheets);
                    runs.staged(run, columns, tally);
                });
    }

    public void stageWithoutSheet(Run ours) {
        stage(ours, new Found(List.of(), List.of(), SheetRows.ONE), "{}", Tally.NONE);
    }

    /** Names the content of a sheet, all or nothing: if the work throws, nothing is named. */
    public void name(Run ours, Instant at, Function<RunNaming, Settled> work) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    book.readRunsBefore(ours);
                    // From here on the book is written as it is once this run has named.
                    runs.named(ours);
                    KeptNaming naming = new KeptNaming(ours, at);
                    Settled settled = work.apply(naming);
                    naming.save();
                    keep(ours.id(), settled);
                });
        book.readRunsAgain();
    }

    /** Stores the result of a run that the brake stopped; it has named nothing. */
    public void braked(Run ours, Settled settled) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    runs.tally(ours.id(), tally -> tally.with(settled.tally.missing()), 0);
                    problems.replace(ours.id(), Part.SETTLE_WARNING, settled.warnings);
                });
    }

    /**
     * Stores a run that a newer one with {@code missing: zero} overtook, or one that reads its
     * sheet anew: it names nothing.
     */
    public void overtaken(Run ours, Settled settled) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(ours);
                    keep(
                            ours.id(),
                            new Settled(
                                    settled.ordered, settled.problems, List.of(), settled.tally));
                    runs.standing(ours.id(), Standing.OVERTAKEN);
                });
    }

    private void keep(String run, Settled settled) {
        colours.replace(run, settled.ordered);
        problems.replace(run, Part.SETTLE, settled.problems);
        problems.replace(run, Part.SETTLE_WARNING, settled.warnings);
        runs.tally(run, settled.tally, 0);
    }

    /** A naming that shows what a run would do. */
    public RunNaming draft() {
        return new RunNaming();
    }

    /** The naming of one run; nothing of it is kept. */
    public class RunNaming {
        private RunNaming() {}

        public boolean isKept() {
            return false;
        }

        public Book book() {
            return book;
        }

        /** The products of the book and of a sheet, by id. */
        public Iterator<ProductEntry> products(Collection<Integer> ofSheet) {
            return book.allWith(ofSheet).iterator();
        }

        public StockChanges changes(Function<SizeEntry, SheetRow> rows) {
            return StockChanges.NOWHERE;
        }

        public void notSent(String colour, ColourState state, int row) {}

        public void named(ProductEntry product) {}
    }

    /** The same, kept in the book and its history inside one transaction. */
    private final class KeptNaming extends RunNaming {
        private final Run run;
        private final Book after;
        private final BookHistory history = new BookHistory(database);
        private final Instant at;
        private final List<ProductEntry> changed = new ArrayList<>();
        private BookHistory.Block block = history.begin();

        private KeptNaming(Run run, Instant at) {
            this.run = run;
            this.at = at;
            this.after = new Book(database, runs, run.account());
        }

        @Override
        public boolean isKept() {
            return true;
        }

        @Override
        public StockChanges changes(Function<SizeEntry, SheetRow> rows) {
            return block.changes(rows);
        }

        @Override
        public void notSent(String colour, ColourState state, int row) {
            block.notSent(colour, state, row);
        }

        @Override
        public void named(ProductEntry product) {
            block.end(product);
            changed.add(product);
            if (changed.size() == BATCH_SIZE) {
                save();
            }
        }

        /** The history has a block for each part, since it is read block by block. */
        private void save() {
            after.save(changed);
            changed.clear();
            history.add(run, 0, block, at);
            block = history.begin();
        }
    }
}
