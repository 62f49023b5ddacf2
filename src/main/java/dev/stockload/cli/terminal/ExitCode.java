package dev.stockload.cli.terminal;

import dev.stockload.stock.Refusal;

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
            case FAILED, STOPPING -> FAILED;
            case UNUSABLE_SHEET, UNUSABLE_SETTINGS, UNUSABLE_JOB, NO_SHEET -> UNUSABLE;
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

    /** The exit code of a command that does several things. */
    public static final class Combined {
        private int code = DONE;
        private boolean sent;

        public void add(int another) {
            code = ExitCode.worse(code, another);
        }

        public void sent() {
            sent = true;
        }

        /** UNUSABLE would mean that nothing was sent. */
        public int code() {
            return sent && code == UNUSABLE ? FAILED : code;
        }
    }
}
