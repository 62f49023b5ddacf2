package dev.stockload.check;

import dev.stockload.sheet.Header;
import dev.stockload.sheet.HeaderField;
import dev.stockload.sheet.MergedCells;
import dev.stockload.sheet.RowBlock;
import dev.stockload.sheet.SheetFacts;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.StockSheet;
import dev.stockload.sheet.UnusableSheetException;
import dev.stockload.stock.Problem;
import dev.stockload.stock.SheetRows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * A stock sheet, read and checked: its colours with their lines, and every problem. It is kept in
 * compact arrays; colours and problems are made anew whenever they are gone through.
 */
public final class CheckedSheet {
    private final SheetFacts facts;
    private final Header header;
    private final SheetContent content = new SheetContent();
    private final List<Problem> warnings = new ArrayList<>();
    private SheetRows sheets;
    private int rows;
    private ColourStates states;
    private int[] findingsByRow;

    private CheckedSheet(SheetFacts facts, Header header) {
        this.facts = facts;
        this.header = header;
    }

    /**
     * Reads a file to its end.
     *
     * @throws UnusableSheetException where the file is no stock sheet or has no rows
     */
    public static CheckedSheet read(Path file, SheetOptions options, ReadingListener progress)
            throws IOException {
        return read(file, options, SheetLimit.ofThisProcess(), progress);
    }

    /** Reads a file that is no larger than this. */
    public static CheckedSheet read(
            Path file, SheetOptions options, SheetLimit limit, ReadingListener progress)
            throws IOException {
        try (StockSheet sheet = StockSheet.open(file, options)) {
            CheckedSheet checked = new CheckedSheet(sheet.facts(), sheet.header());
            int otherHeader =
                    checked.readRows(
                            sheet,
                            count -> {
                                limit.check(file, checked.content.use(count));
                                progress.rows(count);
                            });
            checked.warnings.addAll(sheet.warnings());
            if (checked.rows == 0) {
                throw new UnusableSheetException(
                        "%s has a header in row %d, but no rows below it"
                                .formatted(file, sheet.header().row()));
            }
            if (otherHeader > 0) {
                throw new UnusableSheetException(
                        "%s has another header in %s, with other columns than in row %d: put each table into a sheet or file of its own"
                                .formatted(
                                        file,
                                        checked.sheets.place(otherHeader),
                                        sheet.header().row()));
            }
            checked.finish(sheet.merged());
            return checked;
        } catch (OutOfMemoryError e) {
            // Few rows with very long texts; all that was read of them is free again.
            throw new UnusableSheetException(
                    "%s does not fit into the memory. Split it, or give Stockload more, as with JAVA_OPTS=-Xmx2g"
                            .formatted(file),
                    e);
        }
    }

    /** Finds what only shows when the sheet was read to its end. */
    private void finish(List<MergedCells> merged) {
        int colourColumn = header.column(HeaderField.COLOUR);
        new MergedCellsCheck(header, content).note(merged);
        warnings.addAll(
                new ColourNames(content, header.name(HeaderField.COLOUR), sheets).warnings());
        content.lines().orderByColour(content.colours().count());
        TotalRows totals = new TotalRows(content, colourColumn);
        totals.findByName();
        states = new ColourStates(content, new SizeCollisions(content, header), colourColumn);
        totals.findSums(states);
        findingsByRow = content.findings().byRow();
    }

    /** Reads all rows; returns the row of another table's header, 0 where there is none. */
    private int readRows(StockSheet sheet, ReadingListener progress) throws IOException {
        boolean strictWidth = facts.delimiter() != null;
        RowCheck check = new RowCheck(header, strictWidth, content);
        for (RowBlock block = sheet.next(); block != null; block = sheet.next()) {
            for (int row = 0; row < block.size(); row++) {
                check.check(block, row);
            }
            rows += block.size();
            progress.rows(rows);
        }
        sheets = sheet.rows();
        check.unread().warning(header, sheets).ifPresent(warnings::add);
        return check.otherHeader();
    }

    /** What was understood of the file. */
    public SheetFacts facts() {
        return facts;
    }

    public Header header() {
        return header;
    }

    /** Which rows are whose, where several sheets were read as one. */
    public SheetRows sheets() {
        return sheets;
    }

    /** The rows below the header that hold anything: accepted, rejected and held ones together. */
    public int rows() {
        return rows;
    }

    public int accepted() {
        return rows - rejected() - held();
    }

    /** The rows with a problem of their own. */
    public int rejected() {
        return content.findings().badRowCount();
    }

    /** The good rows whose colour has a bad one. */
    public int held() {
        return states.heldRows();
    }

    /** The rows of which nobody can tell which colour they are for. */
    public UnreadRows unread() {
        return content.unread();
    }

    public int colourCount() {
        return content.colours().count();
    }

    public int colourCount(CheckedColour.State state) {
        return states.count(state);
    }

    /** The pieces in stock of all colours that are ready. */
    public long pieces() {
        return states.pieces();
    }

    /** The colours in the order in which they first appear. */
    public Iterable<CheckedColour> colours() {
        return colours(0, colourCount());
    }

    /** Some of them, counted from 0; several threads may each go through a part. */
    public Iterable<CheckedColour> colours(int from, int to) {
        return () -> new ColourWalk(content, states, from, to);
    }

    /** The problems by row, those of held rows among them; they do not keep the colours at hand. */
    public Iterable<Problem> problems() {
        return problems(findingsByRow, content.findings(), header, sheets);
    }

    private static Iterable<Problem> problems(
            int[] order, Findings findings, Header header, SheetRows sheets) {
        return () ->
                new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < order.length;
                    }

                    @Override
                    public Problem next() {
                        if (!hasNext()) {
                            throw new NoSuchElementException();
                        }
                        return findings.problem(order[next++], header, sheets);
                    }
                };
    }

    /**
     * What is worth a look, but keeps nothing from being sent: first what the reading has to tell.
     */
    public List<Problem> warnings() {
        return List.copyOf(warnings);
    }
}
