package dev.stockload.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.JavaProcess;
import dev.stockload.sheet.XlsBookTest;
import dev.stockload.sheet.XlsxPackage;

import org.apache.poi.hssf.record.crypto.Biff8EncryptionKey;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.crypt.Encryptor;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files that are not stock sheets: {@code check} prints one sentence, with exit code 2. */
class BadFilesTest {
    private static final byte[] MEGABYTE_OF_NOTHING =
            " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);

    /** The beginning of the record of shared texts in stock.xls. */
    private static final byte[] SHARED_TEXTS = HexFormat.of().parseHex("FC001401");

    @TempDir Path folder;

    @Test
    void a_missing_file_a_folder_and_an_empty_file() throws IOException {
        refuses(folder.resolve("missing.xlsx"), "does not exist");
        refuses(folder, "is a folder; name one file in it");
        refuses(write("empty.csv", new byte[0]), "is empty");
    }

    @ParameterizedTest
    @CsvSource({"stock.xlsx, .xlsx", "stock.xls, .xls"})
    void a_file_cut_off(String name, String kind) throws IOException {
        byte[] whole = Files.readAllBytes(XlsBookTest.sheet(name));
        for (int length : new int[] {600, whole.length / 2, whole.length * 3 / 4}) {
            refuses(
                    write(name, Arrays.copyOf(whole, length)),
                    "is damaged or cut off and cannot be read as an %s workbook; save or copy it again"
                            .formatted(kind));
        }
    }

    @Test
    void workbooks_with_a_password() throws Exception {
        Path xlsx = folder.resolve("secret.xlsx");
        try (POIFSFileSystem container = new POIFSFileSystem();
                OutputStream file = Files.newOutputStream(xlsx)) {
            Encryptor encryptor = new EncryptionInfo(EncryptionMode.standard).getEncryptor();
            encryptor.confirmPassword("secret");
            try (OutputStream out = encryptor.getDataStream(container)) {
                out.write(Files.readAllBytes(XlsBookTest.sheet("stock.xlsx")));
            }
            container.writeFilesystem(file);
        }
        refuses(
                xlsx,
                "is protected with a password; save it without one, or add the password to the"
                        + " setting stockload.sheet-passwords");
        Path xls = folder.resolve("secret.xls");
        try (HSSFWorkbook workbook = new HSSFWorkbook();
                OutputStream out = Files.newOutputStream(xls)) {
            workbook.createSheet().createRow(0).createCell(0).setCellValue("pid");
            Biff8EncryptionKey.setCurrentUserPassword("secret");
            workbook.write(out);
        } finally {
            Biff8EncryptionKey.setCurrentUserPassword(null);
        }
        refuses(
                xls,
                "is protected with a password; save it without one, or add the password to the"
                        + " setting stockload.sheet-passwords");
    }

    @Test
    void a_picture_and_noise() throws IOException {
        byte[] picture = Arrays.copyOf(HexFormat.of().parseHex("89504E470D0A1A0A"), 400);
        refuses(
                write("stock.xlsx", picture),
                "is a PNG picture; a stock sheet is an .xlsx, .xls, .ods or CSV file");
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        refuses(
                write("stock.csv", noise),
                "is neither text nor a workbook; a stock sheet is an .xlsx, .xls, .ods or CSV"
                        + " file");
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(strings = {"xl/sheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"})
    void a_zip_bomb(String part) throws IOException {
        Map<String, byte[]> parts = XlsxPackage.of("<row/>").texts("<si/>").styles("", 0).parts();
        Path bomb = folder.resolve("stock.xlsx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (Map.Entry<String, byte[]> entry : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                String xml = new String(entry.getValue(), StandardCharsets.UTF_8);
                int at = xml.indexOf('>') + 1;
                zip.write(xml.substring(0, at).getBytes(StandardCharsets.UTF_8));
                for (int i = 0; entry.getKey().equals(part) && i < 260; i++) {
                    zip.write(MEGABYTE_OF_NOTHING);
                }
                zip.write(xml.substring(at).getBytes(StandardCharsets.UTF_8));
            }
        }
        refuses(
                bomb,
                "unpacks to far more than its size suggests, like a zip bomb; save it again"
                        + " in the program that made it, or get a new copy");
    }

    @Test
    void no_header_no_rows_and_twin_columns() throws IOException {
        refuses(
                write(
                        "a.csv",
                        "Artikel;Farbton;Gr;Vorrat\n1;rot;36;5\n".getBytes(StandardCharsets.UTF_8)),
                "has no header in its first 30 rows: row 1 comes closest, but lacks a product id or"
                        + " item number column and a colour column and a size column and a stock"
                        + " column; it has 'Artikel', 'Farbton', 'Gr', 'Vorrat'. If it has"
                        + " them under other headers, name these: stockload check FILE --columns"
                        + " item=HEADER,colour=HEADER,size=HEADER,stock=HEADER (columns: in a"
                        + " job)");
        refuses(
                write(
                        "a.csv",
                        "pid,\"col\nour\",size,\"st\u001Bock\"\n".getBytes(StandardCharsets.UTF_8)),
                "has a header in row 1, but no rows below it");
        refuses(
                write("a.csv", "pid,\"col\nour\",size\n".getBytes(StandardCharsets.UTF_8)),
                "has no header in its first 30 rows: row 1 comes closest, but lacks a stock column;"
                    + " it has 'pid', 'col our', 'size'. If it has them under other headers, name"
                    + " these: stockload check FILE --columns stock=HEADER (columns: in a job)");
        refuses(
                write(
                        "a.csv",
                        "pid,colour,size,stock,qty\n1,a,36,5,5\n".getBytes(StandardCharsets.UTF_8)),
                "has two columns with the same meaning in its header, row 1: 'stock' and 'qty' both"
                    + " name the stock; rename or delete one, or say which one is meant: stockload"
                    + " check FILE --columns stock=qty (columns: in a job)");
        refuses(
                XlsxPackage.of("").write(folder.resolve("a.xlsx")),
                "has no header in the first 30 rows of sheet 'Stock', which are empty");
    }

    // ---- in a process of its own, as people start it

    @Test
    @Tag("soak")
    void a_million_empty_styled_rows_need_little_memory() throws Exception {
        Path file = folder.resolve("a.xlsx");
        Map<String, byte[]> parts = XlsxPackage.of("@").styles("", 0, 14).parts();
        String[] sheet =
                new String(parts.remove("xl/sheets/sheet1.xml"), StandardCharsets.UTF_8).split("@");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue());
            }
            zip.putNextEntry(new ZipEntry("xl/sheets/sheet1.xml"));
            OutputStream out = new BufferedOutputStream(zip, 1 << 16);
            out.write(sheet[0].getBytes(StandardCharsets.UTF_8));
            for (int row = 1; row <= 1_000_000; row++) {
                out.write(
                        "<row r=\"%d\" s=\"1\"><c r=\"A%d\" s=\"1\"/></row>"
                                .replace("%d", "" + row)
                                .getBytes(StandardCharsets.ISO_8859_1));
            }
            out.write(sheet[1].getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
        assertThat(process("-Xmx40m", file))
                .containsExactly(
                        "2",
                        file
                                + " has no header in the first 30 rows of sheet 'Stock', which are"
                                + " empty");
    }

    @Test
    @Tag("soak")
    void running_out_of_memory_is_reported_without_a_stack_trace() throws Exception {
        Path file = folder.resolve("a.csv");
        try (PrintWriter out = new PrintWriter(file.toFile(), StandardCharsets.UTF_8)) {
            out.println("pid,colour,size,stock");
            for (int i = 1; i <= 300_000; i++) {
                out.println(i + ",colour number " + i + ",36,1");
            }
        }
        List<String> printed = process("-Xmx20m", file);
        assertThat(printed).hasSize(2).startsWith("2");
        assertThat(printed.get(1))
                .startsWith(file + " does not fit into the ")
                .contains(" different colours, ")
                .endsWith(" Split it, or give Stockload more, as with JAVA_OPTS=-Xmx2g");
    }

    @Test
    @Tag("soak")
    void log_messages_of_file_readers_do_not_reach_the_terminal() throws Exception {
        byte[] bytes = Files.readAllBytes(XlsBookTest.sheet("stock.xls"));
        // The number of the shared texts: POI complains of one that is missing and reads on.
        bytes[indexOf(bytes, SHARED_TEXTS) + 8]++;
        Path odd = write("a.xls", bytes);
        assertThat(process("-Xmx100m", odd))
                .startsWith("3", odd.toString(), "  Kind       Excel workbook (.xls)")
                .noneMatch(line -> line.contains("ERROR") || line.contains("Ran out of data"));
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        int at = 0;
        while (!Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
            at++;
        }
        return at;
    }

    private void refuses(Path file, String message) {
        CommandRun run = CommandRun.inSandbox(folder, "check", file.toString());
        assertThat(run.err())
                .isEqualTo(
                        file
                                + " "
                                + message.replace("FILE", file.toString())
                                + System.lineSeparator());
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }

    /** The exit code and the lines of both outputs. */
    private static List<String> process(String memory, Path file) throws Exception {
        List<String> command =
                JavaProcess.command(classPath(), Stockload.class, memory, "-Dfile.encoding=UTF-8");
        command.addAll(List.of("check", file.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        List<String> lines = new ArrayList<>(List.of(Integer.toString(process.exitValue())));
        said.lines().forEach(lines::add);
        return lines;
    }

    /** The class path without the log settings of the tests, as people have it. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Files.exists(Path.of(entry, "logback-test.xml")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }
}
