package dev.stockload.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class TableTest {
    @Test
    void columns_line_up_with_wide_letters_and_with_colours() {
        Table table = new Table("Run", "State", ">Sent");
        table.add("红色", "FAILED", 5);
        table.add("a", "COMPLETED", 12);

        String plain = printed(table, false);
        assertThat(plain)
                .isEqualTo(
                        """
                        Run   State      Sent
                        红色  FAILED        5
                        a     COMPLETED    12
                        """);
        String painted = printed(table, true);
        assertThat(painted)
                .contains("\u001b[1mRun\u001b[0m", "\u001b[31mFAILED\u001b[0m")
                .contains("\u001b[32mCOMPLETED\u001b[0m");
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    private static String printed(Table table, boolean inColour) {
        StringWriter out = new StringWriter();
        table.print(new CommandOutput(new PrintWriter(out, true)), inColour);
        return out.toString().replace(System.lineSeparator(), "\n");
    }
}
