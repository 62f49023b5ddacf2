package dev.stockload.jobs.take;

import dev.stockload.runs.Run;

import java.nio.file.Path;

/** The sheet of a run, and what is wrong with it, in the words of who has put it there. */
public final class SheetWords {
    private SheetWords() {}

    /** The sheet as people know it, who may have put it somewhere else than it is now. */
    public static String name(Run run) {
        return String.valueOf(Path.of(run.file()).getFileName());
    }

    /** What the run says of itself, with the sheet's name in place of its path. */
    public static String reason(Run run) {
        return String.valueOf(run.message()).replace(run.file(), name(run));
    }
}
