package dev.stockload.cli.terminal;

import dev.stockload.stock.Refusal;

/** What the process says to the schedule that started it. */
public final class ExitCode {
    /** All sent, or nothing to do. */
    public static final int DONE = 0;

    /**
     * Failed or stopped; the same command or {@code resume} goes on. Also where one of several
     * files cannot be used, and another was sent.
     */
    public static final int FAILED = 1;

    /** The command or the file cannot be used, and nothing was sent. */
    public static final int UNUSABLE = 2;

    /** Finished, and some rows were rejected or held. */
    public static final int REJECTS = 3;

    private ExitCode() {}

    /** The code for what cannot be done: is there something to correct, or only to try again? */
    public static int of(Refusal why) {
        return switch (why.kind()) {
            case FAILED, STOPPING -> FAILED;
            default -> UNUSABLE;
        };
    }

    /** The code for two commands in one: what failed counts more than what was kept back. */
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

        /**
         * Where one sheet was sent and another is of no use, more was done than nothing, and less
         * than all: a whole sheet is missing, which is worse than rows that were rejected.
         */
        public int code() {
            return sent && code == UNUSABLE ? FAILED : code;
        }
    }
}
