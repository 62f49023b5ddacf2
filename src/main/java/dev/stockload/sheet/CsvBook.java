package dev.stockload.sheet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A CSV file: a book of one sheet without a name. */
final class CsvBook implements Book {
    private final Path file;
    private final CsvEncoding encoding;
    private final char delimiter;

    CsvBook(Path file, SheetOptions options) throws IOException {
        this.file = file;
        this.encoding =
                options.encoding() == null
                        ? CsvEncoding.of(file)
                        : CsvEncoding.named(options.encoding(), file);
        this.delimiter =
                options.delimiter() == null
                        ? CsvDelimiter.of(
                                file, encoding, head -> HeaderSearch.rank(head, options.columns()))
                        : options.delimiter();
    }

    @Override
    public List<Tab> tabs() {
        return List.of(new Tab(null, true));
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        return new CsvRows(file, encoding, delimiter);
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts(
                "CSV text", null, encoding.label(), delimiter, encoding.doubt().stream().toList());
    }

    @Override
    public void close() {}
}
