package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.JavaProcess;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.EncryptedWorkbooks;
import dev.stockload.sheet.xlsx.XlsxBook;

import org.apache.poi.hssf.record.crypto.Biff8EncryptionKey;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class EncryptedBookTest {
    @TempDir Path folder;

    @AfterEach
    void forgetPasswords() {
        EncryptedWorkbooks.from(List::of);
    }

    @ParameterizedTest
    @EnumSource(
            value = EncryptionMode.class,
            names = {"standard", "agile"})
    void opens_an_xlsx_workbook_with_the_default_password_of_excel(EncryptionMode mode)
            throws Exception {
        Path file = encryptedXlsx(mode, Decryptor.DEFAULT_PASSWORD);
        assertThat(FileType.of(file)).isEqualTo(FileType.XLS);
        assertOpens(file);
    }

    @Test
    void opens_an_xlsx_workbook_with_a_password_of_the_settings() throws Exception {
        Path file = encryptedXlsx(EncryptionMode.agile, "summer");
        assertThatThrownBy(() -> new UnpackedSheetFile(file, SheetOptions.none()))
                .hasMessageStartingWith("is protected with a password")
                .hasMessageNotContaining("winter");
        EncryptedWorkbooks.from(() -> List.of("winter", "summer"));
        assertOpens(file);
    }

    @Test
    void deletes_decrypted_files() throws Exception {
        Path file = encryptedXlsx(EncryptionMode.agile, Decryptor.DEFAULT_PASSWORD);
        assertOpens(file);
        Path broken = encrypted(EncryptionMode.agile, Decryptor.DEFAULT_PASSWORD, new byte[5000]);
        assertThatThrownBy(() -> new UnpackedSheetFile(broken, SheetOptions.none()))
                .isInstanceOf(UnusableSheetException.class);
        assertThat(temporary()).isEmpty();
    }

    @Test
    @Tag("soak")
    void the_next_start_deletes_files_that_a_killed_process_decrypted() throws Exception {
        Path file = encryptedXlsx(EncryptionMode.agile, Decryptor.DEFAULT_PASSWORD);
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Process killed =
                opening(temporary, file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(killed.inputReader().readLine()).isEqualTo("open");
        Path left = decrypted(folder.resolve("tmp"));
        assertThat(Files.getPosixFilePermissions(left.getParent().getParent()))
                .containsExactlyInAnyOrderElementsOf(PosixFilePermissions.fromString("rwx------"));
        opening(temporary).inheritIO().start().waitFor();
        assertThat(left).as("of a process that is alive").exists();
        killed.destroyForcibly().waitFor();
        opening(temporary).inheritIO().start().waitFor();
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
    }

    private static ProcessBuilder opening(Path temporary, String... files) {
        ProcessBuilder opening = JavaProcess.of(Opening.class, files);
        opening.command().add(1, "-Djava.io.tmpdir=" + temporary);
        return opening;
    }

    private static Path decrypted(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().equals("sheet"))
                    .findAny()
                    .orElseThrow();
        }
    }

    /** Starts like the program, and keeps a workbook open if one is named. */
    static final class Opening {
        public static void main(String[] args) throws Exception {
            PrivateFiles.sweep();
            for (String file : args) {
                try (StockSheet sheet = StockSheet.open(Path.of(file), SheetOptions.none())) {
                    System.gc(); // what nobody refers to is closed
                    Thread.sleep(500);
                    System.out.println(sheet.header().row() > 0 ? "open" : "");
                    Thread.sleep(60_000);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"VelvetSweatshop", "autumn"})
    void opens_an_encrypted_xls_workbook(String password) throws IOException {
        Path file = folder.resolve("stock.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            for (String name : List.of("one", "two")) {
                var sheet = workbook.createSheet(name);
                for (int i = 0; i < 500; i++) {
                    sheet.createRow(i).createCell(0).setCellValue(name + " " + i);
                    sheet.getRow(i).createCell(1).setCellValue(i / 8.0);
                }
            }
            Biff8EncryptionKey.setCurrentUserPassword(password);
            workbook.write(out);
        } finally {
            Biff8EncryptionKey.setCurrentUserPassword(null);
        }
        EncryptedWorkbooks.from(() -> List.of("autumn"));
        try (UnpackedSheetFile opened = new UnpackedSheetFile(file, SheetOptions.none())) {
            SheetBook book = opened.book();
            assertThat(SheetText.of(book, 1))
                    .hasSize(500)
                    .contains("100: A=two 99 | B=number 12.375");
            assertThat(SheetText.of(book, 0)).contains("100: A=one 99 | B=number 12.375");
        }
    }

    private static void assertOpens(Path file) throws IOException {
        try (UnpackedSheetFile opened = new UnpackedSheetFile(file, SheetOptions.none());
                SheetBook plain = new XlsxBook(XlsBookTest.sheet("stock.xlsx")).read()) {
            assertThat(SheetText.of(opened.book(), 0))
                    .isEqualTo(SheetText.of(plain, 0))
                    .isNotEmpty();
            assertThat(opened.facts(null).warnings()).isEmpty();
        }
    }

    private Path encryptedXlsx(EncryptionMode mode, String password) throws Exception {
        return encrypted(mode, password, Files.readAllBytes(XlsBookTest.sheet("stock.xlsx")));
    }

    private Path encrypted(EncryptionMode mode, String password, byte[] content) throws Exception {
        Path file = folder.resolve(mode + ".xlsx");
        try (POIFSFileSystem container = new POIFSFileSystem()) {
            Encryptor encryptor = new EncryptionInfo(mode).getEncryptor();
            encryptor.confirmPassword(password);
            try (OutputStream out = encryptor.getDataStream(container)) {
                out.write(content);
            }
            try (OutputStream out = Files.newOutputStream(file)) {
                container.writeFilesystem(out);
            }
        }
        return file;
    }

    private static List<Path> temporary() throws IOException {
        try (var files = Files.walk(PrivateFiles.create("any").getParent().getParent())) {
            return files.filter(file -> file.getFileName().toString().equals("sheet")).toList();
        }
    }
}
