package dev.stockload.stock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

class Utf8WriterTest {
    private static final String TEXT = "36 Stück, 鞋 👟, a\u0000z";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void text_in_one_piece_is_utf_8() throws IOException {
        try (Writer out = new Utf8Writer(bytes)) {
            out.write("<" + TEXT + ">", 1, TEXT.length());
        }
        assertThat(bytes.toByteArray()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_sign_of_two_halves_may_come_in_two_pieces() throws IOException {
        try (Writer out = new Utf8Writer(bytes)) {
            for (char c : TEXT.toCharArray()) {
                out.write(c);
                out.write(new char[0]);
                out.flush();
            }
        }
        assertThat(bytes.toByteArray()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void half_a_sign_is_a_question_mark_as_with_every_encoder() throws IOException {
        try (Writer out = new Utf8Writer(bytes)) {
            out.write("a\uD83D");
            out.write("b\uDC5F\uD83D");
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a?b??");
    }
}
