package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The rows of one stock sheet below its header, top to bottom, read once. Not for use by several
 * threads.
 */
public final class StockSheet implements Closeable {
    private final Path file;
    private final Book book;
    private final Ahead<RowBlock> rows;
    private final RowSource source;
    private final Header header;
    private final SheetFacts facts;
    private final FillDown fillDown;
    private RowBlock first;

    private StockSheet(
            Path file,
            Book book,
            SheetFacts facts,
            RowSource source,
            Ahead<RowBlock> rows,
            Header header,
            RowBlock first,
            FillDown fillDown) {
        this.file = file;
        this.book = book;
        this.facts = facts;
        this.source = source;
        this.rows = rows;
        this.header = header;
        this.first = first;
        this.fillDown = fillDown;
    }

    /**
     * Opens a file by its content, whatever its ending, and finds the sheet and its header.
     *
     * @throws UnusableSheetException with a sentence that names the file and says what to do
     */
    public static StockSheet open(Path file, SheetOptions options) throws IOException {
        try {
            FileKind kind = FileKind.of(file);
            Book book = kind.open(file, options);
            try {
                return find(file, book, options, kind.mismatch(file));
            } catch (IOException | RuntimeException | Error e) {
                book.close();
                throw e;
            }
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    private static StockSheet find(
            Path file, Book book, SheetOptions options, Optional<Problem> mismatch)
            throws IOException {
        HeaderSearch closest = null;
        for (int tab : candidates(book, options.sheet())) {
            HeaderSearch search = new HeaderSearch(book.tabs().get(tab).name(), options.columns());
            RowSource source = book.rows(tab);
            Ahead<RowBlock> rows =
                    new Ahead<>(
                            "read",
                            RowBlock::new,
                            block -> {
                                block.clear();
                                return source.fill(block);
                            });
            try {
                RowBlock first = rows.next();
                Optional<Header> header = first == null ? Optional.empty() : search.in(first);
                if (header.isPresent()) {
                    first.dropTo(header.get().row());
                    return new StockSheet(
                            file,
                            book,
                            facts(book, tab, mismatch),
                            source,
                            rows,
                            header.get(),
                            first,
                            new FillDown(options.fillDown(), header.get()));
                }
            } catch (IOException | RuntimeException | Error e) {
                close(rows, source);
                throw e;
            }
            close(rows, source);
            if (closest == null || search.closeness() > closest.closeness()) {
                closest = search;
            }
        }
        throw new UnusableSheetException(closest.failure());
    }

    private static void close(Ahead<RowBlock> rows, RowSource source) throws IOException {
        rows.close();
        source.close();
    }

    private static List<Integer> candidates(Book book, String named) {
        List<Book.Tab> tabs = book.tabs();
        List<Integer> found = new ArrayList<>();
        for (int tab = 0; tab < tabs.size(); tab++) {
            if (named == null
                    ? tabs.get(tab).visible()
                    : named.equalsIgnoreCase(tabs.get(tab).name())) {
                found.add(tab);
            }
        }
        if (!found.isEmpty()) {
            return found;
        }
        if (named == null) {
            throw new UnusableSheetException("has no visible sheet; name a hidden one to read it");
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

    private static SheetFacts facts(Book book, int tab, Optional<Problem> mismatch) {
        SheetFacts facts = book.facts();
        List<Problem> warnings = new ArrayList<>(facts.warnings());
        mismatch.ifPresent(warnings::add);
        return new SheetFacts(
                facts.kind(),
                book.tabs().get(tab).name(),
                facts.encoding(),
                facts.delimiter(),
                warnings);
    }

    public Header header() {
        return header;
    }

    public SheetFacts facts() {
        return facts;
    }

    /**
     * What was left out, guessed or read though it may not be meant to be; complete after the last
     * row.
     */
    public List<Problem> warnings() {
        List<Problem> warnings = new ArrayList<>(facts.warnings());
        warnings.addAll(source.warnings());
        return warnings;
    }

    /** The next rows, good until the next call; null after the last. */
    public RowBlock next() throws IOException {
        try {
            RowBlock block = first != null ? first : rows.next();
            first = null;
            return block == null ? null : fillDown.apply(block);
        } catch (UnusableSheetException e) {
            throw e.about(file);
        }
    }

    @Override
    public void close() throws IOException {
        close(rows, source);
        book.close();
    }
}
