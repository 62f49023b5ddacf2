package dev.stockload.runs;

import java.time.Duration;

/** How long data of runs is kept. */
public final class RetentionTimes {
    /** Runs, their requests, problems and reports, unless the settings say otherwise. */
    public static final Duration RUNS = Duration.ofDays(400);

    public static final int COLOUR_DAYS = 30;

    /** The colours of a finished run; while they exist it can be verified and undone. */
    public static final Duration COLOURS = Duration.ofDays(COLOUR_DAYS);

    /** How long an unfinished run can be resumed; then it ends with its counts. */
    public static final Duration UNFINISHED = COLOURS;

    private RetentionTimes() {}
}
