package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Files and a program that fit a head. */
class SourceSizeTest {
    private static final int MOST_LINES_OF_A_FILE = 500;

    /** With slack, so that a small fix does not fail the build. */
    private static final int MOST_LINES = 65_100;

    /** Of each top package, with some 3 % of slack. */
    private static final Map<String, Integer> MOST_LINES_OF_CODE =
            new TreeMap<>(
                    Map.ofEntries(
                            Map.entry("app", 1_410),
                            Map.entry("batch", 295),
                            Map.entry("book", 3175),
                            Map.entry("check", 1895),
                            Map.entry("cli", 4150),
                            Map.entry("database", 760),
                            Map.entry("details", 900),
                            Map.entry("imports", 7000),
                            Map.entry("jobs", 5415),
                            Map.entry("ledger", 375),
                            Map.entry("merchant", 670),
                            Map.entry("notifications", 705),
                            Map.entry("problem", 565),
                            Map.entry("process", 381),
                            Map.entry("queue", 590),
                            Map.entry("runs", 1770),
                            Map.entry("sandbox", 1180),
                            Map.entry("service", 560),
                            Map.entry("sheet", 8000),
                            Map.entry("sources", 1000),
                            Map.entry("stock", 545),
                            Map.entry("web", 5140)));

    private static final Path SOURCES = Path.of("src/main/java");

    @Test
    void no_file_is_longer_than_one_thing_can_be() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        for (Path file : sources()) {
            if (Files.readAllLines(file).size() > MOST_LINES_OF_A_FILE) {
                tooLong.add(file.getFileName().toString());
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void the_program_stays_within_its_size() throws IOException {
        int lines = 0;
        for (Path file : sources()) {
            lines += Files.readAllLines(file).size();
        }
        assertThat(lines).isLessThanOrEqualTo(MOST_LINES);
    }

    @Test
    void each_package_stays_within_its_lines_of_code() throws IOException {
        Map<String, Integer> lines = new TreeMap<>();
        for (Path file : sources()) {
            String top = SOURCES.relativize(file).subpath(2, 3).toString();
            lines.merge(top, linesOfCode(file), Integer::sum);
        }
        assertThat(lines.keySet()).isEqualTo(MOST_LINES_OF_CODE.keySet());
        assertThat(lines)
                .allSatisfy(
                        (top, count) ->
                                assertThat(count)
                                        .as(top)
                                        .isLessThanOrEqualTo(MOST_LINES_OF_CODE.get(top)));
    }

    /** Lines that are neither empty nor a comment nor an import. */
    private static int linesOfCode(Path file) throws IOException {
        return (int)
                Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.matches("(//|/?\\*|import ).*"))
                        .count();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }
}
