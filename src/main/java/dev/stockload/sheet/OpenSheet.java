package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One sheet of a book, read ahead from its header down. */
final class OpenSheet implements Closeable {
    private final int tab;
    private final RowSource source;
    private final ReadAhead<RowBlock> rows;
    private final List<Problem> warnings = new ArrayList<>();
    private Header header;
    private RowBlock first;
    private boolean closed;

    private OpenSheet(Book book, int tab) throws IOException {
        this.tab = tab;
        this.source = book.rows(tab);
        this.rows =
                new ReadAhead<>(
                        "read",
                        RowBlock::new,
                        block -> {
                            block.clear();
                            return source.fill(block);
                        });
    }

    /** Opens a sheet if it has a header. */
    static Optional<OpenSheet> find(Book book, int tab, HeaderSearch search) throws IOException {
        OpenSheet sheet = new OpenSheet(book, tab);
        try {
            sheet.first = sheet.rows.next();
            Optional<Header> header =
                    sheet.first == null ? Optional.empty() : search.in(sheet.first);
            if (header.isPresent()) {
                sheet.header = header.get();
                sheet.findRowsAbove();
                sheet.first.dropTo(sheet.header.row());
                return Optional.of(sheet);
            }
        } catch (IOException | RuntimeException | Error e) {
            sheet.close();
            throw e;
        }
        sheet.close();
        return Optional.empty();
    }

    int tab() {
        return tab;
    }

    Header header() {
        return header;
    }

    /** The next rows below the header, good until the next call; null after the last. */
    RowBlock next() throws IOException {
        RowBlock block = first != null ? first : rows.next();
        first = null;
        return block;
    }

    /** Rows above the header that look like those below it would. */
    private void findRowsAbove() {
        List<Integer> above =
                IntStream.range(0, first.size())
                        .takeWhile(row -> first.number(row) < header.row())
                        .filter(row -> header.fits(first, row))
                        .mapToObj(first::number)
                        .toList();
        if (!above.isEmpty()) {
            warnings.add(ReadingWarnings.rowsAbove(above, header.row()));
        }
    }

    /** What is to be told of the sheet; asked for after the last row. */
    List<Problem> warnings() {
        List<Problem> all = new ArrayList<>(warnings);
        all.addAll(source.hiddenAndMerged().warnings(header));
        return all;
    }

    /** The cells that are shown as one; asked for after the last row. */
    List<MergedCells> merged() {
        List<MergedCells> merged = source.hiddenAndMerged().merged();
        for (MergedCells cells : merged) {
            Column column = header.at(cells.firstColumn());
            if (cells.firstRow() == header.row()
                    && cells.lastColumn() > cells.firstColumn()
                    && column.isRead()) {
                throw new UnusableSheetException(
                        "merges '%s' over columns %s to %s of its header, row %d: %s"
                                .formatted(
                                        column.name(),
                                        Header.letters(cells.firstColumn()),
                                        Header.letters(cells.lastColumn()),
                                        header.row(),
                                        HeaderSearch.ONE_ROW));
            }
        }
        return merged;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        rows.close();
        source.close();
    }
}
