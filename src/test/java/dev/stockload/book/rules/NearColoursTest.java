package dev.stockload.book.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.stock.ColourKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Set;

/** Which new colour may be a misspelt one of its product. */
class NearColoursTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Nvay       | Navy      | swapped
                    Navi       | Navy      | changed
                    Navyy      | Navy      | added
                    Nav y      | Navy      | a space
                    nAVVY      | Navy      | added, in capitals
                    Schwartz   | Schwarz   | added
                    Grun       | Grün      | changed
                    avyN Blue  | avNy Blue | swapped, within
                    Blue 12 rd | Blue 12   | none
                    Bleu 12    | Blue 12   | swapped beside a digit
                    """)
    void offers_what_differs_by_one_letter(String found, String has, String how) {
        assertThat(names(has).near(found, Set.of()).isPresent())
                .as("%s, %s", found, how)
                .isEqualTo(!how.equals("none"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Red     | Rad     | short
                    Reds    | Red     | one of them is short
                    12 Rot  | 12 Rut  | short without its digits
                    Blue 1  | Blue 2  | another digit
                    Blue 12 | Blue 21 | digits swapped
                    Blue 1  | Blue    | a digit more, and a space
                    Navy1   | Navy    | a digit more
                    Nav1    | Navy    | a digit for a letter
                    Navvyy  | Navy    | two more
                    Nyva    | Navy    | two changed
                    Yavn    | Navy    | swapped, but not beside each other
                    深蓝色   | 深藍色   | short
                    """)
    void offers_nothing_where_another_colour_may_be_meant(String found, String has, String why) {
        assertThat(names(has).near(found, Set.of())).as(why).isEmpty();
    }

    @Test
    void only_a_product_with_colours_has_new_ones() {
        assertThat(names("Navy").isNew("Mint")).isTrue();
        assertThat(names("Navy").isNew("NAVY")).isFalse();
        assertThat(names().isNew("Mint")).isFalse();
    }

    @Test
    void offers_no_colour_that_the_sheet_has_too() {
        assertThat(names("Navy").near("Nvay", Set.of("navy"))).isEmpty();
        assertThat(names("Navy", "Nvaj").near("Nvay", Set.of("navy"))).contains("Nvaj");
    }

    private static ColourNames names(String... shown) {
        ProductEntry product = new ProductEntry(1);
        for (String name : shown) {
            ColourNames.shown(product, ColourKey.of(name), Set.of(name));
        }
        return ColourNames.of(product);
    }
}
