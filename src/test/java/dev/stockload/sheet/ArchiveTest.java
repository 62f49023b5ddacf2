package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

class ArchiveTest {
    private static final byte[] ROWS =
            "pid,colour,size,stock\n1001,black,36,5\n".getBytes(StandardCharsets.UTF_8);

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "stock.xlsx, Excel workbook (.xlsx)",
        "stock.xls, Excel workbook (.xls)",
        "chinese-gb18030.csv, CSV text",
        "chinese-utf16.tsv, CSV text"
    })
    void reads_the_sheet_in_an_archive_as_if_it_were_alone(String name, String kind)
            throws IOException {
        Path alone = XlsBookTest.sheet(name);
        byte[] bytes = Files.readAllBytes(alone);
        Path gzip = folder.resolve(name + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
            out.write(bytes);
        }
        for (Path archive :
                List.of(
                        gzip,
                        zip("a.zip", Map.of("sub/" + name, bytes)),
                        zip("a.dat", Map.of(name, bytes)))) {
            FileType inner = FileType.of(alone);
            FileType outer = FileType.of(archive);
            try (SheetBook expected = inner.open(alone, SheetOptions.none()).read();
                    UnpackedSheetFile opened =
                            new UnpackedSheetFile(archive, SheetOptions.none())) {
                SheetBook book = opened.book();
                assertThat(SheetText.tabs(book)).isEqualTo(SheetText.tabs(expected));
                assertThat(SheetText.of(book, 0)).isEqualTo(SheetText.of(expected, 0));
                SheetFacts facts = opened.facts(null);
                assertThat(facts.kind()).isEqualTo(kind + " in " + outer.label());
                assertThat(facts.warnings()).isEqualTo(expected.facts().warnings());
            }
        }
    }

    @Test
    void deletes_its_temporary_files() throws IOException {
        Path temporary = PrivateFiles.create("any").getParent().getParent();
        Path good = zip("a.zip", Map.of("a.csv", ROWS));
        Path bad = zip("b.zip", Map.of("a.csv", "{\"a\":1}".getBytes(StandardCharsets.UTF_8)));
        long before = unpackedFiles(temporary);
        try (StockSheet sheet = StockSheet.open(good, SheetOptions.none())) {
            assertThat(sheet.next().size()).isEqualTo(1);
            assertThat(unpackedFiles(temporary)).isEqualTo(before + 1);
        }
        assertThatThrownBy(() -> StockSheet.open(bad, SheetOptions.none()))
                .hasMessageContaining("is a zip archive with 'a.csv', which is JSON");
        assertThat(unpackedFiles(temporary)).isEqualTo(before);
    }

    @Test
    void reports_a_wrong_ending_inside_an_archive() throws IOException {
        Path archive = zip("a.zip", Map.of("a.xlsx", ROWS));
        try (StockSheet sheet = StockSheet.open(archive, SheetOptions.none())) {
            assertThat(sheet.facts().warnings())
                    .singleElement()
                    .asString()
                    .contains("ends in .xlsx, but the file is CSV text");
        }
    }

    @Test
    void ignores_files_that_other_programs_put_into_archives() throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        for (String name :
                List.of("__MACOSX/._a.csv", ".DS_Store", "~$a.xlsx", "read.me", "x/Thumbs.db")) {
            parts.put(name, new byte[] {1, 2, 3});
        }
        parts.put("../../evil/a.csv", ROWS);
        try (StockSheet sheet = StockSheet.open(zip("a.zip", parts), SheetOptions.none())) {
            assertThat(sheet.next().size()).isEqualTo(1);
            assertThat(sheet.facts().warnings())
                    .extracting(Problem::message)
                    .containsExactly(
                            "The file 'read.me' in the zip archive was not read; if it is a stock"
                                    + " sheet, import it by itself");
        }
        assertThat(folder.resolveSibling("evil")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"README", "README.txt", "readme.md", "LIESMICH.html", "docs/about.HTM"})
    void reads_the_sheet_beside_a_readme(String readme) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        parts.put(readme, "Dear customer,\n".getBytes(StandardCharsets.UTF_8));
        parts.put("stock.csv", ROWS);
        try (StockSheet sheet = StockSheet.open(zip("a.zip", parts), SheetOptions.none())) {
            assertThat(sheet.next().size()).isEqualTo(1);
            assertThat(sheet.facts().warnings())
                    .singleElement()
                    .asString()
                    .contains("The file '%s' in the zip archive was not read".formatted(readme));
        }
    }

    @Test
    void names_the_other_files_of_an_archive() throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        parts.put("women.csv", ROWS);
        parts.put("men.xlsb", new byte[] {1});
        parts.put("more/kids.csv.gz", new byte[] {1});
        try (StockSheet sheet = StockSheet.open(zip("a.zip", parts), SheetOptions.none())) {
            assertThat(sheet.next().size()).isEqualTo(1);
            assertThat(sheet.warnings())
                    .extracting(Problem::message)
                    .containsExactly(
                            "2 files in the zip archive were not read: 'men.xlsb',"
                                    + " 'more/kids.csv.gz'; if they are stock sheets, import each"
                                    + " by itself");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    a.csv b.xlsx   | is a zip archive with 2 sheets: 'a.csv', 'b.xlsx'; unpack it and name one of them
                    a.pdf b.png    | is a zip archive without a sheet in it
                    """)
    void several_sheets_or_none_are_refused(String names, String message) throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        for (String name : names.split(" ")) {
            parts.put(name, ROWS);
        }
        Path archive = zip("a.zip", parts);
        assertThatThrownBy(() -> StockSheet.open(archive, SheetOptions.none()))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(message);
    }

    @Test
    void an_archive_in_an_archive_is_refused() throws IOException {
        Path inner = zip("inner.zip", Map.of("a.csv", ROWS));
        Path outer = zip("a.zip", Map.of("inner.zip", Files.readAllBytes(inner)));
        assertThatThrownBy(() -> StockSheet.open(outer, SheetOptions.none()))
                .hasMessageContaining("'inner.zip', which is another archive");
    }

    @Test
    void an_archive_with_a_password_is_refused() {
        assertThatThrownBy(
                        () ->
                                StockSheet.open(
                                        XlsBookTest.sheet("password.zip"), SheetOptions.none()))
                .hasMessageContaining("is a zip archive that asks for a password; unpack it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.zip", "a.csv.gz"})
    void a_damaged_archive_is_refused(String name) throws IOException {
        byte[] sheet = "1001,black,36,5\n".repeat(500).getBytes(StandardCharsets.UTF_8);
        Path archive = folder.resolve(name);
        if (name.endsWith("gz")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(archive))) {
                out.write(sheet);
            }
        } else {
            zip(name, Map.of("a.csv", sheet));
        }
        byte[] good = Files.readAllBytes(archive);
        for (int at = 60; at < good.length - 100; at++) {
            byte[] bytes = good.clone();
            bytes[at] ^= 0x10;
            Files.write(archive, bytes);
            assertThatThrownBy(() -> readAll(archive)).isInstanceOf(UnusableSheetException.class);
        }
        Files.write(archive, Arrays.copyOf(good, good.length / 2));
        assertThatThrownBy(() -> readAll(archive)).isInstanceOf(UnusableSheetException.class);
    }

    @Test
    @Tag("soak")
    void stops_unpacking_a_zip_bomb_at_the_size_limit() throws IOException {
        Path bomb = folder.resolve("bomb.csv.gz");
        byte[] zeros = new byte[1 << 20];
        Arrays.fill(zeros, (byte) ',');
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(zeros);
        }
        // A gzip file may have several members.
        try (OutputStream out = Files.newOutputStream(bomb)) {
            for (int i = 0; i < 1100; i++) {
                packed.writeTo(out);
            }
        }
        assertThatThrownBy(() -> readAll(bomb))
                .hasMessageContaining("unpacks to more than 1024 MB");
    }

    @Test
    void a_zip_with_a_flipped_byte_is_damaged_and_not_a_fault_of_the_disk() throws IOException {
        byte[] good =
                XlsxPackage.zip(
                        Map.of(
                                "stock.csv",
                                "pid,colour,size,stock\n1,red,36,5\n"
                                        .getBytes(StandardCharsets.UTF_8)));
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= 0x10;
            Path archive = Files.write(folder.resolve("flipped.zip"), bad);
            try {
                readAll(archive);
            } catch (UnusableSheetException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void an_archive_whose_list_of_files_is_damaged_is_refused() throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        parts.put("women.csv", ROWS);
        parts.put("men.csv", ROWS);
        byte[] bytes = XlsxPackage.zip(parts);
        int last = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("PK\1\2");
        bytes[last + 2] ^= 0x10;
        Path archive = Files.write(folder.resolve("a.zip"), bytes);
        assertThatThrownBy(() -> readAll(archive))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("is damaged");
    }

    private static void readAll(Path file) throws IOException {
        try (StockSheet sheet = StockSheet.open(file, SheetOptions.none())) {
            while (sheet.next() != null) {}
        }
    }

    private static long unpackedFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().equals("sheet")).count();
        }
    }

    private Path zip(String name, Map<String, byte[]> parts) throws IOException {
        return Files.write(folder.resolve(name), XlsxPackage.zip(parts));
    }
}
