package dev.stockload.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class TableTest {
    @Test
    void columns_line_up_with_wide_letters_and_with_colours() {
        Table table = new Table("Run", "State", ">Sent");
        table.add("红色", "Failed", 5);
        table.add("a", "Finished", 12);

        String plain = printed(table, false);
        assertThat(plain)
                .isEqualTo(
                        """
                        Run   State     Sent
                        红色  Failed       5
                        a     Finished    12
                        """);
        String painted = printed(table, true);
        assertThat(painted)
                .contains("\u001b[1mRun\u001b[0m", "\u001b[31mFailed\u001b[0m")
                .contains("\u001b[32mFinished\u001b[0m");
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void columns_on_the_right_that_do_not_fit_are_left_out() {
        Table table = new Table("Run", "State", ">Sent");
        table.add("20261115", "Finished", 12);

        assertThat(printed(table, 23, false)).isEqualTo("Run       State\n20261115  Finished\n");
        assertThat(printed(table, 24, false)).startsWith("Run       State     Sent\n");
        assertThat(printed(table, 1, false)).isEqualTo("Run\n20261115\n");
    }

    private static String printed(Table table, boolean inColour) {
        return printed(table, Integer.MAX_VALUE, inColour);
    }

    private static String printed(Table table, int width, boolean inColour) {
        StringWriter out = new StringWriter();
        table.print(new CommandOutput(new PrintWriter(out, true)), width, inColour);
        return out.toString().replace(System.lineSeparator(), "\n");
    }
}
