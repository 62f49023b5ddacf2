package dev.stockload.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

class CommandOutputTest {
    private final StringWriter written = new StringWriter();
    private final CommandOutput lines = new CommandOutput(new PrintWriter(written, true));

    @Test
    void text_of_a_sheet_can_neither_break_a_line_nor_move_the_cursor() {
        lines.say("Colour '%s' of %d", "red\n\u001b[2Jrun finished\u2028\u0085", 10001);
        assertThat(written.toString().lines())
                .containsExactly("Colour 'red [2Jrun finished ' of 10001");
    }

    @Test
    void our_own_text_may_have_several_lines_and_percent_signs() {
        lines.say("100% of it\nand\tmore");
        lines.say("");
        assertThat(written.toString().lines()).containsExactly("100% of it", "and more", "");
    }

    @Test
    void json_values_are_printed_unchanged() {
        lines.json(List.of("a\nb", "\u0085"));
        assertThat(written.toString().strip()).isEqualTo("[\"a\\nb\",\"\u0085\"]");
    }
}
