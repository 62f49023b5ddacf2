package dev.stockload.sheet;

import dev.stockload.stock.Problem;
import dev.stockload.stock.SheetRows;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The rows of a stock sheet below its header, top to bottom, read once; several sheets with the
 * same header are read as one, one after the other. Not for use by several threads.
 */
public final class StockSheet implements Closeable {
    private final Path file;
    private final SheetFile opened;
    private final Book book;
    private final SheetOptions options;
    private final SheetFacts facts;
    private final Header header;
    private final Deque<Integer> later = new ArrayDeque<>();
    private final Collection<Integer> unread = new ArrayList<>();
    private final List<SheetRows.Part> parts = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private final List<MergedCells> merged = new ArrayList<>();
    private OpenSheet open;
    private FillDown fillDown;
    private int before;
    private int lastRow;

    private StockSheet(Path file, SheetFile opened, SheetOptions options, OpenSheet open) {
        this.file = file;
        this.opened = opened;
        this.book = opened.book();
        this.options = options;
        this.open = open;
        this.facts = opened.facts(book.tabs().get(open.tab()).name());
        this.header = open.header();
        this.fillDown = new FillDown(options.fillDown(), header);
        warnings.addAll(facts.warnings());
        boolean all = options.sheet().all();
        for (int tab = 0; tab < book.tabs().size(); tab++) {
            if (tab != open.tab()) {
                (all && book.tabs().get(tab).visible() ? later : unread).add(tab);
            }
        }
        if (all) {
            part();
        }
    }

    /**
     * Opens a file by its content, whatever its ending, and finds the sheet and its header.
     *
     * @throws UnusableSheetException with a sentence that names the file and says what to do
     */
    public static StockSheet open(Path file, SheetOptions options) throws IOException {
        try {
            SheetFile opened = SheetFile.open(file, options);
            try {
                return new StockSheet(file, opened, options, find(opened.book(), options));
            } catch (IOException | RuntimeException | Error e) {
                opened.close();
                throw e;
            }
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    private static OpenSheet find(Book book, SheetOptions options) throws IOException {
        HeaderSearch closest = null;
        for (int tab : candidates(book, options.sheet().name())) {
            HeaderSearch search = new HeaderSearch(book.tabs().get(tab).name(), options.columns());
            Optional<OpenSheet> found = OpenSheet.find(book, tab, search);
            if (found.isPresent()) {
                return found.get();
            }
            if (closest == null || search.closeness() > closest.closeness()) {
                closest = search;
            }
        }
        throw new UnusableSheetException(closest.failure());
    }

    private static List<Integer> candidates(Book book, String named) {
        if (named == null) {
            List<Integer> visible = visible(book);
            if (visible.isEmpty()) {
                throw new UnusableSheetException(
                        "has no visible sheet; name a hidden one to read it");
            }
            return visible;
        }
        List<Book.Tab> tabs = book.tabs();
        List<Integer> found =
                IntStream.range(0, tabs.size())
                        .filter(tab -> named.equalsIgnoreCase(tabs.get(tab).name()))
                        .boxed()
                        .toList();
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

    private static List<Integer> visible(Book book) {
        return IntStream.range(0, book.tabs().size())
                .filter(tab -> book.tabs().get(tab).visible())
                .boxed()
                .toList();
    }

    public Header header() {
        return header;
    }

    /** What was understood of the file; of several sheets, the first is named. */
    public SheetFacts facts() {
        return facts;
    }

    /** The sheets that the rows came from, complete after the last row. */
    public SheetRows rows() {
        return new SheetRows(parts);
    }

    /**
     * What was left out, guessed or read though it may not be meant to be, and the sheets that were
     * not read. Asked for after the last row.
     */
    public List<Problem> warnings() throws IOException {
        if (options.sheet().name() == null) {
            for (int tab : unread) {
                OtherSheet.warning(book, tab, options).ifPresent(warnings::add);
            }
            unread.clear();
        }
        return List.copyOf(warnings);
    }

    /** Cells that are shown as one, complete after the last row. */
    public List<MergedCells> merged() {
        return merged;
    }

    /** The next rows, good until the next call; null after the last. */
    public RowBlock next() throws IOException {
        try {
            RowBlock block = open.next();
            while (block == null && goOn()) {
                block = open.next();
            }
            if (block == null) {
                return null;
            }
            block.countOn(before);
            if (block.size() > 0) {
                lastRow = block.number(block.size() - 1);
            }
            return fillDown.apply(block);
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    /** Ends this sheet and opens the next one that has the same header. */
    private boolean goOn() throws IOException {
        if (!open.isClosed()) {
            open.warnings().forEach(warning -> warnings.add(ofSheet(warning)));
            open.merged().forEach(cells -> merged.add(cells.movedDown(before)));
            open.close();
        }
        if (!options.sheet().all()) {
            return false;
        }
        for (Integer tab = later.poll(); tab != null; tab = later.poll()) {
            HeaderSearch search = new HeaderSearch(book.tabs().get(tab).name(), options.columns());
            Optional<OpenSheet> next = OpenSheet.find(book, tab, search);
            if (next.isPresent() && next.get().header().isLike(header)) {
                open = next.get();
                fillDown = new FillDown(options.fillDown(), header);
                before = lastRow;
                part();
                return true;
            }
            if (next.isPresent()) {
                next.get().close();
            }
            unread.add(tab);
        }
        return false;
    }

    /** A warning with the name of its sheet, where several are read. */
    private Problem ofSheet(Problem warning) {
        String name = book.tabs().get(open.tab()).name();
        return parts.isEmpty()
                ? warning
                : Problem.ofFile(
                        warning.code(), "Sheet '%s': %s".formatted(name, warning.advice()));
    }

    private void part() {
        String name = book.tabs().get(open.tab()).name();
        if (name != null) {
            parts.add(new SheetRows.Part(name, before));
        }
    }

    @Override
    public void close() throws IOException {
        open.close();
        opened.close();
    }
}
