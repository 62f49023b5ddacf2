package dev.stockload.sheet.csv;

import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.header.HeaderSearch;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A CSV file: a book of one sheet without a name. */
public final class CsvBook extends SheetBook {
    private static final char[] CANDIDATES = {',', ';', '\t', '|'};

    /** What the names of delimiters can be, in options, job definitions and forms. */
    public static final String DELIMITERS =
            "takes a plain character or one of comma, semicolon, tab and bar";

    private static final Map<String, Character> NAMES =
            Map.of("tab", '\t', "\\t", '\t', "comma", ',', "semicolon", ';', "bar", '|');

    private final CsvEncoding encoding;
    private final char delimiter;

    /** A null encoding or delimiter is detected; see {@link HeaderSearch} for the header. */
    public CsvBook(Path file, String named, Character given, HeaderOptions header)
            throws IOException {
        super("CSV text", file);
        this.encoding = named == null ? CsvEncoding.of(file) : CsvEncoding.named(named, file);
        this.delimiter = given == null ? delimiter(header) : given;
        tabs.add(new Tab(null, true, () -> new CsvRows(file, encoding, delimiter)));
    }

    public static Optional<Character> delimiterNamed(String text) {
        if (text.length() == 1) {
            return Optional.of(text.charAt(0)).filter(CsvRows::canSplit);
        }
        return Optional.ofNullable(NAMES.get(text.strip().toLowerCase(Locale.ROOT)));
    }

    /** A delimiter in a form that {@link #delimiterNamed} reads. */
    public static String nameOf(char delimiter) {
        return delimiter == '\t' ? "tab" : String.valueOf(delimiter);
    }

    @Override
    public SheetFacts facts() {
        return new SheetFacts(
                "CSV text", null, encoding.label(), delimiter, encoding.doubt().stream().toList());
    }

    /** The one with the best header, or the most records of equal length, or the comma. */
    private char delimiter(HeaderOptions header) throws IOException {
        Optional<Character> declared = declared();
        if (declared.isPresent()) {
            return declared.get();
        }
        HeaderSearch search = new HeaderSearch(null, header, Map.of());
        char best = CANDIDATES[0];
        int bestNamed = 0;
        int bestEven = 0;
        for (char candidate : CANDIDATES) {
            RowBlock head = head(candidate);
            int even = evenness(head);
            boolean mayWin = even > 0 || bestNamed < HeaderSearch.COMPLETE;
            int named = mayWin ? search.rank(head) : 0;
            if (named > bestNamed || named == bestNamed && even > bestEven) {
                best = candidate;
                bestNamed = named;
                bestEven = even;
            }
        }
        return best;
    }

    private Optional<Character> declared() throws IOException {
        try (CsvRows rows = new CsvRows(file, encoding, CANDIDATES[0])) {
            return rows.declaredDelimiter();
        } catch (UnusableSheetException e) {
            return Optional.empty(); // reading reports what is wrong
        }
    }

    private RowBlock head(char candidate) throws IOException {
        RowBlock head = new RowBlock(HeaderSearch.ROWS);
        try (CsvRows rows = new CsvRows(file, encoding, candidate)) {
            rows.fill(head);
        } catch (UnusableSheetException e) {
            // With a wrong delimiter quotes may seem wrong; with the right one, reading reports it.
        }
        return head;
    }

    /** The number of records with the most frequent number of cells above one. */
    private static int evenness(RowBlock head) {
        Map<Integer, Integer> records = new HashMap<>();
        int most = 0;
        for (int row = 0; row < head.size(); row++) {
            int cells = head.column(head.first(row + 1) - 1) + 1;
            if (cells > 1) {
                most = Math.max(most, records.merge(cells, 1, Integer::sum));
            }
        }
        return most;
    }
}
