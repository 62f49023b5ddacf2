package dev.stockload.sheet.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.text.Normalizer;
import java.util.List;

class PlainTextTest {
    @Test
    void ideographs_stay_as_they_are() {
        for (char c = PlainText.FIRST_IDEOGRAPH; c <= PlainText.LAST_IDEOGRAPH; c++) {
            String text = "a" + c + "b" + c;
            assertThat(Normalizer.normalize(text, Normalizer.Form.NFC)).isEqualTo(text);
            assertThat(Character.getType(c)).isNotEqualTo((int) Character.FORMAT);
            assertThat(PlainText.of(text)).isEqualTo(text);
        }
    }

    @Test
    void normalizes_other_characters_next_to_ideographs() {
        assertThat(PlainText.of("\u3000黑\u200B色 ")).isEqualTo("黑色");
        assertThat(PlainText.of("黑e\u0301")).isEqualTo("黑é");
    }

    @Test
    void text_of_which_nobody_sees_anything_is_blank() {
        String languageTag = Character.toString(0xE0001);
        for (String text :
                List.of("", " \u200B", languageTag, "=\" \"", " =\"" + languageTag + "\" ")) {
            assertThat(PlainText.of(text)).isEmpty();
            assertThat(PlainText.isBlank(text)).isTrue();
        }
        for (String text : List.of("a", "=", languageTag + "a", "=\" \"x", "\u0000")) {
            assertThat(PlainText.isBlank(text)).isFalse();
        }
        assertThat(PlainText.of("a " + languageTag)).isEqualTo("a");
    }
}
