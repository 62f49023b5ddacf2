package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColourKeyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "navy blue|navy blue",
                "Navy BLUE|navy blue",
                "Navy  Blue|navy blue",
                " Navy Blue |navy blue",
                "Navy\tBlue|navy blue",
                "Navy\u00a0Blue|navy blue",
                "Na\u200bvy|navy",
                "Straße|strasse",
                "Gru\u0308n|grün",
                "GRÜN|grün"
            })
    void spellings_of_a_colour_have_one_key(String name, String key) {
        assertThat(ColourKey.of(name)).isEqualTo(key);
    }
}
