package dev.stockload.sheet.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;
import dev.stockload.problem.ProblemCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sheets of known colours in many encodings, read without naming the encoding: each is read
 * correctly, or has a warning. The names in {@code colours.txt} are not part of the training data.
 */
class EncodingTableTest {
    private static final List<String> CASES = List.of("mixed", "capitals", "small");

    @TempDir Path folder;

    /** A language, the encodings of its sheets and the names of its colours. */
    private record Palette(String language, List<String> encodings, List<String> names) {}

    private static final class Row {
        int right;
        int warned;
        int wrong;
    }

    private final Map<String, Row> table = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** Each build tests one in twenty of the small sheets; {@code -Prounds=20} tests all. */
    @Test
    @Tag("soak")
    void sheets_of_all_sizes_are_right_or_have_a_warning() throws IOException {
        int step = Math.max(1, 20 / Rounds.of(1));
        int number = 0;
        for (Palette palette : palettes()) {
            for (String encoding : palette.encodings) {
                for (String letters : CASES) {
                    for (int colours : new int[] {1, 2, 3, 5, 10}) {
                        for (int first = 0; first < palette.names.size(); first++) {
                            if (number++ % step == 0) {
                                measure(palette, encoding, letters, first, colours, colours);
                            }
                        }
                    }
                    measure(palette, encoding, letters, 0, 8, 40);
                    if (number % step == 0) {
                        measure(palette, encoding, letters, 0, 15, 1000);
                        measure(palette, encoding, letters, 0, 15, 10_000);
                    }
                }
            }
        }
        report("encodings.txt");
    }

    @Test
    void the_test_data_is_not_the_training_data() throws IOException {
        Set<String> learned =
                Arrays.stream(String.join(" ", lines("sheet-words.txt")).split(" "))
                        .collect(Collectors.toSet());
        for (Palette palette : palettes()) {
            assertThat(palette.names)
                    .noneMatch(name -> learned.contains(name.toLowerCase(Locale.ROOT)));
        }
    }

    private void measure(
            Palette palette, String encoding, String letters, int first, int colours, int rows)
            throws IOException {
        Locale locale = Locale.forLanguageTag(palette.language);
        CharsetEncoder encoder = Charset.forName(encoding).newEncoder();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < colours; i++) {
            String name = palette.names.get((first + i) % palette.names.size());
            String written =
                    switch (letters) {
                        case "capitals" -> name.toUpperCase(locale);
                        case "small" -> name.toLowerCase(locale);
                        default -> name;
                    };
            if (encoder.canEncode(written)) {
                names.add(written);
            }
        }
        if (names.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("pid,colour,size,stock\n1000,black,36,1\n");
        for (int i = 0; i < rows; i++) {
            text.append(1001 + i).append(',').append(names.get(i % names.size())).append(",36,5\n");
        }
        Path file = folder.resolve("stock.csv");
        Files.write(file, text.toString().getBytes(Charset.forName(encoding)));
        CsvEncoding found = CsvEncoding.of(file);
        boolean isRight = Files.readString(file, found.charset()).contentEquals(text);
        boolean isWarned =
                found.doubt().filter(p -> p.code() == ProblemCode.FILE_ENCODING).isPresent();
        for (String key :
                List.of(
                        "by encoding: " + encoding,
                        "by language: " + palette.language,
                        "by letters:  " + letters,
                        "by size:     %5d rows, %2d colours".formatted(rows, colours))) {
            Row row = table.computeIfAbsent(key, k -> new Row());
            row.right += isRight && !isWarned ? 1 : 0;
            row.warned += isWarned ? 1 : 0;
            row.wrong += isRight || isWarned ? 0 : 1;
        }
        if (!isRight && !isWarned) {
            wrong.add(encoding + " " + names + " as " + found.label());
        }
    }

    private void report(String name) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(
                "%-36s %6s %6s %17s%n".formatted("", "right", "warned", "wrong and unreported"));
        table.forEach(
                (key, row) ->
                        text.append(
                                "%-36s %6d %6d %17d%n"
                                        .formatted(key, row.right, row.warned, row.wrong)));
        Files.writeString(Files.createDirectories(Path.of("build")).resolve(name), text);
        assertThat(wrong).isEmpty();
    }

    private static List<Palette> palettes() throws IOException {
        List<Palette> palettes = new ArrayList<>();
        for (String line : lines("colours.txt")) {
            List<String> parts = List.of(line.split("\\|"));
            String[] head = parts.get(0).split(" ");
            palettes.add(
                    new Palette(
                            head[0], List.of(head[1].split(",")), parts.subList(1, parts.size())));
        }
        return palettes;
    }

    private static List<String> lines(String name) throws IOException {
        try {
            Path file = Path.of(EncodingTableTest.class.getResource("/encodings/" + name).toURI());
            return Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).toList();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
