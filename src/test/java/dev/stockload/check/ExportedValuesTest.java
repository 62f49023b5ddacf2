package dev.stockload.check;

import static dev.stockload.check.KnownSheet.bytes;
import static dev.stockload.check.KnownSheet.csv;
import static dev.stockload.check.KnownSheet.xml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.sheet.XlsxPackage;

import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What other programs export is read as they mean it, or told: the values of cells. */
class ExportedValuesTest {
    private static final String LONG = "pid,colour,size,stock";
    private static final String WITH_BARCODE = "pid,colour,size,stock,ean";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"nothing", "formats", "formatsOfTexts", "barcodes", "quotes", "numbers"})
    void values_are_read_as_they_are_meant_or_told(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> nothing() {
        return Stream.of(
                problem("#\u041D/\u0414", "cell.error", "is a spreadsheet error"),
                problem("#N/B", "cell.error", "is a spreadsheet error"),
                problem("#I/T", "cell.error", "is a spreadsheet error"),
                problem("#YOK", "cell.error", "is a spreadsheet error"),
                problem("#SAYI/0!", "cell.error", "is a spreadsheet error"),
                problem("#GETTING_DATA", "cell.error", "is a spreadsheet error"),
                problem("Fehler:502", "cell.error", "is a spreadsheet error"),
                problem("Erreur :508", "cell.error", "is a spreadsheet error"),
                problem("Gr?n", "cell.lost", "has '?' in place of letters"),
                problem("Wei?", "cell.lost", "has '?' in place of letters"),
                problem("????", "cell.lost", "has '?' in place of letters"),
                problem("\\N", "cell.placeholder", "looks like a null of a database"),
                problem("[NULL]", "cell.placeholder", "looks like"),
                problem("<null>", "cell.placeholder", "looks like"),
                problem("(blank)", "cell.placeholder", "looks like an empty cell of a pivot table"),
                problem("(Leer)", "cell.placeholder", "looks like an empty cell of a pivot table"),
                problem(
                        "(\u7A7A\u767D)",
                        "cell.placeholder",
                        "looks like an empty cell of a pivot table"),
                problem("Not assigned", "cell.placeholder", "says that there is no value"),
                problem("Nicht zugeordnet", "cell.placeholder", "says that there is no value"),
                problem("#", "cell.placeholder", "is a sign"),
                problem("...", "cell.placeholder", "is a sign"),
                csv(
                                "colours of numbers and words",
                                LONG,
                                "7,#12,36,1",
                                "7,#FF0000,36,1",
                                "7,#FACADE,36,1",
                                "7,Pantone:485,36,1",
                                "7,Navy (dark),36,1",
                                "7,Not my red at all,36,1",
                                "7,\u2764,36,1")
                        .arrives(
                                "7 #12 36:1",
                                "7 #FF0000 36:1",
                                "7 #FACADE 36:1",
                                "7 Pantone:485 36:1",
                                "7 Navy (dark) 36:1",
                                "7 Not my red at all 36:1",
                                "7 \u2764 36:1"),
                csv(
                                "barcodes that say nothing",
                                WITH_BARCODE,
                                "7,a,36,1,#N/B",
                                "7,b,36,1,Fehler:502",
                                "7,c,36,1,\\N",
                                "7,d,36,1,(blank)",
                                "7,e,36,1,[NULL]",
                                "7,f,36,1,Not assigned",
                                "7,g,36,1,????")
                        .reports(
                                "row 2 cell.error",
                                "row 3 cell.error",
                                "row 4 cell.placeholder",
                                "row 5 cell.placeholder",
                                "row 6 cell.placeholder",
                                "row 7 cell.placeholder",
                                "row 8 cell.lost"));
    }

    private static KnownSheet problem(String colour, String code, String words) {
        return csv("no colour: " + colour, LONG, "7," + colour + ",36,1", "7,red,36,1")
                .arrives("7 red 36:1")
                .reports("row 2 " + code)
                .saying(words);
    }

    static Stream<KnownSheet> formats() {
        return Stream.of(
                shown("a barcode with dashes", "0-00000-00000-0", 4, 400638133393L)
                        .reports("row 2 cell.format")
                        .saying("which its number format adds"),
                shown("an item number with a letter", "&quot;C&quot;000", 0, 12)
                        .reports("row 2 cell.format"),
                shown("a size with a dash", "##-##", 2, 3640).reports("row 2 cell.format"),
                shown("a size and a half", "# \u00BD", 2, 36).reports("row 2 cell.format"),
                shown("a colour with a number sign", "\\#0", 1, 12).reports("row 2 cell.format"),
                shown("stock in dozens", "0&quot; dz&quot;", 3, 5).reports("row 2 cell.format"),
                shown("stock in per cent", "0%", 3, 5).reports("row 2 cell.format"),
                shown("stock in pieces", "#,##0&quot; pcs&quot;", 3, 5).arrives("A red 36:5/690"),
                shown("stock in pairs", "0\\ &quot;Paar&quot;", 3, 5).arrives("A red 36:5/690"),
                shown(
                                "stock of an accountant",
                                "_-* #,##0_-;\\-* #,##0_-;_-* &quot;-&quot;??_-;_-@_-",
                                3,
                                5)
                        .arrives("A red 36:5/690"),
                shown("a padded barcode", "0000000000000", 4, 690)
                        .arrives("A red 36:5/0000000000690"),
                shown("a grouped barcode", "#,##0", 4, 4006381333931L)
                        .arrives("A red 36:5/4006381333931"),
                xml(
                                "a size and a half as the header of a column",
                                XlsxPackage.of(
                                                "<row><c t=\"str\"><v>artNo</v></c><c"
                                                    + " t=\"str\"><v>colour</v></c><c><v>36</v></c><c"
                                                    + " s=\"1\"><v>36</v></c></row>"
                                                        + XlsxPackage.row("A", "red", "5", "6"))
                                        .styles(
                                                "<numFmt numFmtId=\"170\" formatCode=\"#"
                                                        + " \u00BD\"/>",
                                                0,
                                                170))
                        .reports("row 2 cell.format"),
                xml(
                                "a text and a half as the header of a column",
                                XlsxPackage.of(
                                                "<row><c t=\"str\"><v>artNo</v></c><c"
                                                    + " t=\"str\"><v>colour</v></c><c><v>36</v></c><c"
                                                    + " s=\"1\" t=\"str\"><v>37</v></c></row>"
                                                        + XlsxPackage.row("A", "red", "5", "6"))
                                        .styles(
                                                "<numFmt numFmtId=\"170\" formatCode=\"@\\"
                                                        + " \u00BD\"/>",
                                                0,
                                                170))
                        .reports("row 2 cell.format"),
                openDocument(
                                "an item number with a letter in OpenDocument",
                                "<number:text>C</number:text><number:number"
                                        + " number:min-integer-digits=\"3\"/>")
                        .reports("row 2 cell.format"),
                openDocument(
                                "an item number with a dash in OpenDocument",
                                "<number:number"
                                    + " number:min-integer-digits=\"4\"><number:embedded-text"
                                    + " number:position=\"2\">-</number:embedded-text></number:number>")
                        .reports("row 2 cell.format"),
                openDocument(
                                "a padded item number in OpenDocument",
                                "<number:number number:min-integer-digits=\"3\"/>")
                        .arrives("012 red 36:5"));
    }

    static Stream<KnownSheet> formatsOfTexts() {
        return Stream.of("xlsx", "xls")
                .flatMap(
                        kind ->
                                Stream.of(
                                        text(kind, "\"SL-\"@", 0, true),
                                        text(kind, "0;-0;0;\"dark \"@", 1, true),
                                        text(kind, "@\" \u00BD\"", 2, true),
                                        text(kind, "@\" dz\"", 3, true),
                                        text(kind, "@\\-0", 4, true),
                                        text(kind, "@\" pcs\"", 3, false),
                                        text(kind, "_-* 0_-;_-* -0_-;_-* \"-\"_-;_-@_-", 0, false),
                                        text(kind, "\"SL-\"0;-0;0;@", 0, false),
                                        text(kind, "General;General;General;General", 0, false),
                                        text(kind, "@", 4, false)));
    }

    /** A row of texts, of which one has this format, after a blank cell in the same format. */
    private static KnownSheet text(String kind, String code, int column, boolean isLost) {
        KnownSheet sheet =
                KnownSheet.book(
                        "the text format " + code + " in column " + column + " of ." + kind,
                        book -> {
                            Sheet rows =
                                    KnownSheet.fill(
                                            book.createSheet(), "artNo|colour|size|stock|ean");
                            CellStyle style = book.createCellStyle();
                            style.setDataFormat(book.createDataFormat().getFormat(code));
                            Row row = rows.createRow(1);
                            List<String> usual = List.of("A", "red", "36", "5", "690");
                            for (String each : usual) {
                                row.createCell(usual.indexOf(each)).setCellValue(each);
                            }
                            row.getCell(column).setCellStyle(style);
                            row.createCell(5).setCellValue(" ");
                            row.getCell(5).setCellStyle(style);
                        });
        KnownSheet inKind = kind.equals("xls") ? sheet.asXls() : sheet;
        return isLost ? inKind.reports("row 2 cell.format") : inKind.arrives("A red 36:5/690");
    }

    /** The item number 12 in this format. */
    private static KnownSheet openDocument(String about, String format) {
        return bytes(
                about,
                "fods",
                StandardCharsets.UTF_8,
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
                 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
                 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
                 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
                 xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
                 office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
                <office:automatic-styles><number:number-style style:name="N1">%s</number:number-style>
                <style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/>
                </office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Stock">
                <table:table-row>%s</table:table-row>
                <table:table-row><table:table-cell table:style-name="ce1" office:value-type="float" office:value="12"/>%s</table:table-row>
                </table:table></office:spreadsheet></office:body></office:document>
                """
                        .formatted(
                                format,
                                cells("artNo", "colour", "size", "stock"),
                                cells("red", "36", "5")));
    }

    private static String cells(String... texts) {
        return Stream.of(texts)
                .map("<table:table-cell><text:p>%s</text:p></table:table-cell>"::formatted)
                .collect(Collectors.joining());
    }

    /** A row in which the number of this column has this format. */
    private static KnownSheet shown(String about, String code, int column, long number) {
        StringBuilder row = new StringBuilder("<row>");
        String[] usual = {"A", "red", "36", "5", "690"};
        for (int i = 0; i < usual.length; i++) {
            row.append(
                    i == column
                            ? "<c s=\"1\"><v>" + number + "</v></c>"
                            : "<c t=\"str\"><v>" + usual[i] + "</v></c>");
        }
        return xml(
                about,
                XlsxPackage.of(
                                XlsxPackage.row("artNo", "colour", "size", "stock", "ean")
                                        + row
                                        + "</row>")
                        .styles("<numFmt numFmtId=\"170\" formatCode=\"" + code + "\"/>", 0, 170));
    }

    static Stream<KnownSheet> barcodes() {
        return Stream.of(
                csv("a barcode with a fraction", WITH_BARCODE, "7,a,36,1,4006381333931.0")
                        .arrives("7 a 36:1/4006381333931"),
                csv("a grouped barcode", WITH_BARCODE, "7,a,36,1,\"4,006,381,333,931\"")
                        .arrives("7 a 36:1/4006381333931"),
                csv(
                                "barcodes that were rounded",
                                WITH_BARCODE,
                                "7,a,36,1,4006382000000",
                                "7,a,37,1,4006380000000",
                                "7,a,38,1,4006382000000.0",
                                "7,a,39,1,10012345600000")
                        .arrives(
                                "7 a 36:1/4006382000000 37:1/4006380000000 38:1/4006382000000"
                                        + " 39:1/10012345600000")
                        .reports(
                                "row 2 barcode.unlike",
                                "row 3 barcode.unlike",
                                "row 4 barcode.unlike",
                                "row 5 barcode.unlike")
                        .saying("ends in zeros and has a wrong check digit"),
                csv(
                                "barcodes that end in zeros",
                                WITH_BARCODE,
                                "7,a,36,1,4006305000000",
                                "7,a,37,1,4006381340000",
                                "7,a,38,1,10000000",
                                "7,a,39,1,0",
                                "7,a,40,1,1000000")
                        .arrives(
                                "7 a 36:1/4006305000000 37:1/4006381340000 38:1/10000000"
                                        + " 39:1/0 40:1/1000000"),
                csv("a barcode after an apostrophe", WITH_BARCODE, "7,a,36,1,'4006381333931")
                        .arrives("7 a 36:1/4006381333931"),
                csv(
                                "a word among barcodes",
                                WITH_BARCODE,
                                "7,a,36,1,4006381333931",
                                "7,a,37,1,4006381333948",
                                "7,a,38,1,see Anna")
                        .arrives("7 a 36:1/4006381333931 37:1/4006381333948 38:1/see Anna")
                        .reports("row 4 barcode.unlike"),
                csv(
                                "codes of one form",
                                WITH_BARCODE,
                                "7,a,36,1,X-100-A",
                                "7,a,37,1,X-101-B",
                                "7,a,38,1,Y-102-C")
                        .arrives("7 a 36:1/X-100-A 37:1/X-101-B 38:1/Y-102-C"));
    }

    static Stream<KnownSheet> quotes() {
        return Stream.of(
                csv(
                                "a space before quotes",
                                LONG,
                                "7, \"red\", \"36\", 5",
                                "7, \"dark, blue\",36,5")
                        .arrives("7 red 36:5", "7 dark, blue 36:5"),
                csv("a space before a quote in a text", LONG, "7, \"big\" red,36,5")
                        .arrives("7 \"big\" red 36:5"),
                csv(
                                "single quotes throughout",
                                "'pid','colour','size','stock'",
                                "'7','red','36','5'",
                                "'7','it''s','36','5'")
                        .arrives("7 red 36:5", "7 it's 36:5"),
                csv("single quotes around some", LONG, "7,'red',36,5", "7,blue,36,5")
                        .arrives("7 'red' 36:5", "7 blue 36:5"));
    }

    static Stream<KnownSheet> numbers() {
        return Stream.of(
                csv(
                                "fractions of zeros",
                                LONG,
                                "7,a,36.0,5.00",
                                "7.0,b,37,\"5,00\"",
                                "7,c,\"38,0\",5.0000")
                        .arrives("7 a 36:5", "7 b 37:5", "7 c 38:5"),
                csv(
                                "three zeros are a question",
                                LONG,
                                "7,a,36,5.000",
                                "7,b,36,\"12,000\"",
                                "7,c,36,1.250")
                        .reports("row 2 stock.format", "row 3 stock.format", "row 4 stock.format")
                        .saying(
                                "'12,000' is not a whole number: write 12 if it has three decimals,"
                                        + " or 12000 if it is in thousands",
                                "'1.250' is not a whole number: write 1250, without separators"),
                csv(
                                "a number that was calculated",
                                LONG,
                                "7,a,36,11.000000000000002",
                                "7,b,36,10.999999999999998")
                        .arrives("7 a 36:11", "7 b 36:11"),
                xml(
                                "the same in a workbook",
                                XlsxPackage.of(
                                        XlsxPackage.row("pid", "colour", "size", "stock")
                                                + "<row><c><v>7</v></c><c"
                                                + " t=\"str\"><v>a</v></c><c><v>36.000000000000007</v></c><c><v>11.000000000000002</v></c></row>"))
                        .arrives("7 a 36:11"),
                csv("groups and a fraction", LONG, "7,a,36,\"1,250.00\"", "7,b,36,\"1.250,00\"")
                        .arrives("7 a 36:1250", "7 b 36:1250"),
                csv("a minus behind", LONG, "7,a,36,5-").reports("row 2 stock.negative"),
                csv("real fractions", LONG, "7,a,36,2.5", "7,b,36.5,2")
                        .reports("row 2 stock.fraction", "row 3 size.format"));
    }
}
