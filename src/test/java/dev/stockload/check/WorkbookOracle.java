package dev.stockload.check;

import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.StockSheet;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.usermodel.WorkbookFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what we read of a workbook with POI's model of it. */
final class WorkbookOracle {
    private WorkbookOracle() {}

    /** The cells that differ; none if POI cannot open the file. */
    static List<String> differences(Path file) throws IOException {
        try (Workbook book = WorkbookFactory.create(file.toFile(), null, true);
                StockSheet ours = StockSheet.open(file, SheetOptions.none())) {
            return differences(book.getSheet(ours.facts().sheet()), ours);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return List.of();
        }
    }

    /** Of what POI finds in our rows; it loses the texts of some workbooks. */
    private static List<String> differences(Sheet sheet, StockSheet ours) throws IOException {
        List<String> differences = new ArrayList<>();
        for (RowBlock block = ours.next(); block != null; block = ours.next()) {
            for (int row = 0; row < block.size(); row++) {
                Map<Integer, String> own = cells(block, row);
                Row other = sheet.getRow(block.number(row) - 1);
                for (Cell cell : other == null ? List.<Cell>of() : other) {
                    String found = shown(cell);
                    String read = own.get(cell.getColumnIndex());
                    boolean isPlaced = cell.getColumnIndex() >= 0;
                    if (isPlaced && found != null && !found.equals(read)) {
                        differences.add("%s: %s, not %s".formatted(cell.getAddress(), read, found));
                    }
                }
            }
        }
        return differences;
    }

    private static Map<Integer, String> cells(RowBlock block, int row) {
        Map<Integer, String> cells = new HashMap<>();
        for (int cell = block.first(row); cell < block.first(row + 1); cell++) {
            cells.put(block.column(cell), shown(block, cell));
        }
        return cells;
    }

    private static String shown(RowBlock block, int cell) {
        CellKind kind = block.kind(cell);
        return switch (kind) {
            case TEXT -> "text " + block.text(cell).strip();
            case NUMBER, DATE -> "number " + block.value(cell);
            case BOOLEAN -> "truth " + (block.value(cell) != 0);
            case ERROR -> "error";
            case UNCALCULATED -> "formula";
        };
    }

    private static String shown(Cell cell) {
        CellType type =
                cell.getCellType() == CellType.FORMULA
                        ? cell.getCachedFormulaResultType()
                        : cell.getCellType();
        return switch (type) {
            case STRING ->
                    cell.getStringCellValue().isBlank()
                            ? null
                            : "text " + cell.getStringCellValue().strip();
            case NUMERIC -> "number " + cell.getNumericCellValue();
            case BOOLEAN -> "truth " + cell.getBooleanCellValue();
            case ERROR -> "error";
            default -> null;
        };
    }
}
