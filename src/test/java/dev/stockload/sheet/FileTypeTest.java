package dev.stockload.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

class FileTypeTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "stock.xlsx, XLSX",
        "stock-from-ods.xlsx, XLSX",
        "stock.xls, XLS",
        "chinese-utf8.csv, CSV",
        "chinese-utf16.tsv, CSV",
        "chinese-gb18030.csv, CSV",
        "german-windows1252.csv, CSV"
    })
    void recognizes_a_sheet_by_its_content(String name, FileType kind) throws IOException {
        Path file = XlsBookTest.sheet(name);
        assertThat(FileType.of(file)).isEqualTo(kind);
        assertThat(kind.mismatch(name)).isEmpty();
        Path renamed = Files.copy(file, folder.resolve("stock.dat"));
        assertThat(FileType.of(renamed)).isEqualTo(kind);
        assertThat(kind.mismatch("stock.dat")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    chinese-utf8.csv | a.xls  | The file name ends in .xls, but the file is CSV text and is read as that
                    stock.xls        | a.XLSX | The file name ends in .xlsx, but the file is an .xls workbook and is read as that
                    stock.xlsx       | a.csv  | The file name ends in .csv, but the file is an .xlsx workbook and is read as that
                    """)
    void warns_if_the_name_does_not_match_the_content(String name, String renamed, String note)
            throws IOException {
        Path file = Files.copy(XlsBookTest.sheet(name), folder.resolve(renamed));
        assertThat(FileType.of(file).mismatch(renamed)).map(Problem::message).contains(note);
    }

    @ParameterizedTest
    @CsvSource({
        "page.html, HTML",
        "chinese-2003.xml, XML_2003",
        "chinese.ods, ODS",
        "chinese.fods, FLAT_ODS"
    })
    void recognizes_files_of_libreoffice_with_any_name(String name, FileType kind)
            throws IOException {
        Path file = Files.copy(XlsBookTest.sheet(name), folder.resolve("stock.xls"));
        assertThat(FileType.of(file)).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    89504E470D0A1A0A         | a PNG picture
                    FFD8FFE000104A464946     | a JPEG picture
                    474946383961             | a GIF picture
                    255044462D312E36         | a PDF document
                    377ABCAF271C0004         | a 7z archive
                    526172211A0701           | a RAR archive
                    0904060000001000         | from Excel 4
                    """)
    void recognizes_other_files_by_their_first_bytes(String hex, String what) throws IOException {
        byte[] bytes = Arrays.copyOf(HexFormat.of().parseHex(hex), 500);
        assertUnusable(bytes, "is " + what);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\uFEFF <TABLE border=1><tr><td>pid</td></tr></TABLE>",
                "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\">",
                "<?xml version=\"1.0\"?><!DOCTYPE html><html >"
            })
    void recognizes_the_many_beginnings_of_a_web_page(String text) throws IOException {
        Path file = folder.resolve("stock.xls");
        Files.writeString(file, text);
        assertThat(FileType.of(file)).isEqualTo(FileType.HTML);
        Files.writeString(file, text, StandardCharsets.UTF_16LE);
        assertThat(FileType.of(file)).isEqualTo(FileType.HTML);
    }

    @Test
    void recognizes_a_web_archive() throws IOException {
        assertUnusable(
                "MIME-Version: 1.0\r\nX-Document-Type: Workbook".getBytes(StandardCharsets.UTF_8),
                "is a web archive (MHTML) and not a workbook; open it in Excel and save it as"
                        + " .xlsx");
    }

    @ParameterizedTest
    @CsvSource({"xl/workbook.bin, an .xlsb workbook", "word/document.xml, a Word document"})
    void recognizes_other_archives(String part, String what) throws IOException {
        assertUnusable(XlsxPackage.zip(Map.of(part, new byte[0])), "is " + what);
    }

    @Test
    void refuses_bytes_without_a_meaning() throws IOException {
        assertUnusable(
                new byte[100],
                "is neither text nor a workbook; a stock sheet is an .xlsx, .xls, .ods or CSV"
                        + " file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"pid\": 1001}", " [\n {\"pid\": 1001}]", "\uFEFF[[1001, 36]]"})
    void recognizes_json(String text) throws IOException {
        assertUnusable(
                text.getBytes(StandardCharsets.UTF_8),
                "is JSON; a stock sheet has rows: export it as CSV or .xlsx");
    }

    @Test
    void recognizes_the_lock_file_of_excel() throws IOException {
        Path lock = Files.write(folder.resolve("~$stock.xlsx"), new byte[165]);
        assertThatThrownBy(() -> FileType.of(lock))
                .hasMessageStartingWith("is a lock file that Excel keeps")
                .hasMessageEndingWith("name the workbook itself");
    }

    @Test
    void a_single_nul_is_reported_by_the_reader_with_its_line() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.writeString(file, "pid,colour,size,stock\n1001,black\0,36,5\n");
        assertThat(FileType.of(file)).isEqualTo(FileType.CSV);
    }

    private void assertUnusable(byte[] bytes, String message) throws IOException {
        Path file = Files.write(folder.resolve("stock.xls"), bytes);
        assertThatThrownBy(() -> FileType.of(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith(message);
    }
}
