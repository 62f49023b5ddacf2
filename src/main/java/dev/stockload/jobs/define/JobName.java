package dev.stockload.jobs.define;

import dev.stockload.stock.Refusal;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a job may be called. */
final class JobName {
    /** Device names, which Windows does not allow as file names, with or without an ending. */
    private static final String DEVICE = "(?i:con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?";

    private static final Pattern NAME =
            Pattern.compile("(?!" + DEVICE + "$)[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

    private static final Set<String> COMMANDS =
            Set.of(
                    ("run import check diff resume undo status jobs sources serve products stock"
                                    + " verify why morning details published quota accounts tokens"
                                    + " backup restore sandbox completion export template help")
                            .split(" "));

    private JobName() {}

    static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw Refusal.job(
                    "A job name consists of letters, digits, '-', '_' and '.', such as nightly-stock, but this is '%s'"
                            .formatted(name));
        }
        if (isCommand(name)) {
            throw Refusal.job(
                    "A job cannot be called '%s', because that is a command: choose another name"
                            .formatted(name));
        }
    }

    static boolean isCommand(String name) {
        return COMMANDS.contains(name.toLowerCase(Locale.ROOT));
    }
}
