package dev.stockload.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

class ServeFileTest {
    @TempDir Path data;

    @Test
    void a_start_removes_the_unfinished_file_of_a_killed_serve() throws Exception {
        new ServeFile(1234, "key").write(data);
        Path left = Files.createTempFile(data, ".incoming", "");
        ServeFile.remove(data);
        new ServeFile(1235, "key").write(data);
        assertThat(left).doesNotExist();
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files).containsExactly(data.resolve("serve.json"));
        }
    }
}
