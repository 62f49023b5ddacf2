package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

    /** All but planes where nothing is or everybody has marks of their own. */
    private static final int[] CHARACTERS =
            IntStream.concat(IntStream.range(0, 0x30000), IntStream.range(0xE0000, 0xE1000))
                    .toArray();

    @Test
    void each_character_is_folded_as_it_is_defined() {
        Pattern invisible = Pattern.compile("[\\p{Cf}\\uFE00-\\uFE0F]+");
        Pattern spaces = Pattern.compile("[\\s\\p{Z}]+");
        for (int c : CHARACTERS) {
            String name = " A" + Character.toString(c).repeat(2) + " B" + Character.toString(c);
            String small = name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
            String composed = Normalizer.normalize(small, Normalizer.Form.NFC);
            String seen = invisible.matcher(composed).replaceAll("");
            String key = spaces.matcher(seen).replaceAll(" ").strip();
            assertThat(ColourKey.of(name)).isEqualTo(key);
        }
    }
}
