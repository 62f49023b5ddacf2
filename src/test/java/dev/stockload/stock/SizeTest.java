package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizeTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", "36", "9999", "36-40", "1-9999", "9-10"})
    void accepts_a_whole_number_or_a_range_and_writes_it_the_same(String text) {
        assertThat(Size.parse(text)).get().hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ""      | nothing
                    " 36"   | a space, which is the reader's to trim
                    0       | no size
                    036     | a leading zero
                    10000   | five digits
                    36.5    | a half size
                    XL      | letters
                    36–40   | a long dash
                    ３６     | digits of another script
                    36-     | half a range
                    -36     | half a range
                    36-36   | a range of one
                    40-36   | a range backwards
                    36-040  | a leading zero in the second number
                    36-0    | no size
                    36-40-44| two ranges
                    36-40a  | a letter behind
                    99999999999 | a number beyond int
                    """)
    void refuses_sizes_that_the_merchant_does_not_accept(String text, String why) {
        assertThat(Size.parse(text == null ? "" : text)).as(why).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "36, 36, true",
        "36, 37, false",
        "36-40, 38, true",
        "36-40, 40-42, true",
        "36-40, 41-42, false",
        "38, 36-40, true"
    })
    void detects_overlapping_sizes(String one, String other, boolean overlap) {
        assertThat(Size.parse(one).orElseThrow().overlaps(Size.parse(other).orElseThrow()))
                .isEqualTo(overlap);
    }

    @Test
    void a_number_is_a_size_only_if_it_is_whole_and_in_range() {
        assertThat(Size.packed(36.0)).isEqualTo(new Size(36, 36).packed());
        assertThat(Size.packed(36.5)).isZero();
        assertThat(Size.packed(0)).isZero();
        assertThat(Size.packed(10000)).isZero();
        assertThat(Size.packed(Double.NaN)).isZero();
    }

    @Test
    void cannot_be_created_with_invalid_numbers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Size(40, 36))
                .withMessageContaining("40-36");
    }
}
