package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Files and a program that fit a head. */
class SourceSizeTest {
    private static final int MOST_LINES_OF_A_FILE = 500;

    /** With slack, so that a small fix does not fail the build; only ever lowered. */
    private static final int MOST_LINES = 58_400;

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

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }
}
