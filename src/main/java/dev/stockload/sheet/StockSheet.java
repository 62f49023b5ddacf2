package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.Column;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderSearch;
import dev.stockload.sheet.rows.ReadAhead;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource;
import dev.stockload.sheet.rows.RowSource.MergedCells;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Count;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows below the header, read once, of one sheet or of several as one. Not thread-safe. */
public final class StockSheet implements Closeable {
    /** Rows of unread sheets are counted up to this number. */
    private static final int MOST_COUNTED = 10_000;

    private static final int CELLS_OF_A_TABLE = 3;

    private final UnpackedSheetFile opened;
    private final SheetOptions options;
    private final SheetFacts facts;
    private final Header header;
    private final Deque<SheetBook.Tab> later = new ArrayDeque<>();
    private final Collection<SheetBook.Tab> unread = new ArrayList<>();
    private final List<SheetRows.SheetStart> parts = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final List<MergedCells> merged = new ArrayList<>();
    private OpenSheet open;
    private FillDown fillDown;
    private final CellCorrections corrections;
    private int before;
    private int lastRow;

    private StockSheet(UnpackedSheetFile opened, SheetOptions options, OpenSheet open) {
        this.opened = opened;
        this.options = options;
        this.open = open;
        this.facts = opened.facts(open.tab.name());
        this.header = open.header;
        this.fillDown = new FillDown(options.fillDown(), header);
        this.corrections = new CellCorrections(options.values(), header);
        warnings.addAll(facts.warnings());
        boolean all = options.sheet().all();
        for (SheetBook.Tab tab : opened.book().tabs()) {
            if (tab != open.tab) {
                (all && tab.visible() ? later : unread).add(tab);
            }
        }
        if (all) {
            startPart();
        }
    }

    /** Throws an UnusableSheetException that says what to do. */
    public static StockSheet open(Path file, SheetOptions options) throws IOException {
        UnpackedSheetFile opened = new UnpackedSheetFile(file, options);
        try {
            return new StockSheet(opened, options, find(opened.book(), options));
        } catch (IOException | RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    private static OpenSheet find(SheetBook book, SheetOptions options) throws IOException {
        HeaderSearch closest = null;
        for (SheetBook.Tab tab : candidates(book, options.sheet().name())) {
            HeaderSearch search = search(tab.name(), options);
            Optional<OpenSheet> found = OpenSheet.find(tab, search);
            if (found.isPresent()) {
                return found.get();
            }
            if (closest == null || search.closeness() > closest.closeness()) {
                closest = search;
            }
        }
        throw new UnusableSheetException(closest.failure());
    }

    private static HeaderSearch search(String sheet, SheetOptions options) {
        return new HeaderSearch(sheet, options.header(), options.sizes());
    }

    private static List<SheetBook.Tab> candidates(SheetBook book, String named) {
        if (named == null) {
            List<SheetBook.Tab> visible = book.visible();
            if (visible.isEmpty()) {
                throw new UnusableSheetException(
                        "has no visible sheet; name a hidden one to read it");
            }
            return visible;
        }
        List<SheetBook.Tab> tabs = book.tabs();
        List<SheetBook.Tab> found =
                tabs.stream().filter(tab -> named.equalsIgnoreCase(tab.name())).toList();
        if (!found.isEmpty()) {
            return found;
        }
        if (tabs.get(0).name() == null) {
            throw new UnusableSheetException(
                    "has no sheet '%s': it is CSV text, which is a single sheet without a name"
                            .formatted(named));
        }
        throw new UnusableSheetException(
                "has no sheet '%s'; it has %s"
                        .formatted(
                                named,
                                tabs.stream()
                                        .map(tab -> "'" + tab.name() + "'")
                                        .collect(Collectors.joining(", "))));
    }

    public Header header() {
        return header;
    }

    /** What was understood of the file; names the first sheet if several are read. */
    public SheetFacts facts() {
        return facts;
    }

    public int visibleSheets() {
        return opened.book().visible().size();
    }

    /** The sheets of the rows; complete after the last row. */
    public SheetRows rows() {
        return new SheetRows(parts);
    }

    /** Call it after the last row: it also looks at unread sheets. */
    public List<Problem> warnings() throws IOException {
        if (options.sheet().name() == null) {
            for (SheetBook.Tab tab : unread) {
                warnOf(tab);
            }
            unread.clear();
        }
        List<Problem> all = new ArrayList<>(warnings);
        all.addAll(corrections.warnings());
        return all;
    }

    private void warnOf(SheetBook.Tab unread) throws IOException {
        String name = unread.name();
        try (RowSource source = unread.rows().get()) {
            RowBlock block = new RowBlock();
            boolean more = source.fill(block);
            Optional<Header> other = search(name, options).in(block);
            if (other.isPresent()) {
                block.dropTo(other.get().row());
                int rows = block.size();
                while (more && rows <= MOST_COUNTED) {
                    SheetBudget.ask();
                    block.clear();
                    more = source.fill(block);
                    rows += block.size();
                }
                if (rows > 0) {
                    warn(unread(unread, rows));
                }
            } else if (unread.visible() && isTable(block)) {
                warn(
                        "Sheet '%s' has rows of values, but no header, and was not read"
                                .formatted(name));
            }
        } catch (SheetBudget.SpentException e) {
            throw e;
        } catch (UnusableSheetException e) {
            warn(e.about("Sheet '%s' was not read; the file".formatted(name)).getMessage());
        }
    }

    private void warn(String words) {
        warnings.add(Problem.ofFile(ProblemCode.SHEET_OTHER, words));
    }

    /** A sheet that continues another without a header looks like this; a note does not. */
    private static boolean isTable(RowBlock block) {
        return IntStream.range(0, block.size())
                .anyMatch(row -> block.first(row + 1) - block.first(row) >= CELLS_OF_A_TABLE);
    }

    private String unread(SheetBook.Tab tab, int counted) {
        String name = tab.name();
        String rows =
                counted > MOST_COUNTED
                        ? "more than " + Count.of(MOST_COUNTED, "row")
                        : Count.of(counted, "row");
        if (!tab.visible()) {
            return "Sheet '%s' is hidden and was not read: it has a header and %s; name it to read it"
                    .formatted(name, rows);
        }
        return options.sheet().all()
                ? "Sheet '%s' was not read: it has %s, but a different header from the first"
                        .formatted(name, rows)
                : "Sheet '%s' has a header and %s too, but was not read: name it as the sheet, or read all sheets"
                        .formatted(name, rows);
    }

    /** The merged cells; complete after the last row. */
    public List<MergedCells> merged() {
        return merged;
    }

    /** The next rows, valid until the next call; null after the last. */
    public RowBlock next() throws IOException {
        RowBlock block = open.next();
        while (block == null && openNext()) {
            block = open.next();
        }
        if (block == null) {
            return null;
        }
        block.countOn(before);
        if (block.size() > 0) {
            lastRow = block.number(block.size() - 1);
        }
        String sheet = parts.isEmpty() ? null : open.tab.name();
        return corrections.apply(fillDown.apply(block), sheet, before);
    }

    private boolean openNext() throws IOException {
        if (!open.isClosed) {
            open.warnings().forEach(warning -> warnings.add(withSheetName(warning)));
            open.merged().forEach(cells -> merged.add(cells.movedDown(before)));
            open.close();
        }
        for (SheetBook.Tab tab = later.poll(); tab != null; tab = later.poll()) {
            HeaderSearch search = search(tab.name(), options);
            Optional<OpenSheet> next = OpenSheet.find(tab, search);
            if (next.isPresent() && next.get().header.isLike(header)) {
                open = next.get();
                fillDown = new FillDown(options.fillDown(), header);
                before = lastRow;
                startPart();
                return true;
            }
            if (next.isPresent()) {
                next.get().close();
            }
            unread.add(tab);
        }
        return false;
    }

    private Problem withSheetName(Problem warning) {
        return parts.isEmpty()
                ? warning
                : Problem.ofFile(
                        warning.code(),
                        "Sheet '%s': %s".formatted(open.tab.name(), warning.advice()));
    }

    private void startPart() {
        if (open.tab.name() != null) {
            parts.add(new SheetRows.SheetStart(open.tab.name(), before));
        }
    }

    @Override
    public void close() throws IOException {
        open.close();
        opened.close();
    }

    /** One sheet of a book, read ahead from below its header. */
    static final class OpenSheet implements Closeable {
        private final SheetBook.Tab tab;
        private final RowSource source;
        private final ReadAhead<RowBlock> rows;
        private Header header;
        private RowBlock first;

        /** Rows above the header that look like stock. */
        private List<Integer> above = List.of();

        /** The columns of a CSV file whose cells are in single quotes. */
        private BitSet quoted = new BitSet();

        private boolean isClosed;

        private OpenSheet(SheetBook.Tab tab) throws IOException {
            this.tab = tab;
            this.source = tab.rows().get();
            this.rows =
                    new ReadAhead<>(
                            "read",
                            RowBlock::new,
                            block -> {
                                block.clear();
                                SheetBudget.ask();
                                return source.fill(block);
                            });
        }

        /** The sheet from below its header on; empty if it has none. */
        static Optional<OpenSheet> find(SheetBook.Tab tab, HeaderSearch search) throws IOException {
            OpenSheet sheet = new OpenSheet(tab);
            try {
                sheet.first = sheet.rows.next();
                sheet.header = search.in(sheet.first).orElse(null);
            } finally {
                if (sheet.header == null) {
                    sheet.close();
                }
            }
            return Optional.of(sheet).filter(each -> each.header != null);
        }

        RowBlock next() throws IOException {
            RowBlock block = first == null ? rows.next() : belowHeader();
            if (block != null) {
                block.unquote(quoted);
            }
            return block;
        }

        private RowBlock belowHeader() {
            RowBlock block = first;
            above =
                    IntStream.range(0, block.size())
                            .takeWhile(row -> block.number(row) < header.row())
                            .filter(row -> header.fits(block, row))
                            .mapToObj(block::number)
                            .toList();
            block.dropTo(header.row());
            first = null;
            if (tab.name() == null) {
                quoted = block.quotedColumns();
            }
            return block;
        }

        private String rowsAbove() {
            String numbers = Count.some(above);
            return above.size() == 1
                    ? "Row %s looks like stock, but was not read: it is above the header in row %d; move it below"
                            .formatted(numbers, header.row())
                    : "%d rows look like stock, but were not read: rows %s are above the header in row %d; move them below"
                            .formatted(above.size(), numbers, header.row());
        }

        /** Call it after the last row. */
        List<Problem> warnings() {
            List<Problem> warnings = new ArrayList<>();
            if (!above.isEmpty()) {
                warnings.add(Problem.ofFile(ProblemCode.ROW_ABOVE, rowsAbove()));
            }
            List<String> hidden =
                    header.columns().stream()
                            .filter(column -> column.isRead() && source.isHidden(column.place()))
                            .map(each -> RowBlock.letters(each.place()) + " '" + each.name() + "'")
                            .toList();
            warnings.addAll(source.warnings(hidden));
            return warnings;
        }

        /** The merged cells. Call it after the last row. */
        List<MergedCells> merged() {
            List<MergedCells> merged = source.merged();
            for (MergedCells cells : merged) {
                Column column = header.at(cells.firstColumn());
                if (cells.firstRow() == header.row()
                        && cells.lastColumn() > cells.firstColumn()
                        && column.isRead()) {
                    throw new UnusableSheetException(
                            "merges '%s' over columns %s to %s of its header, row %d: %s"
                                    .formatted(
                                            column.name(),
                                            RowBlock.letters(cells.firstColumn()),
                                            RowBlock.letters(cells.lastColumn()),
                                            header.row(),
                                            HeaderSearch.ONE_ROW));
                }
            }
            return merged;
        }

        @Override
        public void close() throws IOException {
            isClosed = true;
            rows.close();
            source.close();
        }
    }
}
