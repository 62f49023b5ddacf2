package dev.stockload.check;

import static dev.stockload.check.KnownSheet.book;
import static dev.stockload.check.KnownSheet.bytes;
import static dev.stockload.check.KnownSheet.csv;
import static dev.stockload.check.KnownSheet.fill;
import static dev.stockload.check.KnownSheet.xls;
import static dev.stockload.check.KnownSheet.xlsx;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellRangeAddress;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Values arrive correctly, or are reported. */
class KnownSheetsTest {
    private static final String LONG = "pid,colour,size,stock";
    private static final String WITH_BARCODE = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"columns", "headers", "totals", "sheets", "matrices", "files"})
    void values_arrive_correctly_or_are_reported(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> columns() {
        return Stream.of(
                csv("plain rows", LONG, "7,red,36,1", "7,red,37,2").arrives("7 red 36:1 37:2"),
                csv("a column nobody reads", LONG + ",Price", "7,red,36,1,9.90")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("an unread column without values", LONG + ",Price", "7,red,36,1,")
                        .arrives("7 red 36:1"),
                xlsx("values without any header", "pid|colour|size|stock", "7|red|36|1|x")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                xls("an unread column of an .xls", "pid|colour|size|stock|Rack", "7|red|36|1|A4")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("more cells than the header", LONG, "7,red,36,1,x", "7,blue,36,1")
                        .arrives("7 blue 36:1")
                        .reports("row 2 row.long"),
                csv(
                                "a second table with other columns",
                                LONG,
                                "7,red,36,1",
                                "pid,colour,stock,size",
                                "7,blue,5,36")
                        .refused("another header in row 3"),
                csv(
                                "a second matrix",
                                "item no,color,36,37",
                                "A,red,1,2",
                                "item no,color,41,42",
                                "A,blue,1,2")
                        .refused("another header in row 3"),
                csv("the same header again", LONG, "7,red,36,1", LONG, "7,red,37,1")
                        .arrives("7 red 36:1 37:1")
                        .reports("row 3 row.header"),
                xlsx(
                                "a matrix's header again",
                                "pid|colour|36|37",
                                "7|a|1|2",
                                "pid|colour|36|37",
                                "7|b|1|2")
                        .arrives("7 a 36:1 37:2", "7 b 36:1 37:2")
                        .reports("row 3 row.header"),
                csv("rows above the header", "7,red,36,5", "7,red,37,6", LONG, "7,red,38,7")
                        .arrives("7 red 38:7")
                        .reports("row.above"),
                csv(
                                "a first table under a header that is not understood",
                                "pid,colour,size,on hand",
                                "7,red,36,5",
                                "",
                                LONG,
                                "7,red,38,7")
                        .arrives("7 red 38:7")
                        .reports("row.above"),
                csv(
                                "titles above the header that are no rows",
                                "Stock,of,week,46",
                                "made,by,Anna,2024-05-01",
                                LONG,
                                "7,red,38,7")
                        .arrives("7 red 38:7"),
                csv("a unit of pieces", "pid,colour,Size (EU),stock (pcs)", "7,red,36,5")
                        .arrives("7 red 36:5"),
                csv("a unit of pairs", "货号,颜色,尺 码（EU）,数量（双）", "A1,红,36,5").arrives("A1 红 36:5"),
                csv("a unit of money", "pid,colour,size,Stock (EUR)", "7,red,36,5")
                        .refused("lacks a stock column"),
                csv("sizes of another country", "pid,colour,Size (US),stock", "7,red,36,5")
                        .refused("lacks a size column"),
                csv("a header too far down", "x\n".repeat(33) + LONG, "7,red,36,5")
                        .refused("row 34 is one"),
                xlsx(
                                "sizes as columns beside a stock column",
                                "pid|colour|size|stock|36",
                                "7|red|36|1|9")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("a row that sums up", LONG, "7,red,36,1", "7,Total,36,1", "8,合计,36,9")
                        .arrives("7 red 36:1")
                        .reports("row 3 row.total", "row 4 row.total"),
                csv("stock in money", "pid,colour,size,Stock €", "7,red,36,1")
                        .refused("row 1 comes closest, but lacks a stock column"),
                csv("stock and its value", LONG + ",Stock €", "7,red,36,1,9.9")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("stock in per cent", "pid,colour,size,Stock %", "7,red,36,1")
                        .refused("lacks a stock column"),
                csv("two columns of one meaning", LONG + ",Qty", "7,red,36,1,2")
                        .refused("both name the stock"),
                csv("our own notes are nobody's values", LONG + ",Row,Problem", "7,red,36,1,2,x")
                        .arrives("7 red 36:1"));
    }

    static Stream<KnownSheet> headers() {
        String matrix = "item no,color,36,37,38";
        return Stream.of(
                csv(
                                "sizes in a row below the header",
                                "pid,colour,Size,,,,Qty",
                                ",,36,37,38,39,",
                                "7,red,5,5,8,8,26")
                        .refused(
                                "'Size' in row 1 is above sizes in row 2: write one header"
                                        + " row"),
                csv("letters below the header", "pid,colour,Size,,Qty", ",,S,M", "7,red,5,5,10")
                        .refused("is above sizes in row 2"),
                csv("a first row without a product", "pid,colour,size,qty", ",,36,5", "7,a,36,1")
                        .arrives("7 a 36:1")
                        .reports("row 2 product.missing", "row 2 colour.missing"),
                book(
                                "a size merged over its columns",
                                book -> {
                                    Sheet sheet =
                                            fill(
                                                    book.createSheet(),
                                                    "pid|colour|Size||||Qty",
                                                    "no|name|36|37|38|39|all",
                                                    "7|red|5|5|8|8|26");
                                    sheet.addMergedRegion(CellRangeAddress.valueOf("C1:F1"));
                                })
                        .refused("'Size' in row 1 is above sizes in row 2"),
                book(
                                "a colour merged over its code and its name",
                                book -> {
                                    Sheet sheet =
                                            fill(
                                                    book.createSheet(),
                                                    "pid|colour||size|stock",
                                                    "7|C8|red|36|1");
                                    sheet.addMergedRegion(CellRangeAddress.valueOf("B1:C1"));
                                })
                        .refused("merges 'colour' over columns B to C of its header"),
                book(
                                "a field merged over two rows",
                                book -> {
                                    Sheet sheet =
                                            fill(
                                                    book.createSheet(),
                                                    "pid|colour|size|stock",
                                                    "",
                                                    "7|red|36|1");
                                    sheet.addMergedRegion(CellRangeAddress.valueOf("A1:A2"));
                                })
                        .arrives("7 red 36:1"),
                csv("spaced words", matrix, "A,red,1,2,3", "货 号,颜 色,41,42,43", "A,b,1,2,3")
                        .refused("another header in row 3"),
                csv("a colon", matrix, "A,red,1,2,3", "Item no:,Color:,41,42,43", "A,b,1,2,3")
                        .refused("another header in row 3"),
                csv("a name", matrix, "A,red,1,2,3", "Article,Colour name,41,42", "A,b,1,2")
                        .refused("another header in row 3"),
                csv(
                                "unknown words",
                                matrix,
                                "A,red,1,2,3",
                                "Wzorzec,Odcie\u0144,41,42,43",
                                "A,b,1,2,3")
                        .refused("another header in row 3"),
                csv("sizes only", matrix, "A,red,1,2,3", ",,41,42,43", "A,b,1,2,3")
                        .refused("another header in row 3"),
                csv(
                                "sizes with a system",
                                "pid,color,36,37",
                                "7,a,1,2",
                                "x,y,EU 41,EU 42",
                                "7,b,1,2")
                        .refused("another header in row 3"),
                csv("letters for sizes", "pid,color,36,37", "7,a,1,2", ",,S,M", "7,b,1,2")
                        .refused("another header in row 3"),
                csv(
                                "a total beside the sizes",
                                matrix,
                                "A,a,1,2,3",
                                "Article,Farbe,41,42,Total",
                                "A,b,1,2,3")
                        .refused("another header in row 3"),
                csv("one column further left", matrix, "A,a,1,2,3", "Color:,41,42,43", "b,1,2,3")
                        .refused("another header in row 3"),
                csv(
                                "the same sizes in other words",
                                matrix,
                                "A,a,1,2,3",
                                "Artikel,Farbe,36,37,38",
                                "A,b,1,2,3")
                        .arrives("A a 36:1 37:2 38:3", "A b 36:1 37:2 38:3")
                        .reports("row 3 row.header"),
                csv(
                                "stock that only looks like sizes",
                                matrix,
                                "A1,red,36,37,38",
                                "ROSA,blue,20,25,38",
                                "A,red,1,2,3",
                                "B,,20,30,40")
                        .arrives(
                                "A1 red 36:36 37:37 38:38",
                                "ROSA blue 36:20 37:25 38:38",
                                "A red 36:1 37:2 38:3")
                        .reports("row 5 colour.missing"),
                csv("size and stock swapped", LONG, "7,red,36,1", "pid,颜 色,Qty:,Size:", "7,b,5,36")
                        .refused("another header in row 3"),
                csv(
                                "the same fields in other words",
                                LONG,
                                "7,red,36,1",
                                "PID:,Farbe,Size:,Qty:",
                                "7,b,36,5")
                        .arrives("7 red 36:1", "7 b 36:5")
                        .reports("row 3 row.header"),
                csv("a change of stock", "pid,colour,size,Stock +/-", "7,red,36,1")
                        .refused("lacks a stock column"));
    }

    static Stream<KnownSheet> totals() {
        String matrix = "pid,colour,36,37,38";
        return Stream.of(
                csv(
                                "in other words",
                                LONG,
                                "7,red,36,1",
                                "7,Total:,36,1",
                                "8,合 计,36,1",
                                "9,合計,36,1",
                                "10,Suma,36,1",
                                "11,Toplam,36,1",
                                "12,Gesamtsumme,36,1",
                                "13,red Total,36,1",
                                "14,Total: red,36,1",
                                "15,TOTAL GENERAL,36,1",
                                "16,Total Black,36,1")
                        .arrives("7 red 36:1", "16 Total Black 36:1")
                        .reports(
                                "row 3 row.total",
                                "row 4 row.total",
                                "row 5 row.total",
                                "row 6 row.total",
                                "row 7 row.total",
                                "row 8 row.total",
                                "row 9 row.total",
                                "row 10 row.total",
                                "row 11 row.total"),
                csv("in the place of an item", "artNo,colour,36", "A,red,1", "Total,all,1")
                        .arrives("A red 36:1")
                        .reports("row 3 row.total"),
                csv(
                                "the sum of a product",
                                matrix,
                                "7,a,1,2,3",
                                "7,b,4,,6",
                                "7,Alles,5,2,9",
                                "8,c,1,,")
                        .arrives("7 a 36:1 37:2 38:3", "7 b 36:4 38:6", "8 c 36:1")
                        .reports("row 4 row.total"),
                csv(
                                "the sum of sums",
                                matrix,
                                "7,a,1,2,3",
                                "7,b,4,5,6",
                                "7,all,5,7,9",
                                "8,a,10,2,3",
                                "8,c,4,5,6",
                                "8,all,14,7,9",
                                "8,everything,19,14,18")
                        .arrives(
                                "7 a 36:1 37:2 38:3",
                                "7 b 36:4 37:5 38:6",
                                "8 a 36:10 37:2 38:3",
                                "8 c 36:4 37:5 38:6")
                        .reports("row 4 row.total", "row 7 row.total", "row 8 row.total"),
                csv(
                                "a sum in rows",
                                LONG,
                                "7,a,36,10",
                                "7,a,37,2",
                                "7,b,36,5",
                                "7,b,37,20",
                                "7,beide,36,15",
                                "7,beide,37,22")
                        .arrives("7 a 36:10 37:2", "7 b 36:5 37:20")
                        .reports("row 6 row.total", "row 7 row.total"),
                csv(
                                "a colour that is a sum by chance",
                                matrix,
                                "7,a,10,2,3",
                                "7,b,4,5,6",
                                "7,c,14,7,9",
                                "8,a,1,2,3",
                                "8,b,4,5,6",
                                "8,c,1,1,1")
                        .arrives(
                                "7 a 36:10 37:2 38:3",
                                "7 b 36:4 37:5 38:6",
                                "7 c 36:14 37:7 38:9",
                                "8 a 36:1 37:2 38:3",
                                "8 b 36:4 37:5 38:6",
                                "8 c 36:1 37:1 38:1"),
                csv("little stock", matrix, "7,a,1,0,0", "7,b,0,1,0", "7,c,1,1,0", "7,d,0,0,0")
                        .arrives(
                                "7 a 36:1 37:0 38:0",
                                "7 b 36:0 37:1 38:0",
                                "7 c 36:1 37:1 38:0",
                                "7 d 36:0 37:0 38:0"));
    }

    static Stream<KnownSheet> sheets() {
        String header = "pid|colour|size|stock";
        return Stream.of(
                book(
                                "another sheet with a header",
                                book -> {
                                    fill(book.createSheet("A"), header, "7|red|36|1");
                                    fill(book.createSheet("B"), header, "8|red|36|1");
                                    fill(book.createSheet("Notes"), "call Anna");
                                })
                        .arrives("7 red 36:1")
                        .reports("sheet.other"),
                book(
                                "a page that goes on without a header",
                                book -> {
                                    fill(book.createSheet("A"), header, "7|red|36|1");
                                    fill(book.createSheet("P2"), "7|red|37|1");
                                })
                        .arrives("7 red 36:1")
                        .reports("sheet.other"),
                book(
                                "a hidden sheet is not read",
                                book -> {
                                    fill(book.createSheet("A"), header, "7|red|36|1");
                                    fill(book.createSheet("B"), header, "8|red|36|1");
                                    book.setSheetHidden(1, true);
                                })
                        .arrives("7 red 36:1")
                        .reports("sheet.other"),
                book(
                                "a hidden sheet that is none of stock",
                                book -> {
                                    fill(book.createSheet("A"), header, "7|red|36|1");
                                    fill(book.createSheet("Lists"), "red|blue|green", "a|b|c");
                                    book.setSheetHidden(1, true);
                                })
                        .arrives("7 red 36:1"),
                book(
                                "all sheets with the same header",
                                book -> {
                                    fill(book.createSheet("A"), "week 46", header, "7|red|36|1");
                                    fill(book.createSheet("C"), "pid|colour|36", "9|red|1");
                                    fill(book.createSheet("B"), header, "8|red|36|2", "7|red|36|3");
                                    fill(book.createSheet("D"), header, "8|blue|x|1", "6|a|36|1");
                                })
                        .allSheets()
                        .arrives("8 red 36:2", "6 a 36:1")
                        .reports(
                                "row 3 of sheet 'A' size.duplicate",
                                "row 3 of sheet 'B' size.duplicate",
                                "row 2 of sheet 'D' size.format",
                                "sheet.other"),
                csv("all sheets of a CSV file are one", LONG, "7,red,36,x")
                        .allSheets()
                        .reports("row 2 stock.format"));
    }

    static Stream<KnownSheet> matrices() {
        return Stream.of(
                csv("a matrix", "pid,colour,36,37,38-39", "7,red,1,0,", "7,blue,,,2")
                        .arrives("7 red 36:1 37:0", "7 blue 38-39:2"),
                xlsx("sizes with a system", "pid|colour|EU 38|Size 39|尺码 40", "7|red|1|2|3")
                        .arrives("7 red 38:1 39:2 40:3"),
                xlsx(
                                "sizes with hard spaces",
                                "pid|colour|\u00A036|37\u00A0|EU\u00A038",
                                "7|red|1|2|3")
                        .arrives("7 red 36:1 37:2 38:3"),
                csv("a half size", "pid;colour;36;37,5", "7;red;1;2", "7;blue;1;")
                        .arrives("7 blue 36:1")
                        .reports("row 2 size.format"),
                csv("letters", "pid,colour,36,XL,S/M,Uni", "7,a,1,1", "7,b,1,,1", "7,c,1,,,1")
                        .reports("row 2 size.format", "row 3 size.format", "row 4 size.format"),
                csv("sizes of another country", "pid,colour,36,US 7", "7,a,1,1")
                        .reports("row 2 size.format"),
                xlsx("a system behind the size", "pid|colour|38 EU|39 (EU)", "7|red|1|2")
                        .arrives("7 red 38:1 39:2"),
                csv(
                                "headers that look like sizes",
                                "pid,colour,36,T40,41*,42 pcs,#43,4O",
                                "7,a,1,1",
                                "7,b,1,,1",
                                "7,c,1,,,1",
                                "7,d,1,,,,1",
                                "7,e,1,,,,,1",
                                "7,f,1")
                        .arrives("7 f 36:1")
                        .reports(
                                "row 2 size.format",
                                "row 3 size.format",
                                "row 4 size.format",
                                "row 5 size.format",
                                "row 6 size.format"),
                csv("weeks are no sizes", "pid,colour,36,W46,Week 1,Shop 2", "7,a,1,5,6,7")
                        .arrives("7 a 36:1")
                        .reports("column.unread"),
                csv("a total", "pid,colour,36,37,Total", "7,red,1,2,3")
                        .arrives("7 red 36:1 37:2")
                        .reports("column.unread"),
                csv("sales of a year", "pid,colour,36,37,2024", "7,red,1,2,300")
                        .arrives("7 red 36:1 37:2")
                        .reports("column.unread"),
                csv("stock and years", "pid,colour,Stock,2023,2024", "7,red,1,2,3")
                        .refused("lacks a size column"),
                csv("sizes and a stock column", "pid,colour,36,37,Stock", "7,red,1,2,3")
                        .refused("a sheet with sizes as columns has no column 'Stock'"),
                csv("a barcode for a whole row", "pid,colour,36,ean", "7,red,1,690")
                        .arrives("7 red 36:1")
                        .reports("column.unread"),
                csv("one size by two names", "pid,colour,38,EU 38", "7,red,1,2")
                        .refused("both name the size 38"));
    }

    static Stream<KnownSheet> files() {
        String header = "pid|colour|size|stock";
        return Stream.of(
                book(
                                "a formula that was never calculated",
                                book -> {
                                    Sheet sheet = fill(book.createSheet(), header, "7|red|36");
                                    sheet.getRow(1).createCell(3).setCellFormula("1+1");
                                })
                        .reports("row 2 cell.uncalculated"),
                book(
                                "the same in a matrix",
                                book -> {
                                    Sheet sheet =
                                            fill(book.createSheet(), "pid|colour|36|37", "7|red|1");
                                    sheet.getRow(1).createCell(3).setCellFormula("1+1");
                                })
                        .reports("row 2 cell.uncalculated"),
                book(
                                "hidden rows",
                                book -> {
                                    Sheet sheet =
                                            fill(
                                                    book.createSheet(),
                                                    header,
                                                    "7|red|36|1",
                                                    "7|red|37|2");
                                    sheet.getRow(2).setZeroHeight(true);
                                })
                        .arrives("7 red 36:1 37:2")
                        .reports("row.hidden"),
                bytes(
                                "capitals of western Europe",
                                "csv",
                                Charset.forName("windows-1252"),
                                LONG + "\n7,GR\u00DCN,36,1\n7,GR\u00DCN,37,1\n")
                        .arrives("7 GR\u00DCN 36:1 37:1"),
                csv(
                                "a stray quote in a column nobody reads",
                                LONG + ",note",
                                "7,a,36,1,\"5",
                                "7,a,37,1,x",
                                "7,b,36,1,y")
                        .refused("quote"),
                bytes(
                                "a delimiter named in the first line",
                                "csv",
                                StandardCharsets.UTF_8,
                                "sep=;\npid;colour;size;stock\n7;red;x;1\n")
                        .reports("row 3 size.format"));
    }
}
