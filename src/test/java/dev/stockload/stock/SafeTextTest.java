package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.RandomText;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Random;

class SafeTextTest {
    @ParameterizedTest
    @CsvSource({
        "abc, abc",
        "abcd, abcd",
        "abcde, abcd…",
        "😀😀😀😀, 😀😀😀😀",
        "😀😀😀😀😀, 😀😀😀😀…"
    })
    void is_cut_after_whole_characters(String text, String cut) {
        assertThat(SafeText.cut(text, 4)).isEqualTo(cut);
    }

    @ParameterizedTest
    @CsvSource({"abcd, abcd", "abcde, abc…", "😀😀, 😀😀", "a😀😀, a😀…", "😀😀😀, 😀…"})
    void fits_into_a_column_of_utf_16_units(String text, String fitting) {
        assertThat(SafeText.fit(text, 4)).isEqualTo(fitting);
    }

    @ParameterizedTest
    @CsvSource({"abcde, 4, bcde", "x😀.tx, 7, 😀.tx", "x😀.tx, 6, .tx", "库存.csv, 9, 存.csv"})
    void keeps_the_end_of_a_name_that_fits_into_bytes(String text, int bytes, String last) {
        assertThat(SafeText.last(text, bytes)).isEqualTo(last);
    }

    @Test
    void halves_of_pairs_become_the_sign_of_a_lost_letter() {
        assertThat(SafeText.repaired("a\uD83Db\uDE00\uD83D\uDE00\uD83D"))
                .isEqualTo("a\uFFFDb\uFFFD\uD83D\uDE00\uFFFD");
        String plain = "Größe 颜色";
        assertThat(SafeText.repaired(plain)).isSameAs(plain);
    }

    @Test
    void any_text_is_whole_and_short_enough_after_any_cut() {
        RandomText texts = new RandomText(new Random(1), true);
        Random random = new Random(2);
        for (int i = 0; i < 2000; i++) {
            String text = texts.next(300);
            int length = 1 + random.nextInt(250);
            String cut = SafeText.cut(text, length);
            assertThat(cut.codePointCount(0, cut.length())).isLessThanOrEqualTo(length + 1);
            assertThat(SafeText.fit(text, length)).hasSizeLessThanOrEqualTo(length);
            assertThat(SafeText.last(text, length).getBytes(StandardCharsets.UTF_8))
                    .hasSizeLessThanOrEqualTo(length);
            assertThat(RandomText.isWhole(cut + "|" + SafeText.fit(text, length))).isTrue();
            assertThat(RandomText.isWhole(SafeText.last(text, length))).isTrue();
        }
    }
}
