package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.StockSheet;
import dev.stockload.sheet.header.Header;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.sheet.header.SheetShape;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.RowSource.MergedCells;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.ProductRef;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A stock sheet, read and checked, in arrays; each iteration creates its objects again. */
public final class CheckedSheet {
    private final SheetFacts facts;
    private final Header header;
    private final SheetContent content = new SheetContent();
    private final List<Problem> warnings = new ArrayList<>();
    private final SheetRows sheets;
    private final int rows;
    private final ColourStates states;
    private final List<Problem> problems;
    private final SheetShape shape;

    /** Throws an UnusableSheetException if the file is not a stock sheet or has no rows. */
    public static CheckedSheet read(Path file, SheetOptions options, IntConsumer progress)
            throws IOException {
        SheetBudget budget = SheetBudget.current();
        return budget.spend(
                file,
                () -> {
                    try (StockSheet sheet = StockSheet.open(file, options)) {
                        return new CheckedSheet(sheet, budget, progress);
                    } catch (UnusableSheetException e) {
                        throw e.about(file);
                    }
                });
    }

    private CheckedSheet(StockSheet sheet, SheetBudget budget, IntConsumer progress)
            throws IOException {
        facts = sheet.facts();
        header = sheet.header();
        shape = SheetShape.of(header, facts, sheet.visibleSheets());
        RowCheck check = new RowCheck(sheet, content);
        int count = 0;
        for (RowBlock block = sheet.next(); block != null; block = sheet.next()) {
            for (int row = 0; row < block.size(); row++) {
                SheetBudget.ask();
                check.check(block, row);
            }
            count += block.size();
            content.check(budget, count);
            progress.accept(count);
        }
        check.finish();
        rows = count;
        sheets = sheet.rows();
        content.unread().warning(header, sheets).ifPresent(warnings::add);
        warnings.addAll(sheet.warnings());
        if (rows == 0) {
            throw new UnusableSheetException(
                    "has a header in row %d, but no rows below it".formatted(header.row()));
        }
        int otherHeader = check.otherHeader();
        if (otherHeader > 0) {
            throw new UnusableSheetException(
                    header.isThere()
                            ? "has another header in %s, with other columns than in row %d: put each table into a sheet or file of its own"
                                    .formatted(sheets.place(otherHeader), header.row())
                            : "has a header in %s, but is read as if it had none"
                                    .formatted(sheets.place(otherHeader)));
        }
        states = finish(sheet.merged());
        problems = content.findings().problems(header, sheets);
    }

    /** Runs the checks that need the whole sheet. */
    private ColourStates finish(List<MergedCells> merged) {
        if (!merged.isEmpty()) {
            new MergedCellsCheck(header, content).report(merged);
        }
        warnings.addAll(
                new SheetSpellings(content, header.name(HeaderField.COLOUR), sheets).warnings());
        warnings.addAll(
                new BarcodeForms(content.lines(), header.name(HeaderField.BARCODE), sheets)
                        .warnings());
        content.lines().orderByColour(content.colours().count());
        TotalRows totals = new TotalRows(content, header.column(HeaderField.COLOUR));
        totals.findByName();
        ColourStates found = new ColourStates(content, header);
        totals.findSums(found);
        found.decide();
        return found;
    }

    public Header header() {
        return header;
    }

    public Map<String, String> summary() {
        Map<String, String> summary = new LinkedHashMap<>();
        summary.put("Kind", facts.kind());
        summary.put("Sheet", facts.sheet());
        summary.put("Encoding", facts.encoding());
        summary.put("Delimiter", facts.delimiterName());
        summary.put("Header", header.isThere() ? "row " + header.row() : "none");
        summary.put(
                "Layout",
                header.isMatrix()
                        ? "matrix (a row per colour, sizes as columns)"
                        : "long (a row per size)");
        summary.put(
                "Columns",
                header.columnNames().entrySet().stream()
                        .map(e -> "%s = '%s'".formatted(e.getKey().label(), e.getValue()))
                        .collect(Collectors.joining(", ")));
        if (!header.sizeNames().isEmpty()) {
            summary.put("Sizes", String.join(", ", header.sizeNames()));
        }
        summary.values().removeIf(Objects::isNull);
        return summary;
    }

    public SheetRows sheets() {
        return sheets;
    }

    public SheetShape shape() {
        return shape;
    }

    /** The non-empty rows below the header: accepted, rejected and held. */
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

    public int held() {
        return states.heldRows();
    }

    public Unread unread() {
        return content.unread();
    }

    public int colourCount() {
        return content.colours().count();
    }

    public int colourCount(ColourState state) {
        return states.count(state);
    }

    public long pieces() {
        return states.pieces();
    }

    /** The product of each colour. */
    public Stream<ProductRef> products() {
        return IntStream.range(0, colourCount()).mapToObj(content.colours()::productRef);
    }

    /** The colours in order of first appearance. */
    public Iterable<CheckedColour> colours() {
        return () ->
                IntStream.range(0, colourCount())
                        .mapToObj(number -> new CheckedColour(content, number))
                        .iterator();
    }

    /** The problems by row, including those of held rows. Does not keep the colours in memory. */
    public List<Problem> problems() {
        return problems;
    }

    /** The problems as people correct them; created each time. */
    public List<ProblemGroup> groups() {
        return content.findings().groups(header, sheets);
    }

    public List<Problem> warnings() {
        return List.copyOf(warnings);
    }
}
