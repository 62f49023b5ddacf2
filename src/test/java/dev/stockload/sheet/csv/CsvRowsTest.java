package dev.stockload.sheet.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.opencsv.CSVWriter;

import dev.stockload.Rounds;
import dev.stockload.sheet.XlsBookTest;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.header.HeaderOptions;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

class CsvRowsTest {
    @TempDir Path folder;

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("line feeds", "a,b\nc,d\n", List.of("1: A=a | B=b", "2: A=c | B=d")),
                arguments("returns", "a,b\rc,d\r", List.of("1: A=a | B=b", "2: A=c | B=d")),
                arguments("both", "a,b\r\nc,d\r\n", List.of("1: A=a | B=b", "2: A=c | B=d")),
                arguments(
                        "mixed",
                        "a\r\nb\nc\rd\n\re",
                        List.of("1: A=a", "2: A=b", "3: A=c", "4: A=d", "6: A=e")),
                arguments("no last end", "a,b\nc,d", List.of("1: A=a | B=b", "2: A=c | B=d")),
                arguments("blank lines count", "\n\na\n\n\nb", List.of("3: A=a", "6: A=b")),
                arguments("rows of blanks", ",,\n  ,\"\"\na,,b", List.of("3: A=a | C=b")),
                arguments("nothing trimmed", " a , b", List.of("1: A= a  | B= b")),
                arguments("quotes", "\"a,b\",\"c\"\n", List.of("1: A=a,b | B=c")),
                arguments(
                        "doubled quotes",
                        "\"a \"\"b\"\" c\",\"\"\"\"\n",
                        List.of("1: A=a \"b\" c | B=\"")),
                arguments(
                        "breaks in quotes",
                        "\"a\nb\r\nc\",d\ne",
                        List.of("1: A=a\nb\nc | B=d", "2: A=e")),
                arguments("a space after quotes", "a,\"b\" ,\"c\"", List.of("1: A=a | B=b | C=c")),
                arguments(
                        "errors of a spreadsheet program",
                        "#REF!,#N/A,#####,\"#DIV/0!\",#VALUE!,#NAME?,#1,#",
                        List.of(
                                "1: A=error #REF! | B=error #N/A | C=error ##### | D=error #DIV/0!"
                                        + " | E=error #VALUE! | F=error #NAME? | G=#1 | H=#")),
                arguments(
                        "texts of formulas",
                        "=\"6901234567890\",\"=\"\"0042\"\"\",=1+1,=\"a\"&\"b\"",
                        List.of("1: A=6901234567890 | B=0042 | C==1+1 | D==\"a\"&\"b\"")),
                arguments("the line of the delimiter", "sep=,\na,b", List.of("2: A=a | B=b")),
                arguments(
                        "rows after cells of several lines",
                        "a,b\n\"1\n2\n3\",x\nc,d\n",
                        List.of("1: A=a | B=b", "2: A=1\n2\n3 | B=x", "3: A=c | B=d")),
                arguments(
                        "a quote inside a cell",
                        "5\" pipe,a\nb,\"x\",7\"",
                        List.of("1: A=5\" pipe | B=a", "2: A=b | B=x | C=7\"")),
                arguments(
                        "no formula",
                        "'=1+1,'+4,'-3,'@x,'t,'",
                        List.of("1: A==1+1 | B=+4 | C=-3 | D=@x | E='t | F='")),
                arguments(
                        "no formula in quotes",
                        "\"'=\"\"a\"\"\",\"'-1\"",
                        List.of("1: A==\"a\" | B=-1")),
                arguments(
                        "a backslash is text", "a\\,\"b\\\",c", List.of("1: A=a\\ | B=b\\ | C=c")),
                arguments("one cell", "a", List.of("1: A=a")),
                arguments("the mark of a file's end", "a,b\r\n\u001A", List.of("1: A=a | B=b")),
                arguments("that mark elsewhere", "\u001A\na", List.of("1: A=\u001A", "2: A=a")),
                arguments("nothing", "", List.of()),
                arguments(
                        "beyond the first plane",
                        "\uD83D\uDC5F,颜色",
                        List.of("1: A=\uD83D\uDC5F | B=颜色")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void reads_rows_as_a_spreadsheet_program_shows_them(String what, String text, List<String> rows)
            throws IOException {
        assertThat(read(file(text, StandardCharsets.UTF_8), ',')).isEqualTo(rows);
    }

    static Stream<Arguments> brokenTexts() {
        String lines = "a,b\n".repeat(15);
        return Stream.of(
                arguments(
                        "a quote is opened here and never closed",
                        18,
                        lines + "\"\n\",c\nd,\"e\nf\n"),
                arguments(
                        "a quote is opened here and not closed within 32767 characters",
                        16,
                        lines + "d,\"e\n" + lines.repeat(1000)),
                arguments(
                        "a quote is opened here and closed in line 18, and what is between"
                                + " looks like rows",
                        16,
                        lines + "d,\"e\n\nf,\"x\""),
                arguments(
                        "a quote is opened here and closed in line 18, and what is between"
                                + " looks like rows",
                        16,
                        lines + "d,\"e\nf,g\nh,\"\ni,j\n"),
                arguments(
                        "a quote is opened here and closed in line 17, and what is between"
                                + " looks like rows",
                        16,
                        lines + "\"d,e\nf,g\"\ni,j\n"),
                arguments("text follows a quote that closes a cell", 16, lines + "\"d\"x,\"e\"\n"),
                arguments("text follows a quote that closes a cell", 16, lines + "\"d\"x,e\n"),
                arguments("there is a NUL byte here", 17, lines + "\r\n\0,b\n"),
                arguments("there is a NUL byte here", 18, lines + "\"a\n\nb\0\",b\n"),
                arguments("a cell has more than 32767 characters", 16, lines + "x".repeat(40_000)),
                arguments(
                        "the row has more than 1048576 characters",
                        16,
                        lines + "x".repeat(3_000_000)),
                arguments("the row has more than 16384 cells", 16, lines + ",".repeat(20_000)));
    }

    @ParameterizedTest(name = "line {1}: {0}")
    @MethodSource("brokenTexts")
    void names_the_line_where_a_file_is_broken(String why, int line, String text)
            throws IOException {
        Path file = file(text, StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(file, ','))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageStartingWith("cannot be read, line " + line + ": " + why);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void reads_text_that_is_longer_than_its_window(String encoding) throws IOException {
        String row = "1001,黑色,36,\"5\r\n\"\r\n";
        Path file = file(row.repeat(20_000), Charset.forName(encoding));
        List<String> rows = read(file, ',');
        assertThat(rows).hasSize(20_000).endsWith("20000: A=1001 | B=黑色 | C=36 | D=5\n");
        assertThat(rows.stream().map(r -> r.replaceFirst("\\d+", "")).distinct()).hasSize(1);
    }

    static List<String> encodings() {
        return List.of("UTF-8", "UTF-16LE", "GB18030", "Big5");
    }

    @Test
    void bytes_outside_the_encoding_are_named_with_their_line() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, "a\r\nb\r\ngr\u00FCn".getBytes(StandardCharsets.ISO_8859_1));
        CsvEncoding utf8 = CsvEncoding.named("utf-8", file);
        try (CsvRows rows = new CsvRows(file, utf8, ',')) {
            assertThatThrownBy(() -> SheetText.of(rows))
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessage(
                            "cannot be read, line 3: the byte FC is not UTF-8; name the right"
                                + " encoding with --encoding, for example --encoding windows-1252");
        }
    }

    @Test
    void a_character_cut_off_by_the_end_of_the_file_is_an_error() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, new byte[] {'a', 0, '\n', 0, 'b'});
        try (CsvRows rows = new CsvRows(file, CsvEncoding.named("UTF-16LE", file), ',')) {
            assertThatThrownBy(() -> SheetText.of(rows))
                    .hasMessageStartingWith("cannot be read, line 2: the byte 62 is not UTF-16LE");
        }
    }

    @Test
    void half_a_pair_is_a_lost_letter_and_swallows_no_delimiter() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, new byte[] {'a', 0, 0x3D, (byte) 0xD8, ',', 0, 'b', 0, '\n', 0});
        try (CsvRows rows = new CsvRows(file, CsvEncoding.named("UTF-16LE", file), ',')) {
            assertThat(SheetText.of(rows)).containsExactly("1: A=a\uFFFD | B=b");
        }
    }

    @Test
    void an_open_quote_at_the_top_does_not_load_the_file_into_memory() throws IOException {
        Path file = folder.resolve("stock.csv");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write('"');
            byte[] lines = "1001,black,36,5\n".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 20; i++) {
                out.write(lines);
            }
        }
        CsvEncoding utf8 = new CsvEncoding(StandardCharsets.UTF_8, 0, "UTF-8", Optional.empty());
        try (CsvRows rows = new CsvRows(file, utf8, ',')) {
            assertThatThrownBy(() -> rows.fill(new RowBlock()))
                    .hasMessageContaining("line 1: a quote is opened");
            assertThat(rows.text.chars.length).isLessThan(1 << 20);
        }
    }

    @ParameterizedTest
    @ValueSource(chars = {'；', '"', '\n', '\0'})
    void a_delimiter_that_cannot_be_one_is_refused(char delimiter) throws IOException {
        Path file = file("pid,colour", StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(file, delimiter))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("a delimiter is a plain character");
    }

    @Test
    void a_block_of_long_rows_ends_early() throws IOException {
        Path file = file(("x".repeat(30_000) + "\n").repeat(100), StandardCharsets.UTF_8);
        CsvEncoding encoding = CsvEncoding.of(file);
        try (CsvRows rows = new CsvRows(file, encoding, ',')) {
            RowBlock block = new RowBlock();
            assertThat(rows.fill(block)).isTrue();
            assertThat(block.size()).isBetween(10, 50);
        }
        assertThat(read(file, ',')).hasSize(100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            textBlock =
                    """
                    chinese-utf8.csv       ~ UTF-8             ~ comma     ~ 3: A=1002 | B=深蓝, 亮 | C=37 | D=12
                    chinese-utf16.tsv      ~ UTF-16LE with BOM ~ tab       ~ 3: A=1002 | B=深蓝, 亮 | C=37 | D=12
                    chinese-gb18030.csv    ~ GB18030           ~ comma     ~ 3: A=1002 | B=深蓝, 亮 | C=37 | D=12
                    german-windows1252.csv ~ windows-1252      ~ semicolon ~ 4: A=000125 | B="Größe" L | C=38 | D=0
                    """)
    void reads_files_of_libreoffice(String name, String encoding, String delimiter, String row)
            throws IOException {
        Path file = XlsBookTest.sheet(name);
        CsvEncoding found = CsvEncoding.of(file);
        assertThat(found.label()).isEqualTo(encoding);
        char between =
                new CsvBook(file, null, null, HeaderOptions.named(Map.of())).facts().delimiter();
        assertThat(SheetFacts.label(between)).isEqualTo(delimiter);
        assertThat(read(file, between)).hasSize(4).contains(row);
    }

    @Test
    void a_damaged_file_ends_in_rows_or_a_sentence() throws IOException {
        byte[] good = Files.readAllBytes(XlsBookTest.sheet("chinese-utf8.csv"));
        Path file = folder.resolve("stock.csv");
        Random random = new Random(11);
        byte[] likely = {'"', '\n', '\r', ',', 0, (byte) 0xFF, (byte) 0xFE, '\'', ' '};
        int unusable = 0;
        for (int round = 0; round < Rounds.of(150); round++) {
            byte[] bytes = good.clone();
            for (int i = random.nextInt(4) + 1; i > 0; i--) {
                boolean any = random.nextBoolean();
                byte damage = any ? (byte) random.nextInt() : likely[random.nextInt(likely.length)];
                bytes[random.nextInt(bytes.length)] = damage;
            }
            Files.write(file, bytes);
            try {
                read(
                        file,
                        new CsvBook(file, null, null, HeaderOptions.named(Map.of()))
                                .facts()
                                .delimiter());
            } catch (UnusableSheetException e) {
                assertThat(e.getMessage())
                        .matches(
                                "(cannot be read, line \\d: |is in two encodings: line \\d is UTF-8"
                                        + " ).*");
                unusable++;
            }
        }
        assertThat(unusable).isPositive();
    }

    @Test
    void reads_back_what_opencsv_writes() throws IOException {
        Random random = new Random(7);
        String[] pieces = {"a", "36-40", "黑", " ", "\"", ",", "\n", "\\", "'x", "b\r\nc", "\"\n"};
        for (int round = 0; round < 200; round++) {
            StringWriter text = new StringWriter();
            List<String> rows = new ArrayList<>();
            try (CSVWriter writer = new CSVWriter(text)) {
                for (int row = 1; row <= 5; row++) {
                    String[] cells = new String[8];
                    List<String> shown = new ArrayList<>();
                    for (int i = 0; i < cells.length; i++) {
                        String cell = "";
                        for (int n = random.nextInt(4); n > 0; n--) {
                            cell += pieces[random.nextInt(pieces.length)];
                        }
                        cells[i] = cell;
                        if (!cell.isBlank()) {
                            shown.add((char) ('A' + i) + "=" + cell.replace("\r\n", "\n"));
                        }
                    }
                    writer.writeNext(cells, random.nextBoolean());
                    if (!shown.isEmpty()) {
                        rows.add(row + ": " + String.join(" | ", shown));
                    }
                }
            }
            assertThat(read(file(text.toString(), StandardCharsets.UTF_8), ','))
                    .as(text.toString())
                    .isEqualTo(rows);
        }
    }

    private Path file(String text, Charset charset) throws IOException {
        return Files.write(folder.resolve("stock.csv"), text.getBytes(charset));
    }

    private static List<String> read(Path file, char delimiter) throws IOException {
        try (CsvRows rows = new CsvRows(file, CsvEncoding.of(file), delimiter)) {
            return SheetText.of(rows);
        }
    }

    @Test
    void every_character_of_utf_8_is_read_as_the_jdk_decodes_it() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int c = 0x21; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 7) {
            boolean isText = c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE;
            if (isText && "\"',=#".indexOf(c) < 0 && !Character.isSpaceChar(c) && c != 0x7F) {
                all.append("x").appendCodePoint(c).append("y\n");
            }
        }
        Path file = Files.writeString(folder.resolve("all.csv"), all);

        List<String> read =
                SheetText.of(new CsvRows(file, CsvEncoding.of(StandardCharsets.UTF_8, 0), ','));

        List<String> lines = all.toString().lines().toList();
        assertThat(read).hasSize(lines.size());
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i)).isEqualTo((i + 1) + ": A=" + lines.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"C3", "E2 82", "C1 81", "E0 81 81", "ED A0 80", "80", "F0 9F 98", "FF"})
    void bytes_that_are_not_utf_8_are_named(String wrong) throws IOException {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(wrong);
        for (String behind : List.of("", "x", "xyz,1\n")) {
            Path file = folder.resolve("wrong.csv");
            try (OutputStream out = Files.newOutputStream(file)) {
                out.write("Gr\u00fcn,1\nab".getBytes(StandardCharsets.UTF_8));
                out.write(bytes);
                out.write(behind.getBytes(StandardCharsets.UTF_8));
            }
            CsvRows rows = new CsvRows(file, CsvEncoding.of(StandardCharsets.UTF_8, 0), ',');
            assertThatThrownBy(() -> SheetText.of(rows))
                    .hasMessageStartingWith(
                            "cannot be read, line 2: the byte"
                                    + (wrong.length() > 2 ? "" : " " + wrong))
                    .hasMessageContaining("not UTF-8");
        }
    }
}
