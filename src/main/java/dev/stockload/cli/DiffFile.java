package dev.stockload.cli;

import dev.stockload.compare.StockDiff;
import dev.stockload.sheet.TableFile;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The whole diff as a file, read change by change: it may be larger than the memory. */
final class DiffFile implements AutoCloseable {
    private static final List<String> HEADER =
            List.of(
                    "Product ID",
                    "Item number",
                    "Colour",
                    "Size",
                    "Before",
                    "After",
                    "Change",
                    "Sent last, where changed there");

    private final Path json;

    DiffFile(Path json) {
        this.json = json;
    }

    void print(Writer out) throws IOException {
        try (Reader in = Files.newBufferedReader(json)) {
            in.transferTo(out);
        }
    }

    /** Writes all changes as a sheet. */
    void writeTable(Path file) throws IOException {
        TableFile.write(
                file,
                HEADER,
                target -> {
                    try (Reader in = Files.newBufferedReader(json);
                            JsonParser parser = JsonMapper.shared().createParser(in)) {
                        while (!"changes".equals(parser.currentName())
                                || parser.currentToken() != JsonToken.START_ARRAY) {
                            parser.nextToken();
                        }
                        if (parser.nextToken() == JsonToken.END_ARRAY) {
                            return;
                        }
                        MappingIterator<StockDiff.Change> changes =
                                JsonMapper.shared()
                                        .readerFor(StockDiff.Change.class)
                                        .readValues(parser);
                        while (changes.hasNext()) {
                            target.row(cells(changes.next()));
                        }
                    }
                });
    }

    private static List<Object> cells(StockDiff.Change change) {
        int was = change.before() == null ? 0 : change.before();
        return Arrays.asList(
                change.pid(),
                change.item(),
                change.color(),
                change.size(),
                change.before(),
                change.after(),
                change.after() - was,
                change.sent());
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(json);
    }
}
