package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random sheets, compared with a slow and simple implementation of the rules. */
class RandomSheetsTest {
    private static final List<String> PRODUCTS = List.of("1", "2", "3", "3", "4", "", "x");
    private static final List<String> COLOURS = List.of("red", "Red", "blue", "grün", "黑色", "");
    private static final List<String> SIZES =
            List.of("36", "37", "38", "39", "40", "36-37", "38-40", "41", "42", "XL", "");
    private static final List<String> STOCKS = List.of("0", "1", "5", "17", "12", "-1", "2.5", "");

    /** One row by the rules; the colour may be null. */
    private record Line(int row, String colour, Size size, int stock, boolean good) {}

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_simple_reading_of_the_rules_agrees(long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 25; round++) {
            agree(lines(random, 1 + random.nextInt(40)));
        }
        agree(lines(random, 2000));
    }

    private void agree(List<String[]> rows) throws IOException {
        String[] text = new String[rows.size() + 1];
        text[0] = "pid,colour,size,stock";
        for (int i = 0; i < rows.size(); i++) {
            text[i + 1] = String.join(",", rows.get(i));
        }
        CheckedSheet sheet = Sheets.csv(folder, text);

        Map<String, List<Line>> colours = new LinkedHashMap<>();
        Set<Integer> rejected = new HashSet<>();
        for (int i = 0; i < rows.size(); i++) {
            Line line = read(i + 2, rows.get(i));
            if (!line.good) {
                rejected.add(line.row);
            }
            if (line.colour != null) {
                String key = line.colour.toLowerCase(Locale.ROOT);
                colours.computeIfAbsent(key, unused -> new ArrayList<>()).add(line);
            }
        }
        colours.values().forEach(lines -> rejected.addAll(colliding(lines)));
        List<String> expected = new ArrayList<>();
        Set<Integer> held = new HashSet<>();
        colours.forEach(
                (key, lines) -> {
                    List<Line> good =
                            lines.stream().filter(line -> !rejected.contains(line.row)).toList();
                    String state =
                            good.size() == lines.size()
                                    ? "READY"
                                    : good.isEmpty() ? "REJECTED" : "HELD";
                    if (state.equals("HELD")) {
                        good.forEach(line -> held.add(line.row));
                    }
                    expected.add(
                            "%s %s %s rows %s"
                                    .formatted(
                                            lines.get(0).colour,
                                            state,
                                            good.stream()
                                                    .sorted(Comparator.comparing(Line::size))
                                                    .map(l -> l.size + ":" + l.stock)
                                                    .toList(),
                                            good.stream().map(Line::row).toList()));
                });

        assertThat(Sheets.colours(sheet)).isEqualTo(expected);
        assertThat(sheet.rows()).isEqualTo(rows.size());
        assertThat(sheet.rejected()).isEqualTo(rejected.size());
        assertThat(sheet.held()).isEqualTo(held.size());
        assertThat(sheet.accepted()).isEqualTo(rows.size() - rejected.size() - held.size());
        assertThat(sheet.colourCount())
                .isEqualTo(
                        sheet.colourCount(ColourState.READY)
                                + sheet.colourCount(ColourState.HELD)
                                + sheet.colourCount(ColourState.REJECTED));
        problemsFit(sheet, rejected, held);
    }

    private static void problemsFit(CheckedSheet sheet, Set<Integer> rejected, Set<Integer> held) {
        Set<Integer> withProblem = new HashSet<>();
        Set<Integer> withHeld = new HashSet<>();
        int before = 0;
        for (Problem problem : sheet.problems()) {
            assertThat(problem.row()).isGreaterThanOrEqualTo(before);
            before = problem.row();
            (problem.code() == ProblemCode.COLOUR_HELD ? withHeld : withProblem).add(problem.row());
        }
        assertThat(withProblem).isEqualTo(rejected);
        assertThat(withHeld).isEqualTo(held);
    }

    private static Line read(int row, String[] cells) {
        boolean known = cells[0].matches("\\d+") && !cells[1].isEmpty();
        Size size = Size.parse(cells[2]).orElse(null);
        boolean stocked = cells[3].matches("\\d+");
        return new Line(
                row,
                known ? cells[0] + " " + cells[1] : null,
                size,
                stocked ? Integer.parseInt(cells[3]) : 0,
                known && size != null && stocked);
    }

    private static Set<Integer> colliding(List<Line> lines) {
        Set<Integer> rows = new HashSet<>();
        for (Line one : lines) {
            for (Line other : lines) {
                if (one != other && one.good && other.good && one.size.overlaps(other.size)) {
                    rows.add(one.row);
                }
            }
        }
        return rows;
    }

    private static List<String[]> lines(Random random, int count) {
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String product =
                    count > 100 && random.nextInt(10) > 0
                            ? "" + (1 + random.nextInt(count / 10))
                            : any(random, PRODUCTS);
            String[] row = {product, any(random, COLOURS), any(random, SIZES), any(random, STOCKS)};
            boolean blank = String.join("", row).isEmpty();
            rows.add(blank ? new String[] {"1", "", "", ""} : row);
        }
        return rows;
    }

    private static String any(Random random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }
}
