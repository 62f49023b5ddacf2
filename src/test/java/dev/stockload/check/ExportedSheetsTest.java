package dev.stockload.check;

import static dev.stockload.check.KnownSheet.bytes;
import static dev.stockload.check.KnownSheet.csv;
import static dev.stockload.check.KnownSheet.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** What other programs export is read as they mean it, or told: layouts and headers. */
class ExportedSheetsTest {
    private static final String LONG = "pid,colour,size,stock";
    private static final String MATRIX = "item no,color,36,37,38";
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"matrices", "likeSizes", "laterRows", "languages", "headers", "files"})
    void sheets_are_read_as_they_are_meant_or_told(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> matrices() {
        return Stream.of(
                csv(
                                "a sheet without a header whose columns a person chose",
                                "SL-10001,Black,36,5",
                                "SL-10001,Black,37,8",
                                "SL-10002,Red,36,2")
                        .named(Map.of(HeaderField.ITEM, "SL-10001", HeaderField.COLOUR, "Black"))
                        .refused("has no header: the item number column is named 'SL-10001'"),
                csv(
                                "the same with another item in each row",
                                "SL-10001,Black,36,5",
                                "SL-10002,Red,37,8",
                                "SL-10003,Blue,38,2")
                        .named(Map.of(HeaderField.ITEM, "SL-10001", HeaderField.COLOUR, "Black"))
                        .refused("has no header"),
                csv(
                                "the same with words",
                                "Classic,Black,36,5",
                                "Runner,Red,37,8",
                                "Sport,Red,38,2")
                        .named(Map.of(HeaderField.ITEM, "Classic", HeaderField.COLOUR, "Black"))
                        .refused("numbers of its header are not in the order of sizes"),
                csv("a matrix under headers of a person", "Fason,Odcien,36,37,38", "A1,red,1,2,3")
                        .named(Map.of(HeaderField.ITEM, "Fason", HeaderField.COLOUR, "Odcien"))
                        .arrives("A1 red 36:1 37:2 38:3"),
                csv("row numbers to the left", "1,Item No,Colour,36,37", "2,A1,red,5,6")
                        .arrives("A1 red 36:5 37:6")
                        .reports("column.unread"),
                csv("row numbers beside rows", "1,Item No,Colour,Size,Stock", "2,A1,red,36,6")
                        .arrives("A1 red 36:6")
                        .reports("column.unread")
                        .saying("A '1' (1 value in row 2)"),
                csv("sizes to the left", "36,37,38,Item No,Colour", "1,2,3,A1,red")
                        .refused("sizes as columns has them to the right of product and colour"),
                csv(
                                "numbered pairs",
                                "Item No,Colour,Size 1,Qty 1,Size 2,Qty 2",
                                "A1,red,36,5,37,6")
                        .refused("numbered columns, such as 'Size 1' and 'Qty 1'"),
                csv("numbered pairs of another language", "货号,颜色,尺码1,数量1,尺码2,数量2", "A1,红,36,5,37,6")
                        .refused("numbered columns, such as '尺码1' and '数量1'"),
                csv("numbers of shops", "Item No,Colour,12,5,7", "A1,red,1,2,3")
                        .refused("numbers of its header are not in the order of sizes"),
                csv(
                                "sizes of children and adults",
                                "Item No,Colour,12,13,1,2,3",
                                "A1,red,1,2,3,4,5")
                        .arrives("A1 red 1:3 2:4 3:5 12:1 13:2"),
                csv("falling sizes", "Item No,Colour,40,39,38", "A1,red,1,2,3")
                        .arrives("A1 red 38:3 39:2 40:1"),
                csv(
                                "written sizes in any order",
                                "Item No,Colour,EU 38,EU 36,EU 40",
                                "A1,red,1,2,3")
                        .arrives("A1 red 36:2 38:1 40:3"),
                csv("ranges in any order", "Item No,Colour,41-46,36-40", "A1,red,1,2")
                        .arrives("A1 red 36-40:2 41-46:1"),
                csv("a month beside sizes", "Item No,Colour,36,37,10-2012", "A1,red,1,2,300")
                        .arrives("A1 red 36:1 37:2")
                        .reports("column.unread"),
                csv("a month as a size", LONG, "7,red,10-2012,1", "7,blue,36-40,1")
                        .arrives("7 blue 36-40:1")
                        .reports("row 2 size.date"));
    }

    static Stream<KnownSheet> likeSizes() {
        return Stream.of(
                unread("6M"),
                unread("38\u2154"),
                unread("38W"),
                unread("38#"),
                unread("W38"),
                unread("75A"),
                unread("75DD"),
                unread("EU 38 / UK 5"),
                unread("EU38/US7"),
                unread("+38"),
                csv(
                                "the output of psql",
                                " pid | colour | size | stock ",
                                "-----+--------+------+-------",
                                "   7 | red    |   36 |     5",
                                "(1 row)")
                        .refused("is the output of a database console"),
                csv(
                                "the output of mysql",
                                "+-----+--------+------+-------+",
                                "| pid | colour | size | stock |",
                                "+-----+--------+------+-------+",
                                "|   7 | red    |   36 |     5 |",
                                "+-----+--------+------+-------+")
                        .refused("is the output of a database console"),
                csv(
                                "stock of a pivot table without a size",
                                "pid,colour,36,37,(Leer),Gesamt",
                                "7,red,1,2,3,6",
                                "7,blue,1,3,,4")
                        .arrives("7 blue 36:1 37:3")
                        .reports("row 2 size.format", "column.unread"),
                csv("no size before sizes", "pid,colour,(blank),36,37", "7,red,1,2,3")
                        .reports("row 2 size.format"),
                csv("a null beside sizes", "pid,colour,36,NULL", "7,red,1,2")
                        .reports("row 2 size.format"),
                csv("a number sign beside sizes", "pid,colour,#,36,37", "7,red,1,2,3")
                        .arrives("7 red 36:2 37:3")
                        .reports("column.unread"),
                csv("jeans between sizes", "pid,colour,28,W30,32", "7,red,1,2,3", "7,blue,1,,3")
                        .arrives("7 blue 28:1 32:3")
                        .reports("row 2 size.format"),
                csv("several in a row", "pid,colour,3M,6M,9M,12,18", "7,a,1,,,2,3", "7,b,,,,2,3")
                        .arrives("7 b 12:2 18:3")
                        .reports("row 2 size.format"),
                told("EAN13"),
                told("Price 2024"),
                told("Image 1"),
                told("SS24"),
                told("FW23"),
                told("W46"),
                told("A1"),
                told("Total Qty"));
    }

    private static KnownSheet unread(String header) {
        return csv(
                        "not understood: " + header,
                        "pid,colour,36,37," + header,
                        "7,a,1,2,3",
                        "7,b,1,2,")
                .arrives("7 b 36:1 37:2")
                .reports("row 2 size.format");
    }

    private static KnownSheet told(String header) {
        return csv("no size: " + header, "pid,colour,36,37," + header, "7,a,1,2,3", "7,b,1,2,")
                .arrives("7 a 36:1 37:2", "7 b 36:1 37:2")
                .reports("column.unread");
    }

    static Stream<KnownSheet> laterRows() {
        return Stream.of(
                csv(
                                "a total at the end",
                                MATRIX,
                                "A1,red,10,11,12",
                                "A1,blue,20,22,24",
                                "Total,,30,33,36")
                        .arrives("A1 red 36:10 37:11 38:12", "A1 blue 36:20 37:22 38:24")
                        .reports("row 4 row.total"),
                csv(
                                "numbers alone at the end",
                                MATRIX,
                                "A1,red,10,11,12",
                                "A1,blue,10,12,14",
                                ",,20,23,26")
                        .arrives("A1 red 36:10 37:11 38:12", "A1 blue 36:10 37:12 38:14")
                        .reports("row 4 row.total"),
                csv(
                                "numbers alone under each product",
                                "item no,color,36,37",
                                "A1,red,10,11",
                                "A1,blue,10,13",
                                ",,20,24",
                                "A2,red,9,9",
                                "A2,blue,9,11",
                                ",,18,20")
                        .arrives(
                                "A1 red 36:10 37:11",
                                "A1 blue 36:10 37:13",
                                "A2 red 36:9 37:9",
                                "A2 blue 36:9 37:11")
                        .reports("row 4 row.total", "row 7 row.total"),
                xml(
                                "numbers that a workbook stores as texts",
                                XlsxPackage.of(
                                        XlsxPackage.row("artNo", "colour", "36", "37", "38")
                                                + XlsxPackage.row("Classic", "red", "5", "6", "9")
                                                + XlsxPackage.row("Runner", "red", "8", "7", "1")))
                        .arrives("Classic red 36:5 37:6 38:9", "Runner red 36:8 37:7 38:1"),
                csv("a total of rows", LONG, "7,red,36,5", "7,red,37,6", "Total,,,11")
                        .arrives("7 red 36:5 37:6")
                        .reports("row 4 row.total"),
                csv("a stock alone at the end", LONG, "7,red,36,5", "7,red,37,6", ",,,11")
                        .arrives("7 red 36:5 37:6")
                        .reports("row 4 row.total"),
                csv(
                                "item names without digits",
                                MATRIX,
                                "Classic,Black,24,23,22",
                                "Classic,Red,1,2,3")
                        .arrives("Classic Black 36:24 37:23 38:22", "Classic Red 36:1 37:2 38:3"),
                csv(
                                "other names without digits",
                                MATRIX,
                                "Runner,Red,5,0,3",
                                "Sport,Red,20,21,22",
                                "Alpin,Blue,1,2,9")
                        .arrives(
                                "Runner Red 36:5 37:0 38:3",
                                "Sport Red 36:20 37:21 38:22",
                                "Alpin Blue 36:1 37:2 38:9"),
                csv("a colour named after another", LONG, "7,Orange,36,5", "7,Total Orange,36,6")
                        .arrives("7 Orange 36:5", "7 Total Orange 36:6"),
                csv(
                                "a header of a block without a colour",
                                MATRIX,
                                "SL-10001,Navy,5,0,1",
                                "Kids,,28,29,30",
                                "SL-10002,Red,1,2,3")
                        .refused("another header in row 3"),
                csv(
                                "a header of a block without a product",
                                MATRIX,
                                "SL-10001,Navy,5,0,1",
                                ",Sizes:,28,29,30",
                                "SL-10002,Red,1,2,3")
                        .refused("another header in row 3"),
                csv(
                                "a header of a block with an item number",
                                MATRIX,
                                "SL-10001,Black,1,2,3",
                                "SL-10001,Red,4,0,3",
                                "SL-10002,Kids,28,29,30",
                                "SL-10002,Black,3,2,2",
                                "SL-10002,Red,1,0,2")
                        .refused("another header in row 4"),
                csv(
                                "totals are not filled",
                                "pid,colour,size,stock",
                                "7,red,36,5",
                                ",,37,6",
                                ",,Total,11",
                                "8,blue,36,1")
                        .fillsDown(HeaderField.PRODUCT, HeaderField.COLOUR)
                        .arrives("7 red 36:5 37:6", "8 blue 36:1")
                        .reports("row 4 row.total"),
                csv(
                                "totals of a matrix are not filled",
                                "pid,colour,36,37",
                                "7,red,5,6",
                                ",blue,1,2",
                                ",,6,8")
                        .fillsDown(HeaderField.PRODUCT, HeaderField.COLOUR)
                        .arrives("7 red 36:5 37:6", "7 blue 36:1 37:2")
                        .reports("row 4 row.total"));
    }

    static Stream<KnownSheet> languages() {
        return Stream.of(
                words("Artikelnummer,Farbe,Größe,Bestand,Strichcode"),
                words("Artikel-Nr.,Farbe,Grösse,Lagerbestand,EAN"),
                words("Référence,Couleur,Taille,Quantité,Code-barres"),
                words("Referencia,Color,Talla,Existencias,Código de barras"),
                words("Codice articolo,Colore,Taglia,Giacenza,Codice a barre"),
                words("Artikelnummer,Kleur,Maat,Voorraad,Streepjescode"),
                words("Numer artykułu,Kolor,Rozmiar,Ilość,Kod kreskowy"),
                words("Ürün kodu,Renk,Beden,Stok,Barkod"),
                words("Referência,Cor,Tamanho,Estoque,Código de barras"),
                words("品番,色,サイズ,在庫数,バーコード"),
                words("품번,색상,사이즈,재고,바코드"));
    }

    private static KnownSheet words(String header) {
        return csv(header, header, "A1,red,36,5,4006381333931")
                .arrives("A1 red 36:5/4006381333931");
    }

    static Stream<KnownSheet> headers() {
        return Stream.of(
                csv("two languages", "货号/Item No,颜色/Colour,尺码/Size,库存/Stock", "A1,红,36,5")
                        .arrives("A1 红 36:5"),
                csv(
                                "two languages without a sign",
                                "货号 Item No,颜色 Colour,尺码 Size,库存 Qty",
                                "A1,红,36,5")
                        .arrives("A1 红 36:5"),
                csv(
                                "two languages in two lines",
                                "\"货号\nItem No\",\"颜色\nColor\",尺码(Size),数量(Qty)",
                                "A1,红,36,5")
                        .arrives("A1 红 36:5"),
                csv("two meanings", "Item No,Colour,Size/Qty,Stock", "A1,red,36,5")
                        .refused("lacks a size column"),
                csv(
                                "the header again in another language",
                                "货号,颜色,尺码,库存",
                                "Item No,Colour,Size,Stock",
                                "A1,红,36,5")
                        .arrives("A1 红 36:5"),
                csv("the same in a matrix", "货号,颜色,36,37", "Item No,Colour,36,37", "A1,红,36,5")
                        .arrives("A1 红 36:36 37:5"),
                csv("an exact name beside one that is alike", LONG + ",Stock (pcs)", "7,red,36,1,9")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("two columns of one meaning", LONG + ",Qty", "7,red,36,1,2")
                        .refused("--columns stock=Qty (columns: in a job)"),
                csv("no header", "Art,Shade,Size,On hand", "A1,red,36,1")
                        .refused("--columns item=HEADER,colour=HEADER,stock=HEADER"),
                csv("a sign of a change", "pid,colour,size,Qty -,Qty +", "7,red,36,1,5")
                        .refused("lacks a stock column"),
                csv("signs in brackets", "pid,colour,size,Qty (+),Qty (-)", "7,red,36,1,5")
                        .refused("lacks a stock column"),
                csv("a sign in brackets", "pid,colour,size,Stock,Qty (-)", "7,red,36,1,5")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv(
                                "stock of several places",
                                LONG + ",,",
                                ",,,Vienna,Graz,Total",
                                "7,red,36,1,2,3")
                        .refused("has a header of two rows"),
                csv(
                                "options with other words and the number behind",
                                "Artikelnummer;Variationsname 1;Variationswert 1;Variationsname"
                                        + " 2;Variationswert 2;Lagerbestand",
                                "SL-1;Farbe;Schwarz;Größe;36;5,00")
                        .arrives("SL-1 Schwarz 36:5")
                        .reports("column.unread"),
                csv(
                                "options whose names stand twice",
                                "item no,stock,Variation 1 Type,Variation 1 Name,Variation 1"
                                        + " Values,Variation 2 Type,Variation 2 Name,Variation 2"
                                        + " Values",
                                "SL-1,5,Color,Colour,Black,Size,Size,36")
                        .arrives("SL-1 Black 36:5")
                        .reports("column.unread"),
                csv(
                                "the inventory of a Shopify store",
                                "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2"
                                    + " Value,Option3 Name,Option3 Value,SKU,HS"
                                    + " Code,COO,Location,Incoming,Unavailable,Committed,Available,On"
                                    + " hand",
                                "classic,Classic,Color,Navy,Size,36,,,C-36,,,Vienna,0,0,1,5,6",
                                "classic,Classic,Color,Navy,Size,37,,,C-37,,,Vienna,0,0,0,7,7")
                        .arrives("classic Navy 36:5 37:7")
                        .reports("column.unread"),
                csv(
                                "the newer one",
                                "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2"
                                        + " Value,Option3 Name,Option3 Value,SKU,HS"
                                        + " Code,COO,Location,Bin name,Incoming (not"
                                        + " editable),Unavailable (not editable),Committed (not"
                                        + " editable),Available (not editable),On hand (current),On"
                                        + " hand (new)",
                                "classic,Classic,Size,36,Color,Navy,,,C-36,,,Vienna,,0,0,1,5,6,",
                                "classic,Classic,Size,37,Color,Navy,,,C-37,,,Vienna,,0,0,0,7,7,")
                        .arrives("classic Navy 36:5 37:7")
                        .reports("column.unread"));
    }

    static Stream<KnownSheet> files() {
        String page =
                "<html><head><meta"
                    + " charset=iso-8859-1></head><body><table><tr><td>pid<td>colour<td>size<td>stock<tr><td>7<td>CAF\u00C9"
                    + " \u2013 \u201EGr\u00FCn\u201C<td>36<td>%s</table></body></html>";
        return Stream.of(
                bytes("a page with letters of Windows", "html", WINDOWS, page.formatted("5"))
                        .arrives("7 CAF\u00C9 \u2013 \u201EGr\u00FCn\u201C 36:5"),
                bytes(
                                "a form in a page",
                                "html",
                                StandardCharsets.UTF_8,
                                "<table><tr><td>pid<td>colour<td>size<td>stock<tr><td>7<td><select><option>red<option"
                                    + " selected>blue</select><td>36<td><input type=text"
                                    + " value=5></table>")
                        .arrives("7 blue 36:5"),
                bytes(
                                "a cell that nobody sees",
                                "html",
                                StandardCharsets.UTF_8,
                                "<table><tr><td>pid<td>colour<td>size<td>stock<tr><td>7<td>red<span"
                                    + " style='visibility:hidden'>dish</span><td>36<td>5</table>")
                        .arrives("7 red 36:5"),
                bytes(
                                "the web page of a Google sheet",
                                "html",
                                StandardCharsets.UTF_8,
                                "<html><head><meta charset=utf-8></head><body><div class=\"ritz"
                                    + " grid-container\"><table class=\"waffle\"><thead><tr><th"
                                    + " class=\"row-header"
                                    + " freezebar-origin-ltr\"></th><th>A</th><th>B</th><th>C</th><th>D</th></tr></thead><tbody><tr><th"
                                    + " id=\"0R0\" class=\"row-headers-background\"><div"
                                    + " class=\"row-header-wrapper\">1</div></th><td>Item"
                                    + " No</td><td>Colour</td><td>36</td><td>37</td></tr><tr><th><div>2</div></th><td>A1</td><td>red</td><td>5</td><td>6</td></tr></tbody></table></div></body></html>")
                        .arrives("A1 red 36:5 37:6")
                        .reports("column.unread"),
                bytes("the end of a file of DOS", "csv", WINDOWS, LONG + "\r\n7,red,36,5\u001A")
                        .arrives("7 red 36:5"),
                bytes(
                                "the end of a file of DOS, filled up",
                                "csv",
                                WINDOWS,
                                LONG + "\r\n7,red,36,5\r\n\u001A\u001A\u001A")
                        .arrives("7 red 36:5"),
                bytes(
                                "a web archive of a browser",
                                "xls",
                                StandardCharsets.US_ASCII,
                                "From: <Saved by Blink>\r\n"
                                        + "Subject: Stock\r\n"
                                        + "MIME-Version: 1.0\r\n"
                                        + "Content-Type: multipart/related;\r\n\r\n"
                                        + "------\r\n"
                                        + "<table><tr><td>pid</table>")
                        .refused("is a web archive (MHTML)"),
                bytes(
                                "letters of UTF-7",
                                "csv",
                                StandardCharsets.US_ASCII,
                                LONG + "\n7,Gr+APw-n,36,5\n")
                        .arrives("7 Gr+APw-n 36:5")
                        .reports("row 2 cell.garbled"));
    }
}
