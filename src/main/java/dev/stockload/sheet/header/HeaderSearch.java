package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the header of a sheet: the first row, near the top, that names the required columns. */
public final class HeaderSearch {
    public static final int ROWS = 30;

    /** The advice for a header over several rows or columns. */
    public static final String ONE_ROW =
            "write one header row with a name for each column; where sizes are columns, such as 36,"
                    + " 37 and 38, there is no size and no stock column";

    /** The lowest rank of rows with a header, which has several cells. */
    public static final int COMPLETE = 1000;

    private final String sheet;
    private final HeaderOptions given;
    private final Map<String, String> sizes;
    private HeaderCandidate best;
    private int late;

    /**
     * @param sheet its name; may be null
     * @param given what a person says; each header that is named must be there
     * @param sizes the sizes that a person reads in other headers of a matrix
     */
    public HeaderSearch(String sheet, HeaderOptions given, Map<String, String> sizes) {
        this.sheet = sheet;
        this.given = given;
        this.sizes = sizes;
    }

    private HeaderCandidate candidate(RowBlock block, int row) {
        return new HeaderCandidate(optionsFor(block), sizes, block, row);
    }

    private HeaderOptions optionsFor(RowBlock block) {
        boolean isRejects =
                given.row() != null
                        && Header.areNotes(List.copyOf(HeaderCandidate.texts(block, 0).values()));
        return isRejects ? given.ofRejects() : given;
    }

    /** The rows that are near enough to the top, or the one that a person chose. */
    private Stream<HeaderCandidate> candidates(RowBlock block) {
        Integer chosen = optionsFor(block).row();
        return rows(block, number -> chosen == null ? number <= ROWS : number == chosen);
    }

    private Stream<HeaderCandidate> rows(RowBlock block, IntPredicate hasNumber) {
        return IntStream.range(0, block.size())
                .filter(row -> hasNumber.test(block.number(row)))
                .mapToObj(row -> candidate(block, row));
    }

    private static Optional<HeaderCandidate> first(Stream<HeaderCandidate> candidates) {
        return candidates.filter(each -> each.missing().isEmpty()).findFirst();
    }

    private static Optional<HeaderCandidate> closest(Stream<HeaderCandidate> candidates) {
        return candidates.max(Comparator.comparingInt(HeaderCandidate::closeness));
    }

    public Optional<Header> in(RowBlock block) {
        HeaderOptions options = optionsFor(block);
        best =
                options.isWithoutHeader()
                        ? new HeaderCandidate(options)
                        : first(candidates(block))
                                .or(() -> closest(candidates(block)))
                                .orElse(null);
        if (best != null && best.missing().isEmpty()) {
            return Optional.of(header(best, block, best.index() + 1));
        }
        Stream<HeaderCandidate> below = rows(block, number -> number > ROWS);
        late = options.row() == null ? first(below).map(HeaderCandidate::row).orElse(0) : 0;
        return Optional.empty();
    }

    private Header header(HeaderCandidate found, RowBlock block, int below) {
        Header header = found.header();
        if (!header.isThere()) {
            return header;
        }
        refuseSizesBelow(header, block, below);
        boolean isTwice = below < block.size() && candidate(block, below).translates(found);
        return isTwice ? new Header(block.number(below), header.columns()) : header;
    }

    /**
     * Refuses a header of two rows: sizes in the size column and in an unnamed column next to it,
     * or a next row of sizes only that are also below other columns, or of words below the stock
     * and an unnamed column next to it.
     */
    private static void refuseSizesBelow(Header header, RowBlock block, int below) {
        if (header.isMatrix()) {
            return;
        }
        int size = header.column(HeaderField.SIZE);
        int stock = header.column(HeaderField.STOCK);
        // What is below the next row matters only if the size may go on in the next column.
        int last = header.at(size + 1).name().isEmpty() ? block.size() - 1 : below;
        for (int row = below; row <= Math.min(last, block.size() - 1); row++) {
            int sizeCells = 0;
            int unread = 0;
            int places = 0;
            boolean onlySizes = row == below;
            for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
                Column above = header.at(block.column(cell));
                Column own = Column.sizeOrOther(block, cell, block.trimmed(cell));
                boolean isSize = own.role() != Column.Role.UNREAD;
                boolean unnamed = above.place() == size + 1 && above.name().isEmpty();
                sizeCells += isSize && (above.place() == size || unnamed) ? 1 : 0;
                unread += above.isRead() ? 0 : 1;
                boolean beside = above.place() == stock + 1 && above.name().isEmpty();
                places +=
                        !isSize && !block.isDigits(cell) && (above.place() == stock || beside)
                                ? 1
                                : 0;
                onlySizes &= isSize && !above.isName();
            }
            boolean areSizes = sizeCells == 2 || onlySizes && unread > 0;
            if (areSizes || places == 2 && row == below) {
                throw new UnusableSheetException(
                        "has a header of two rows: '%s' in row %d is above %s in row %d: %s"
                                .formatted(
                                        header.name(
                                                areSizes ? HeaderField.SIZE : HeaderField.STOCK),
                                        header.row(),
                                        areSizes ? "sizes" : "several columns",
                                        block.number(row),
                                        ONE_ROW));
            }
        }
    }

    /** The index of the row that is most like a header; -1 if a person says that none is. */
    public int closest(RowBlock block) {
        return closest(candidates(block))
                .map(HeaderCandidate::index)
                .orElse(optionsFor(block).isWithoutHeader() ? -1 : 0);
    }

    /**
     * How good a header these rows have, to choose the delimiter of a CSV file. An earlier header
     * is better: rows above a later one would be lost.
     */
    public int rank(RowBlock block) {
        List<HeaderCandidate> tried = new ArrayList<>();
        return first(candidates(block).peek(tried::add))
                .map(each -> (ROWS + 1 - each.row()) * COMPLETE + each.score())
                .orElseGet(() -> tried.stream().mapToInt(HeaderCandidate::score).max().orElse(0));
    }

    public int closeness() {
        return late > 0 ? Integer.MAX_VALUE : best == null ? -1 : best.closeness();
    }

    public String failure() {
        String place =
                sheet == null
                        ? "its first %d rows".formatted(ROWS)
                        : "the first %d rows of sheet '%s'".formatted(ROWS, sheet);
        if (late > 0) {
            return "has no header in %s, but row %d is one: delete the rows above it"
                    .formatted(place, late);
        }
        if (best == null && given.row() != null) {
            return "has nothing in row %d, which was chosen as its header".formatted(given.row());
        }
        if (best == null) {
            return "has no header in %s, which are empty".formatted(place);
        }
        if (given.row() != null && best.row() == HeaderOptions.NONE) {
            return "is read without a header, and lacks %s: name its column by its letter"
                    .formatted(String.join(" and ", best.missing()));
        }
        if (best.isAboveSizes()) {
            return "has a header of two rows: row %d has names, and the next one sizes: %s"
                    .formatted(best.row(), ONE_ROW);
        }
        String columns =
                best.names().stream()
                        .filter(name -> !name.isEmpty())
                        .limit(20)
                        .map(name -> "'" + name + "'")
                        .collect(Collectors.joining(", "));
        return "has no header in %s: row %d %s, but lacks %s; it has %s%s"
                .formatted(
                        place,
                        best.row(),
                        given.row() == null ? "comes closest" : "was chosen",
                        String.join(" and ", best.missing()),
                        SafeText.cut(columns, 200),
                        best.command());
    }
}
