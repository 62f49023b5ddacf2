package dev.stockload.check;

import static dev.stockload.check.KnownSheet.csv;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What shops, spreadsheets and scripts leave in their exports is read as meant, or explained. */
class ShopExportsTest {
    private static final String LONG = "pid,colour,size,stock";
    private static final String GERMAN = "Artikelnummer;Farbe;Größe;Bestand";

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource({"names", "numbers", "headers"})
    void exports_are_read_as_they_are_meant_or_explained(KnownSheet sheet) throws IOException {
        assertThat(sheet.outcome(folder)).isEqualTo(sheet.expected());
    }

    static Stream<KnownSheet> names() {
        return Stream.of(
                coded("Black &amp; White", "Black & White"),
                coded("Gr&uuml;n", "Grün"),
                coded("Caf&#233;", "Café"),
                coded("<b>Navy</b>", "Navy"),
                coded("Navy<br/>blue", "Navy blue"),
                coded("Gr\\u00fcn", "Grün"),
                coded("Gr%C3%BCn", "Grün"),
                plain("Black & White"),
                plain("R&D; blue"),
                plain("50% wool"),
                plain("a\\b"),
                plain("<3"),
                plain("B/W"),
                plain("Nr. 5"),
                plain("J.Crew"),
                nothing("k.A.", "means that there is no value"),
                nothing("n.v.t.", "means that there is no value"),
                nothing("Keine Angabe", "says that there is no value"),
                nothing("sin color", "says that there is no value"),
                nothing("sans couleur", "says that there is no value"),
                nothing("Loading...", "was cut off, or was not loaded yet"),
                nothing("Dark bl…", "was cut off, or was not loaded yet"));
    }

    private static KnownSheet coded(String colour, String meant) {
        return csv("letters in a code: " + colour, LONG, "7," + colour + ",36,1")
                .arrives("7 " + colour + " 36:1")
                .reports("row 2 cell.garbled")
                .saying("'" + meant + "' is likely meant");
    }

    private static KnownSheet plain(String colour) {
        return csv("as it is: " + colour, LONG, "7," + colour + ",36,1")
                .arrives("7 " + colour + " 36:1");
    }

    private static KnownSheet nothing(String colour, String words) {
        return csv("no colour: " + colour, LONG, "7," + colour + ",36,1")
                .reports("row 2 cell.placeholder")
                .saying(words);
    }

    static Stream<KnownSheet> numbers() {
        return Stream.of(
                csv(
                                "thousands with a dot and three decimals of SAP",
                                GERMAN,
                                "A1;red;36;1.234,000",
                                "A1;red;37;2,345.000")
                        .arrives("A1 red 36:1234 37:2345"),
                csv("three decimals alone", GERMAN, "A1;red;36;12,000")
                        .reports("row 2 stock.format")
                        .saying("write 12 if it has three decimals, or 12000 if it is"),
                csv("thousands of two kinds", GERMAN, "A1;red;36;1.234 567")
                        .reports("row 2 stock.format")
                        .saying("'1.234 567' is not a whole number: type the number of pieces"),
                csv(
                                "ranges that a spreadsheet program made dates of",
                                LONG,
                                "7,a,10-Dec,1",
                                "7,b,Dec-38,1",
                                "7,c,10. Dez,1",
                                "7,d,12-oct.,1",
                                "7,e,10-Desk,1",
                                "7,f,Mar-3,1")
                        .reports(
                                "row 2 size.date",
                                "row 3 size.date",
                                "row 4 size.date",
                                "row 5 size.date",
                                "row 6 size.format",
                                "row 7 size.date")
                        .saying(
                                "'10-Dec' is a date",
                                "type 10-12 again",
                                "'Dec-38' is a date",
                                "type 12-38 again",
                                "'Mar-3' is a date",
                                "type the size again"),
                csv("a half with a sign", LONG, "7,a,40½,1", "7,b,36 1/2,1")
                        .reports("row 2 size.format", "row 3 size.format")
                        .saying(
                                "'40½' is not a size: half sizes are not accepted",
                                "'36 1/2' is not a size: half sizes are not accepted"));
    }

    static Stream<KnownSheet> headers() {
        return Stream.of(
                csv("two words of one meaning", "Item No,Colour,Size,Stock Qty", "A1,red,36,5")
                        .arrives("A1 red 36:5"),
                csv("the same in one sheet", LONG + ",Stock Qty", "7,red,36,5,9")
                        .arrives("7 red 36:5")
                        .reports("column.unread"),
                csv("two words of two meanings", "Item No,Colour,Size,Stock Size", "A1,red,36,5")
                        .refused("lacks a stock column"),
                csv("sizes of a script", "Item No,Colour,36.0,37.0,38.5", "A1,red,1,2,")
                        .arrives("A1 red 36:1 37:2"),
                csv("letters as columns", "Item No,Colour,S,M,L", "A1,red,1,2,3")
                        .refused("'S', 'M', 'L' look like sizes, but"),
                csv("pairs as columns", "Item No,Colour,50/56,62/68", "A1,red,1,2")
                        .refused("'50/56', '62/68' look like sizes, but"),
                csv("sizes below a header", "Item No,Colour,Size,,", ",,36,37,38", "A1,red,1,2,3")
                        .refused(
                                "has a header of two rows: row 1 has names, and the next one"
                                        + " sizes"),
                csv("no header at all", "1,SL-1,Navy,36,5", "2,SL-1,Navy,37,6")
                        .refused(
                                "--header none --columns"
                                        + " item=LETTER,colour=LETTER,size=LETTER,stock=LETTER"),
                csv(
                                "a script of a database",
                                "-- Dump",
                                "INSERT INTO stock (pid, colour, size, qty) VALUES (7,'a','36',5);")
                        .refused("is a script of a database; export the table as CSV"),
                csv("a dump of MySQL", "-- MySQL dump 10.13  Distrib 8.0", "--", "DROP TABLE x;")
                        .refused("is a script of a database; export the table as CSV"),
                csv(
                                "a total of a product in the middle",
                                "Item No;Colour;Size;Stock",
                                "SL-1;Navy;36;5",
                                "Summe SL-1;;;5",
                                "SL-2;Red;36;1")
                        .arrives("SL-1 Navy 36:5", "SL-2 Red 36:1")
                        .reports("row 3 row.total"));
    }
}
