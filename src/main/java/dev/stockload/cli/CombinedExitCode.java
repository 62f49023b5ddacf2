package dev.stockload.cli;

/** The exit code of a command that does several things. */
final class CombinedExitCode {
    private int code = ExitCode.DONE;
    private boolean sent;

    void add(int another) {
        code = ExitCode.worse(code, another);
    }

    /** Takes note that something was sent. */
    void sent() {
        sent = true;
    }

    /**
     * Where one sheet was sent and another is of no use, more was done than nothing, and less than
     * all: a whole sheet is missing, which is worse than rows that were rejected.
     */
    int code() {
        return sent && code == ExitCode.UNUSABLE ? ExitCode.FAILED : code;
    }
}
