package dev.stockload.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The cures that can be taken out are those of the program as it is. */
class MutationsTest {
    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/mutations"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void every_cure_is_found_in_the_sources(Path file) throws IOException {
        assertThat(Mutations.Mutation.read(file).sources()).isNotEmpty();
    }
}
