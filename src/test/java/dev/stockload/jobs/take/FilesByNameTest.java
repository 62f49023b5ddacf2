package dev.stockload.jobs.take;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsBookTest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

class FilesByNameTest {
    private static final byte[] CSV =
            "pid,colour,size,stock\n7,red,36,5\n".getBytes(StandardCharsets.UTF_8);

    @TempDir Path folder;

    @Test
    void an_archive_with_a_password_is_whole_too() throws IOException {
        assertWholeUntilCut(Files.readAllBytes(XlsBookTest.sheet("password.zip")));
    }

    @Test
    void a_workbook_and_a_gzip_file_are_whole_when_their_end_has_come() throws IOException {
        assertWholeUntilCut(Files.readAllBytes(XlsBookTest.sheet("stock.xlsx")));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(CSV);
        }
        assertWholeUntilCut(packed.toByteArray());
    }

    @Test
    void the_end_of_a_text_cannot_be_known() throws IOException {
        assertThat(isWhole(Arrays.copyOf(CSV, CSV.length / 2))).isTrue();
    }

    private void assertWholeUntilCut(byte[] bytes) throws IOException {
        assertThat(isWhole(bytes)).isTrue();
        assertThat(isWhole(Arrays.copyOf(bytes, bytes.length / 2))).isFalse();
    }

    private boolean isWhole(byte[] bytes) throws IOException {
        return FilesByName.isWhole(Files.write(folder.resolve("stock"), bytes));
    }
}
