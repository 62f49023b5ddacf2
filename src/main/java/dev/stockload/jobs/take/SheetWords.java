package dev.stockload.jobs.take;

import dev.stockload.runs.Run;

import java.nio.file.Path;

/** Texts about the sheet of a run for the people who provided it: without paths. */
public final class SheetWords {
    private SheetWords() {}

    public static String name(Run run) {
        return String.valueOf(Path.of(run.file()).getFileName());
    }

    public static String reason(Run run) {
        return String.valueOf(run.message()).replace(run.file(), name(run));
    }
}
