package dev.stockload.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class ServeFileTest {
    @TempDir Path data;

    @Test
    void a_start_removes_what_a_killed_serve_left_and_nothing_else() throws Exception {
        new ServeFile(1234, "key").write(data);
        Path part = Files.createTempFile(data, "serve.json", ".part");
        Path other = Files.writeString(data.resolve("stock.csv.part"), "");
        ServeFile.remove(data);
        assertThat(data.resolve("serve.json")).doesNotExist();
        assertThat(part).doesNotExist();
        assertThat(other).exists();
    }
}
