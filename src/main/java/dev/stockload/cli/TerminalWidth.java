package dev.stockload.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/** How wide the terminal is, as the system's own command says. */
final class TerminalWidth {
    private static final int USUAL = 80;
    private static final int LEAST = 20;

    private TerminalWidth() {}

    static int columns() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(Redirect.INHERIT)
                            .redirectError(Redirect.DISCARD)
                            .start();
            String size =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            int columns = Integer.parseInt(size.strip().replaceFirst("^\\d+ ", ""));
            return columns < LEAST ? USUAL : columns;
        } catch (IOException | NumberFormatException e) {
            // There is no such command, or no terminal to ask.
            return USUAL;
        }
    }
}
