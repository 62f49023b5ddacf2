package dev.stockload.check;

import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourState;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Checks sheets written in tests, and formats the results as short lines. */
final class Sheets {
    private Sheets() {}

    /** Checks a CSV file of these lines. */
    static CheckedSheet csv(Path folder, String... lines) throws IOException {
        return read(
                Files.writeString(folder.resolve("sheet.csv"), String.join("\n", lines) + "\n"));
    }

    static CheckedSheet read(Path file, HeaderField... fillDown) throws IOException {
        SheetOptions options =
                new SheetOptions(
                        null, null, null, null, Set.copyOf(Arrays.asList(fillDown)), Set.of());
        return CheckedSheet.read(file, options, rows -> {});
    }

    /** Each problem as its row, column and code. */
    static List<String> problems(CheckedSheet sheet) {
        List<String> lines = new ArrayList<>();
        sheet.problems()
                .forEach(
                        problem ->
                                lines.add(
                                        "%d %s %s"
                                                .formatted(
                                                        problem.row(),
                                                        problem.column(),
                                                        problem.code())));
        return lines;
    }

    static List<String> messages(CheckedSheet sheet) {
        List<String> lines = new ArrayList<>();
        sheet.problems().forEach(problem -> lines.add(problem.toString()));
        return lines;
    }

    /** Each colour as its product, name, state, lines and rows. */
    static List<String> colours(CheckedSheet sheet) {
        List<String> lines = new ArrayList<>();
        for (CheckedColour colour : sheet.colours()) {
            List<String> sizes =
                    colour.lines().stream()
                            .sorted(Comparator.comparing(CheckedColour.Line::size))
                            .map(
                                    size ->
                                            size.size()
                                                    + ":"
                                                    + size.stock().pieces()
                                                    + (size.stock().barcode() == null
                                                            ? ""
                                                            : "/" + size.stock().barcode()))
                            .toList();
            lines.add(
                    "%s %s %s %s rows %s"
                            .formatted(
                                    colour.product(),
                                    colour.name(),
                                    colour.state(),
                                    sizes,
                                    Arrays.toString(colour.rows())));
        }
        return lines;
    }

    static String counts(CheckedSheet sheet) {
        return "%d rows = %d + %d + %d, %d colours = %d + %d + %d"
                .formatted(
                        sheet.rows(),
                        sheet.accepted(),
                        sheet.rejected(),
                        sheet.held(),
                        sheet.colourCount(),
                        sheet.colourCount(ColourState.READY),
                        sheet.colourCount(ColourState.REJECTED),
                        sheet.colourCount(ColourState.HELD));
    }
}
