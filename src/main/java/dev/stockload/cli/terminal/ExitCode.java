package dev.stockload.cli.terminal;

import dev.stockload.stock.Refusal;

import java.util.Collection;

/** The exit codes of the program. */
public final class ExitCode {
    /** All sent, or nothing to do. */
    public static final int DONE = 0;

    /**
     * Failed or stopped; the same command or {@code resume} continues. Also if one of several files
     * cannot be used and another was sent.
     */
    public static final int FAILED = 1;

    /** The command or the file cannot be used, and nothing was sent. */
    public static final int UNUSABLE = 2;

    /** Finished, and some rows were rejected or held. */
    public static final int REJECTS = 3;

    private ExitCode() {}

    public static int of(Refusal why) {
        return switch (why.kind()) {
            case FAILED, SERVICE_FAILED, STOPPING -> FAILED;
            case UNUSABLE_SHEET, UNUSABLE_SETTINGS, UNUSABLE_JOB, NO_SHEET, IMPOSSIBLE -> UNUSABLE;
            case BAD_REQUEST, NOT_FOUND, TOO_MANY -> UNUSABLE;
        };
    }

    /** The code for two results: a failure counts more than rejected rows. */
    public static int worse(int one, int other) {
        for (int code : new int[] {FAILED, UNUSABLE, REJECTS}) {
            if (one == code || other == code) {
                return code;
            }
        }
        return DONE;
    }

    /** The code of a command that does several things; UNUSABLE would mean that none was sent. */
    public static int of(Collection<Integer> codes, boolean sent) {
        int worst = codes.stream().reduce(DONE, ExitCode::worse);
        return sent && worst == UNUSABLE ? FAILED : worst;
    }
}
