package dev.stockload.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

/** Headers and totals in many forms that could be read as stock. */
class MisreadSheetsTest {
    @TempDir Path folder;

    private String outcome(String... lines) throws IOException {
        return KnownSheet.csv("", lines).outcome(folder);
    }

    /** The two rows of the header, then one of stock; rows are separated by a slash. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "artNo,colour,Size,,,Qty/No.,Name,36,37,38,Total/A,red,5,6,7,18",
                "artNo,colour,Size,,,Qty/EU,,36,37,38,/A,red,5,6,7,18",
                "artNo,colour,Size,,,Qty/,,36,37,38,pcs/A,red,5,6,7,18",
                "artNo,colour,Size,,,Qty/,,Men,,Women,/,,36,37,38,/A,red,5,6,7,18",
                "artNo,colour,Size,,,Qty/artNo,colour,36,37,38,Qty/A,red,5,6,7,18",
                "artNo,colour,Size,Size 2,Size 3,Qty/,,36,37,38,/A,red,5,6,7,18",
                "artNo,colour,Qty,Size,,/,,,36,37,38/A,red,18,5,6,7",
                ",,36,37,38,/artNo,colour,Size,,,Qty/A,red,5,6,7,18",
            })
    void a_header_of_two_rows_is_refused(String rows) throws IOException {
        assertThat(outcome(rows.split("/")))
                .startsWith("refused: ")
                .contains("has a header of two rows: 'Size' in row");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    artNo,colour,size,stock | artNo,colour,36,37
                    artNo,colour,size,stock | Artikel,Farbe,36,37
                    artNo,colour,size,stock | Artikel,Farbe,Bestand,Größe
                    artNo,colour,size,stock | Nr,Farbe,Stock,Größe
                    pid,colour,size,stock   | pid,colour,36,37
                    artNo,colour,36,37      | artNo,colour,size,stock
                    artNo,colour,38,37,36   | artNo,colour,43,42,41
                    artNo,colour,38,37,36   | Wzór,Odcień,43,42,41
                    artNo,colour,1,2,3,4,5  | Wzór,Odcień,40,41,42,44,46
                    artNo,colour,36,37,38   | Wzór,Odcień,36,38,41
                    artNo,colour,36,37,38   | Wzór,Odcień,80,92,104
                    artNo,colour,36,37,38   | Nr,Farbe,110,128,146
                    """)
    void a_table_below_with_other_columns_is_refused(String header, String below)
            throws IOException {
        assertThat(outcome(header, "7,red,36,5", below, "7,blue,36,5"))
                .contains("another header in row 3");
    }

    @Test
    void header_words_in_unread_columns_are_not_a_header() throws IOException {
        assertThat(
                        outcome(
                                "artNo,colour,size,stock,Option1 Name,Option2 Name",
                                "A,red,36,5,Color,Size",
                                "B,red,36,not stocked,Color,Size"))
                .contains("arrives: [A red 36:5]", "row 3 stock.format");
    }

    @ParameterizedTest
    @CsvSource({"Farbe,colors", "style,red", "Article,blue"})
    void one_header_word_is_not_a_header(String item, String colour) throws IOException {
        assertThat(outcome("artNo,colour,size,stock", "A," + colour + ",36,1", item + ",a,36,2"))
                .contains("arrives: [A " + colour + " 36:1, " + item + " a 36:2]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ИТОГО ПО ЦВЕТУ",
                "Общий итог",
                "ΣΥΝΟΛΟ",
                "TOTAL GENERAL",
                "Total général",
                "Totale generale",
                "Tổng cộng",
                "รวม",
                "कुल",
                "汇总",
                "红色汇总",
                "総計",
                "총합계",
                "Gesamtergebnis",
                "red Ergebnis",
                "Total Result",
                "Ogółem",
                "OGOLEM",
                "Iš viso",
                "Total - red",
                "Total (all)",
                "Total = ",
                "Total 1",
                "Total for red",
                "Summe red",
                "Total RED",
                "Tot.",
                "TTL",
                "T o t a l",
                "** Total **",
                "Sub-Total",
                "Totaal generaal",
                "Gesamtanzahl",
                "Total product",
                "Összes",
                "Всего пар",
                "المجموع الكلي"
            })
    void a_total_is_not_a_colour(String name) throws IOException {
        assertThat(outcome("pid,colour,36", "7,red,1", "7," + name + ",1"))
                .isEqualToNormalizingNewlines("arrives: [7 red 36:1]\ntold: [row 3 row.total]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Total Black",
                "Totally red",
                "Total Black 2",
                "Summer",
                "Black Total Eclipse"
            })
    void a_colour_may_begin_like_a_total(String name) throws IOException {
        assertThat(outcome("pid,colour,36", "7,red,1", "7," + name + ",1"))
                .isEqualToNormalizingNewlines(
                        "arrives: [7 red 36:1, 7 " + name + " 36:1]\ntold: []");
    }
}
