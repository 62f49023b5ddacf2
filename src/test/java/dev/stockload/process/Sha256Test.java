package dev.stockload.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

class Sha256Test {
    /** The hash of the text abc in the standard. */
    private static final String ABC =
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void is_the_same_for_a_text_a_file_and_its_copy(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("sheet.csv"), "abc");
        assertThat(Sha256.of("abc")).isEqualTo(ABC);
        assertThat(Sha256.of(file)).isEqualTo(ABC);
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        assertThat(
                        Sha256.copy(
                                new ByteArrayInputStream("abc".getBytes(StandardCharsets.UTF_8)),
                                copy))
                .isEqualTo(ABC);
        assertThat(copy).hasToString("abc");
    }
}
