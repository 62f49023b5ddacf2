package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The committed sample sheets are what the generator makes. */
class SampleDataTest {
    private static final Path COMMITTED = Path.of("sample-data");

    @TempDir static Path made;

    @BeforeAll
    static void make() throws IOException {
        SampleData.write(made);
    }

    @ParameterizedTest
    @ValueSource(strings = {"warehouse.xlsx", "warehouse-matrix.xlsx"})
    void a_workbook_is_what_the_generator_makes_cell_by_cell(String name) throws IOException {
        assertThat(cells(COMMITTED.resolve(name)))
                .hasSizeGreaterThan(300)
                .isEqualTo(cells(made.resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stock-2026-11-10.csv", "stock-2026-11-11.csv"})
    void a_nightly_file_is_what_the_generator_makes(String name) {
        assertThat(COMMITTED.resolve("nightly").resolve(name))
                .hasSameTextualContentAs(made.resolve("nightly").resolve(name));
    }

    @Test
    void nothing_else_lies_among_the_samples_and_each_is_small() throws IOException {
        assertThat(files(COMMITTED)).isEqualTo(files(made));
        for (String name : files(COMMITTED)) {
            assertThat(Files.size(COMMITTED.resolve(name))).as(name).isLessThan(100 * 1024);
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Each cell with its place, type, value and format, then what is merged. */
    private static List<String> cells(Path file) throws IOException {
        var cells = new ArrayList<String>();
        try (var in = Files.newInputStream(file);
                var workbook = new XSSFWorkbook(in)) {
            var sheet = workbook.getSheetAt(0);
            for (Row row : sheet) {
                for (Cell cell : row) {
                    String format = cell.getCellStyle().getDataFormatString();
                    cells.add(
                            "%s!%s %s %s as %s"
                                    .formatted(
                                            sheet.getSheetName(),
                                            cell.getAddress(),
                                            cell.getCellType(),
                                            cell,
                                            format));
                }
            }
            sheet.getMergedRegions().forEach(region -> cells.add(region.formatAsString()));
        }
        return cells;
    }
}
