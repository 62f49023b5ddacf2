package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Files that fit a head. */
class SourceSizeTest {
    private static final int MOST_LINES = 300;

    /** What is still too long: only ever taken from. */
    private static final Set<String> STILL_TOO_LONG = Set.of();

    @Test
    void no_file_is_longer_than_300_lines() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                if (Files.readAllLines(file).size() > MOST_LINES) {
                    tooLong.add(file.getFileName().toString());
                }
            }
        }
        assertThat(tooLong).as("files of more than 300 lines").isEqualTo(STILL_TOO_LONG);
    }
}
