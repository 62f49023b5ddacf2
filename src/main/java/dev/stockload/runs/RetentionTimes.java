package dev.stockload.runs;

import java.time.Duration;

/** How long what runs leave behind is kept. */
public final class RetentionTimes {
    /** Runs, their requests, problems and reports, where the settings say nothing else. */
    public static final Duration RUNS = Duration.ofDays(400);

    /** The colours of a finished run: so long it can be compared with the service, and undone. */
    public static final Duration COLOURS = Duration.ofDays(30);

    /** How long an unfinished run can be resumed: then it ends, with its counts. */
    public static final Duration UNFINISHED = COLOURS;

    private RetentionTimes() {}
}
