package dev.stockload.sheet.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import static java.time.Duration.ofSeconds;

import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.StockSheet;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.SheetText;
import dev.stockload.sheet.rows.UnusableSheetException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

class CsvEncodingTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    UTF-8        | pid,colour,size,stock;1001,black,36,5
                    UTF-8        | pid,colour;1001,grün
                    UTF-8        | 商品ID,颜色;1001,黑色
                    UTF-16LE     | pid,colour,size,stock;1001,黑色,36,5
                    UTF-16BE     | 商品ID,颜色,尺码,库存;1001,黑色,36,5
                    windows-1252 | Artikel,Farbe,Größe;1001,schwarz,36
                    windows-1252 | pid,colour;1001,weiß
                    windows-1252 | pid,colour;1001,grün;1002,weiß;1003,türkis
                    windows-1252 | pid,color;1,café crème;2,Señor;3,naïve
                    windows-1252 | pid,price;1001,12 €
                    windows-1252 | pid,colour;1001,GRÜN
                    windows-1252 | pid,colour;1001,MARRÓN
                    windows-1252 | pid,colour;1001,RÖD;1002,GRÖN;1003,MÖRKBLÅ
                    windows-1252 | pid,colour;1001,Men’s black
                    windows-1252 | Artikel,Farbe,Größe;1001,WEIß,36
                    windows-1250 | pid,colour;1001,BIAŁY;1002,ŻÓŁTY
                    windows-1250 | pid,colour;1001,ČERVENÁ;1002,ŽLUTÁ
                    windows-1254 | pid,colour;1001,KIRMIZI;1002,YEŞİL;1003,AÇIK GRİ
                    windows-1253 | pid,colour;1001,ΜΑΥΡΟ;1002,ΛΕΥΚΟ
                    windows-1251 | pid,colour;1001,ЧЁРНЫЙ;1002,БЕЛЫЙ
                    x-MacTurkish | pid,colour;1001,Kırmızı;1002,Yeşil;1003,Gümüş
                    KOI8-R       | pid,colour;1001,чёрный;1002,белый
                    IBM850       | pid,colour;1001,grün;1002,weiß
                    EUC-KR       | pid,colour;1001,검정;1002,흰색
                    EUC-JP       | pid,colour;1001,ブラック;1002,ホワイト;1003,ネイビー
                    GB18030      | 商品ID,颜色,尺码,库存;1001,黑色,36,5
                    GB18030      | pid,color,size,stock;1001,黑色,36,5
                    GB18030      | pid,color,size,stock;1001,深蓝,36,5;1002,米白,37,2;1003,T恤 nike鞋,1,1
                    Big5         | 商品ID,顏色,尺碼,庫存;1001,黑色,36,5;1002,白色,37,5
                    Shift_JIS    | 商品ID,カラー,サイズ,在庫;1001,ブラック,36,5;1002,ホワイト,37,5
                    windows-1251 | товар,цвет,размер;1001,чёрный,36;1002,белый,37
                    """)
    void finds_the_encoding_of_a_short_sheet(String charset, String text) throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, (text.replace(';', '\n') + "\n").getBytes(Charset.forName(charset)));
        CsvEncoding encoding = CsvEncoding.of(file);
        assertThat(encoding.label()).isEqualTo(charset);
        assertThat(encoding.markLength()).isZero();
        assertThat(encoding.doubt()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "EFBBBF, UTF-8",
        "FFFE, UTF-16LE",
        "FEFF, UTF-16BE",
        "FFFE0000, UTF-32LE",
        "0000FEFF, UTF-32BE",
        "84319533, GB18030"
    })
    void a_byte_order_mark_sets_the_encoding_and_is_not_text(String mark, String charset)
            throws IOException {
        Path file = folder.resolve("stock.csv");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex(mark));
        bytes.writeBytes("颜色,size\n".getBytes(Charset.forName(charset)));
        Files.write(file, bytes.toByteArray());
        for (CsvEncoding encoding :
                new CsvEncoding[] {CsvEncoding.of(file), CsvEncoding.named(charset, file)}) {
            assertThat(encoding.charset()).isEqualTo(Charset.forName(charset));
            assertThat(encoding.label()).isEqualTo(charset + " with BOM");
            try (CsvRows rows = new CsvRows(file, encoding, ',')) {
                assertThat(SheetText.of(rows)).containsExactly("1: A=颜色 | B=size");
            }
        }
    }

    @Test
    void valid_utf_8_is_read_as_utf_8_despite_an_odd_sign() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.writeString(file, "pid,colour,note\n1001,Grün,Men\u0092s\n1002,weiß,x\n");
        CsvEncoding encoding = CsvEncoding.of(file);
        assertThat(encoding.label()).isEqualTo("UTF-8");
        assertThat(encoding.doubt()).isPresent();
    }

    @Test
    void a_non_ascii_letter_counts_at_any_place() throws IOException {
        Path file = folder.resolve("stock.csv");
        String text = "1001,black,36\n".repeat(20_000) + "1001,grün,36\n";
        Files.write(file, text.getBytes(Charset.forName("windows-1252")));
        assertThat(CsvEncoding.of(file).label()).isEqualTo("windows-1252");
    }

    /** Long cells are judged by their beginning, which may be cut at any byte of a character. */
    @ParameterizedTest
    @CsvSource({
        "UTF-8, é1",
        "UTF-8, 黑色",
        "UTF-8, \uD83D\uDC5F",
        "GB18030, 黑色",
        "GB18030, \uD83D\uDC5F黑色的白色",
        "Big5, 黑色的",
        "Shift_JIS, ブラック"
    })
    void a_long_cell_is_never_cut_within_a_character(String charset, String piece)
            throws IOException {
        Path file = folder.resolve("stock.csv");
        for (String before : new String[] {"", "x", "xx"}) {
            for (int ahead : new int[] {0, 65_530}) {
                String text =
                        "a,b\n".repeat(ahead / 4)
                                + before
                                + piece.repeat(9_000 / piece.length())
                                + "\n1001,"
                                + piece.strip()
                                + "\n";
                Files.write(file, text.getBytes(Charset.forName(charset)));
                CsvEncoding encoding = CsvEncoding.of(file);
                assertThat(encoding.label()).isEqualTo(charset);
                assertThat(encoding.doubt()).isEmpty();
            }
        }
    }

    @Test
    void a_cell_is_read_whole_at_any_place_of_a_block() throws IOException {
        Path file = folder.resolve("stock.csv");
        String rows = "1001,\uD83D\uDC5F黑é\n".repeat(3);
        for (int ahead = (1 << 16) - 60; ahead < (1 << 16) + 5; ahead++) {
            Files.writeString(file, "x".repeat(ahead) + "\n" + rows);
            assertThat(CsvEncoding.of(file).label()).isEqualTo("UTF-8");
        }
    }

    @Test
    void a_file_that_ends_within_a_character_is_refused_with_that_line() throws IOException {
        Path file = folder.resolve("stock.csv");
        byte[] whole = "pid,colour\n1001,黑色\n1002,白色\n1003,黑".getBytes(StandardCharsets.UTF_8);
        for (int missing = 1; missing < 3; missing++) {
            Files.write(file, Arrays.copyOf(whole, whole.length - missing));
            assertThatThrownBy(() -> CsvEncoding.of(file))
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessageStartingWith("is in two encodings: line 2 is UTF-8 ('黑色'), line 4 ");
        }
    }

    @Test
    void an_example_in_a_message_is_never_cut_within_a_character() throws IOException {
        Path file = folder.resolve("stock.csv");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(("x" + "\uD83D\uDC5F".repeat(60)).getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("\n1001,黑色\n1002,gr".getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes("ün\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(file, bytes.toByteArray());
        assertThatThrownBy(() -> CsvEncoding.of(file))
                .hasMessageContaining("'x" + "\uD83D\uDC5F".repeat(39) + "…'");
    }

    /** The letters that differ between Turkish and Western encodings come late in the file. */
    @Test
    void a_late_letter_counts() throws IOException {
        Path file = folder.resolve("stock.csv");
        StringBuilder text = new StringBuilder("pid,colour\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append(",gül ").append(i).append("\n");
        }
        text.append("1,yeşil\n2,kırmızı\n3,açık gri\n");
        Files.write(file, text.toString().getBytes(Charset.forName("windows-1254")));
        assertThat(CsvEncoding.of(file).label()).isEqualTo("windows-1254");
    }

    @Test
    void a_long_text_is_judged_quickly() throws IOException {
        Path file = folder.resolve("stock.csv");
        StringBuilder text = new StringBuilder("pid,description\n");
        for (int i = 0; i < 3000; i++) {
            text.append(i)
                    .append(',')
                    .append("黑色")
                    .append(i)
                    .append("白色深蓝".repeat(200))
                    .append('\n');
        }
        Files.write(file, text.toString().getBytes(Charset.forName("GB18030")));
        CsvEncoding found = assertTimeoutPreemptively(ofSeconds(10), () -> CsvEncoding.of(file));
        assertThat(found.label()).isEqualTo("GB18030");
    }

    @ParameterizedTest
    @CsvSource({
        "windows-1252, weiß, looks like windows-1252 ('weiß')",
        "GB18030, 黑色, looks like GB18030 ('黑色')",
        "windows-1250, żółty, looks like windows-1250 ('żółty')"
    })
    void refuses_a_line_in_another_encoding_within_utf8_with_both_lines(
            String charset, String colour, String guess) throws IOException {
        for (int foreign : new int[] {1, 40_000}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes("pid,colour\n".getBytes(StandardCharsets.UTF_8));
            byte[] utf8 = "1001,grün\r\n1002,blue\r\n".getBytes(StandardCharsets.UTF_8);
            for (int i = 1; i < 50_000; i++) {
                bytes.writeBytes(
                        i == foreign
                                ? ("1003," + colour + "\r\n\r\n").getBytes(Charset.forName(charset))
                                : utf8);
            }
            Path file = folder.resolve("stock.csv");
            Files.write(file, bytes.toByteArray());
            assertThatThrownBy(() -> CsvEncoding.of(file))
                    .isInstanceOf(UnusableSheetException.class)
                    .hasMessage(
                            "is in two encodings: line %d is UTF-8 ('grün'), line %d %s; save it in one, or name the one to read it in with --encoding"
                                    .formatted(foreign == 1 ? 4 : 2, 2 * foreign, guess));
            assertThat(CsvEncoding.named("windows-1252", file).label()).isEqualTo("windows-1252");
        }
    }

    @Test
    void utf8_with_a_damaged_byte_is_refused_with_its_line() throws IOException {
        Path file = folder.resolve("stock.csv");
        byte[] bytes = "1001,黑色,36\n".repeat(50).getBytes(StandardCharsets.UTF_8);
        bytes[5] = 'x';
        Files.write(file, bytes);
        assertThatThrownBy(() -> CsvEncoding.of(file))
                .hasMessageStartingWith("is in two encodings: line 2 is UTF-8 ('黑色'), line 1 ");
    }

    @Test
    void a_named_encoding_overrules_a_wrong_mark_but_not_a_right_one() throws IOException {
        Path file = folder.resolve("stock.csv");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(HexFormat.of().parseHex("EFBBBF"));
        bytes.writeBytes("1001,grün\n".getBytes(Charset.forName("windows-1252")));
        Files.write(file, bytes.toByteArray());
        CsvEncoding named = CsvEncoding.named("windows-1252", file);
        assertThat(named.label()).isEqualTo("windows-1252");
        try (CsvRows rows = new CsvRows(file, named, ',')) {
            assertThat(SheetText.of(rows)).containsExactly("1: A=1001 | B=grün");
        }
        Files.writeString(file, "\uFEFF1001,grün\n");
        assertThat(CsvEncoding.named("windows-1252", file).label()).isEqualTo("UTF-8 with BOM");
    }

    @Test
    void reports_a_utf_8_mark_before_another_encoding() throws IOException {
        Path file = folder.resolve("a.csv");
        Files.write(
                file,
                "\u00EF\u00BB\u00BFpid,colour\n7,gr\u00FCn\n"
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> StockSheet.open(file, SheetOptions.none()).close())
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("line 2: the byte FC is not UTF-8 with BOM")
                .hasMessageEndingWith("for example --encoding windows-1252");
    }

    @Test
    void reports_two_readings_of_one_word() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, "pid,colour\n1,bőr\n".getBytes(Charset.forName("windows-1250")));
        assertThat(CsvEncoding.of(file).doubt().orElseThrow().message())
                .isEqualTo(
                        "The encoding of the file is a guess: it is read as windows-1250 ('bőr'),"
                            + " but may be windows-1257 ('bõr') or x-MacCentralEurope ('bűr') or"
                            + " MacRoman ('bır'): name the right one as its encoding");
    }

    @Test
    void shows_two_readings_around_the_place_where_they_differ() throws IOException {
        Path file = folder.resolve("stock.csv");
        String words = "Winter boots of the finest leather for cold days ";
        Files.write(
                file,
                ("pid,colour\n1," + words + "bőr\n").getBytes(Charset.forName("windows-1250")));
        assertThat(CsvEncoding.of(file).doubt().orElseThrow().message())
                .matches(
                        "The encoding of the file is a guess: it is read as windows-1252 \\('…"
                                + "ther for cold days bõr'\\), but may be \\S+ \\('…"
                                + "ther for cold days b[^õ]r'\\).*");
    }

    @Test
    void utf16_without_a_byte_order_follows_the_mark() throws IOException {
        Path file = folder.resolve("stock.csv");
        Files.write(file, "\uFEFFpid,colour\n".getBytes(StandardCharsets.UTF_16LE));
        assertThat(CsvEncoding.named("utf-16", file).label()).isEqualTo("UTF-16LE with BOM");
    }

    @ParameterizedTest
    @CsvSource({"gbk, GBK", "GB2312, GB2312", "latin1, ISO-8859-1", "cp1252, windows-1252"})
    void accepts_other_names_of_encodings(String name, String charset) throws IOException {
        Path file = Files.writeString(folder.resolve("stock.csv"), "pid\n");
        assertThat(CsvEncoding.named(name, file).label()).isEqualTo(charset);
    }

    @ParameterizedTest
    @CsvSource({"klingon", "'utf 8'", "''"})
    void reports_an_unknown_encoding_with_examples(String name) throws IOException {
        Path file = Files.writeString(folder.resolve("stock.csv"), "pid\n");
        assertThatThrownBy(() -> CsvEncoding.named(name, file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessage(
                        "cannot be read as '%s', which is not a known encoding; examples are UTF-8, UTF-16, GB18030, Big5 and windows-1252"
                                .formatted(name));
    }
}
