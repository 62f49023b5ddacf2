package dev.stockload.check;

import static dev.stockload.check.KnownSheet.bytes;
import static dev.stockload.check.KnownSheet.csv;
import static dev.stockload.check.KnownSheet.xlsx;
import static dev.stockload.check.KnownSheet.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsxPackage;
import dev.stockload.sheet.header.HeaderField;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Values of single cells arrive correctly, or are reported. */
class KnownValuesTest {
    private static final String LONG = "pid,colour,size,stock";
    private static final String ITEMS = "artNo,colour,size,stock";
    private static final String WITH_BARCODE = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"values", "names", "cells"})
    void values_arrive_correctly_or_are_reported(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> values() {
        return Stream.of(
                csv("texts kept by a formula", WITH_BARCODE, "7,red,=\"36\",1,=\"0690\"")
                        .arrives("7 red 36:1/0690"),
                xlsx(
                                "the same in a workbook",
                                "artNo|colour|size|stock|ean",
                                "=\"0042\"|red|36|1|=\"0690\"")
                        .arrives("0042 red 36:1/0690"),
                csv(
                                "no barcode in many words",
                                WITH_BARCODE,
                                "7,a,36,1,n/a",
                                "7,a,37,1,-",
                                "7,a,38,1,none",
                                "7,a,39,1,NULL",
                                "7,a,40,1,N.A.",
                                "7,a,41,1,无")
                        .arrives("7 a 36:1 37:1 38:1 39:1 40:1 41:1"),
                csv("a barcode that lost its digits", WITH_BARCODE, "7,a,36,1,6.90123E+12")
                        .reports("row 2 barcode.digits"),
                csv(
                                "an item number that lost its digits",
                                "artNo,colour,size,stock",
                                "6.90123E+12,a,36,1")
                        .reports("row 2 product.digits"),
                csv("an item number with an E", "artNo,colour,size,stock", "2E10,a,36,1")
                        .arrives("2E10 a 36:1"),
                xlsx(
                                "an item number of 16 digits",
                                "artNo|colour|size|stock",
                                "1234567890123456|a|36|1")
                        .reports("row 2 product.digits"),
                csv("the same as a text", "artNo,colour,size,stock", "12345678901234567890,a,36,1")
                        .arrives("12345678901234567890 a 36:1"),
                xlsx(
                                "a barcode of 16 digits",
                                "pid|colour|size|stock|ean",
                                "7|a|36|1|1234567890123456")
                        .reports("row 2 barcode.digits"),
                csv(
                                "errors saved as text",
                                WITH_BARCODE,
                                "7,#REF!,36,1,",
                                "7,#####,36,1,",
                                "7,a,36,1,#####",
                                "7,b,#N/A,1,",
                                "7,c,36,#NAME?,",
                                "7,d,36,#WERT!,")
                        .reports(
                                "row 2 cell.error",
                                "row 3 cell.error",
                                "row 4 cell.error",
                                "row 5 cell.error",
                                "row 6 cell.error",
                                "row 7 cell.error"),
                csv("a number of pieces in words", LONG, "7,a,36,5 pcs", "7,b,36,\"1,250\"")
                        .reports("row 2 stock.format", "row 3 stock.format"),
                csv(
                                "signs for no value as a colour",
                                LONG,
                                "7,NULL,36,1",
                                "7,?,36,1",
                                "7,n/a,36,1",
                                "7,-,36,1",
                                "7,none,36,1",
                                "7,red,36,1")
                        .arrives("7 red 36:1")
                        .reports(
                                "row 2 cell.placeholder",
                                "row 3 cell.placeholder",
                                "row 4 cell.placeholder",
                                "row 5 cell.placeholder",
                                "row 6 cell.placeholder"),
                csv("signs for no value as an item number", ITEMS, "NULL,a,36,1", "-,a,36,1")
                        .reports("row 2 cell.placeholder", "row 3 cell.placeholder"),
                csv("letters that were lost", ITEMS, "A1,Gr\uFFFDn,36,1", "B\uFFFD,a,36,1")
                        .reports("row 2 cell.lost", "row 3 cell.lost"),
                csv("a barcode with lost letters", WITH_BARCODE, "7,a,36,1,69\uFFFD")
                        .reports("row 2 cell.lost"),
                csv(
                                "a text of a wrong encoding",
                                LONG,
                                "7,Gr\u00C3\u00BCn,36,1",
                                "7,CAF\u00C9,36,1")
                        .arrives("7 Gr\u00C3\u00BCn 36:1", "7 CAF\u00C9 36:1")
                        .reports("row 2 cell.garbled"),
                csv(
                                "what nobody sees between digits",
                                "artNo,colour,size,stock,ean",
                                "A,a,36\u00AD40,1,",
                                "A,b,36,1\u00AD5,",
                                "A,c,36,1,690\u00AD1",
                                "A1\u00AD2,d,36,1,",
                                "A,so\u00ADft,36,1,",
                                "A,e,36\u200B40,1,",
                                "A,f,36,1\u2060\u00AD5,",
                                "A,g,36,1\u200B,\u200E690")
                        .arrives("A soft 36:1", "A g 36:1/690")
                        .reports(
                                "row 2 cell.control",
                                "row 3 cell.control",
                                "row 4 cell.control",
                                "row 5 cell.control",
                                "row 7 cell.control",
                                "row 8 cell.control"),
                csv(
                                "formulas as text",
                                WITH_BARCODE,
                                "7,\"=\"\"Dark\"\"&\"\" red\"\"\",36,1,",
                                "7,=A1,36,1,",
                                "7,a,=36,1,",
                                "7,b,36,=1+1,",
                                "7,c,36,1,=A7",
                                "7,\"=\"\"say \"\"\"\"x\"\"\"\"\"\"\",36,1,")
                        .arrives("7 say \"x\" 36:1")
                        .reports(
                                "row 2 cell.uncalculated",
                                "row 3 cell.uncalculated",
                                "row 4 cell.uncalculated",
                                "row 5 cell.uncalculated",
                                "row 6 cell.uncalculated"),
                csv(
                                "dates as colours",
                                LONG,
                                "7,2024-03-01T18:30:00,36,1",
                                "7,2024-03-01 18:30:00,36,1",
                                "7,2024-03-01,36,1",
                                "7,2024 blue,36,1")
                        .arrives("7 2024 blue 36:1")
                        .reports(
                                "row 2 colour.format",
                                "row 3 colour.format",
                                "row 4 colour.format"),
                csv(
                                "a colour of more than 200 characters",
                                LONG,
                                "7," + "黑".repeat(201) + ",36,1",
                                "7," + "黑".repeat(200) + ",36,1")
                        .arrives("7 " + "黑".repeat(200) + " 36:1")
                        .reports("row 2 colour.long"),
                csv("a size from two measures", LONG, "7,a,110/60,1").reports("row 2 size.format"));
    }

    static Stream<KnownSheet> names() {
        return Stream.of(
                csv(
                                "characters that nobody sees",
                                LONG,
                                "7,re\u200Bd,36,1",
                                "7,\uFEFFred,37,2",
                                "7,r\u00ADed,38,3")
                        .arrives("7 red 36:1 37:2 38:3"),
                csv("a cell of nothing that is seen", LONG, "7,\u200B,36,1")
                        .reports("row 2 colour.missing"),
                csv("one name in two forms", LONG, "7,gr\u00FCn,36,1", "7,gru\u0308n,37,2")
                        .arrives("7 gr\u00FCn 36:1 37:2"),
                csv("another case", LONG, "7,Red,36,1", "7,red,37,2")
                        .arrives("7 Red 36:1 37:2")
                        .reports("row 3 colour.spelling"),
                csv(
                                "spellings of one colour",
                                LONG,
                                "7,Dark  Red,36,1",
                                "8,dark red,36,8",
                                "7,blue,36,9",
                                "7,dark\u00A0red,37,2",
                                "7,DARK RED,36,3",
                                "7,x,36,1",
                                "7,Blue,XL,1")
                        .arrives("8 dark red 36:8", "7 x 36:1")
                        .reports(
                                "row 2 size.duplicate",
                                "row 4 colour.held",
                                "row 5 colour.held",
                                "row 6 size.duplicate",
                                "row 8 size.format",
                                "row 5 colour.spelling",
                                "row 6 colour.spelling",
                                "row 8 colour.spelling"),
                csv(
                                "one name in other letters",
                                LONG,
                                "7,Stra\u00DFe,36,1",
                                "7,STRASSE,37,1",
                                "8,\u0130nci,36,1",
                                "8,inci,37,1",
                                "9,RED,36,1",
                                "9,\uFF32\uFF25\uFF24,37,1",
                                "10,\u2764,36,1",
                                "10,\u2764\uFE0F,37,1")
                        .arrives(
                                "7 Stra\u00DFe 36:1 37:1",
                                "8 \u0130nci 36:1",
                                "8 inci 37:1",
                                "9 RED 36:1",
                                "9 \uFF32\uFF25\uFF24 37:1",
                                "10 \u2764 36:1 37:1")
                        .reports(
                                "row 3 colour.spelling",
                                "row 9 colour.spelling",
                                "row 5 colour.spelling",
                                "row 7 colour.spelling"),
                csv("a line break in a colour", LONG, "7,\"red", "blue\",36,1", "7,a,36,1")
                        .arrives("7 a 36:1")
                        .reports("row 2 cell.control"),
                xlsx(
                                "a control character",
                                "artNo|colour|size|stock|ean",
                                "A\u00851|red|36|1",
                                "B|red|36|1|69\n0")
                        .reports("row 2 cell.control", "row 3 cell.control"),
                csv("joined letters stay joined", LONG, "7,می\u200Cخواهم,36,1")
                        .arrives("7 می\u200Cخواهم 36:1"),
                csv(
                                "a colour ends with its product",
                                LONG,
                                "7,red,36,1",
                                ",,37,2",
                                "8,,36,3",
                                "9,blue,36,4")
                        .fillsDown(HeaderField.PRODUCT, HeaderField.COLOUR)
                        .arrives("7 red 36:1 37:2", "9 blue 36:4")
                        .reports("row 4 colour.missing"),
                csv("a colour goes on where its product is repeated", LONG, "7,red,36,1", "7,,37,2")
                        .fillsDown(HeaderField.COLOUR)
                        .arrives("7 red 36:1 37:2"));
    }

    static Stream<KnownSheet> cells() {
        String head = row("pid", "colour", "size", "stock");
        return Stream.of(
                xml(
                                "a size that became a date",
                                XlsxPackage.of(
                                                head
                                                        + "<row><c><v>7</v></c><c"
                                                        + " t=\"str\"><v>red</v></c><c"
                                                        + " s=\"1\"><v>45636</v></c><c><v>1</v></c></row>")
                                        .styles("", 0, 14))
                        .reports("row 2 size.date"),
                xml(
                                "an error cell",
                                XlsxPackage.of(
                                        head
                                                + "<row><c><v>7</v></c><c"
                                                + " t=\"str\"><v>red</v></c><c><v>36</v></c><c"
                                                + " t=\"e\"><v>#REF!</v></c></row>"))
                        .reports("row 2 cell.error"),
                xml(
                                "a fraction shown as a whole number",
                                XlsxPackage.of(
                                                head
                                                        + "<row><c><v>7</v></c><c"
                                                        + " t=\"str\"><v>red</v></c><c><v>36</v></c><c"
                                                        + " s=\"1\"><v>2.6</v></c></row>")
                                        .styles("", 0, 1))
                        .reports("row 2 stock.fraction"),
                bytes(
                                "a workbook's ending on a text",
                                "xlsx",
                                StandardCharsets.UTF_8,
                                LONG + "\n7,red,36,1\n")
                        .arrives("7 red 36:1")
                        .reports("file.kind"),
                csv("titles above the header", "Stock of week 46", "", LONG, "7,red,36,1")
                        .arrives("7 red 36:1"),
                csv("no header at all", "7,red,36,1", "7,blue,36,1").refused("row 1 comes closest"),
                csv("a header and nothing below", LONG)
                        .refused("has a header in row 1, but no rows"));
    }

    private static String row(String... texts) {
        StringBuilder row = new StringBuilder("<row>");
        for (String text : texts) {
            row.append("<c t=\"str\"><v>").append(text).append("</v></c>");
        }
        return row.append("</row>").toString();
    }
}
