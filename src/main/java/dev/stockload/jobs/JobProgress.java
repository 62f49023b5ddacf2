package dev.stockload.jobs;

import java.time.Instant;
import java.util.Set;

/**
 * How far a job is that was begun: whoever serves and has the job goes on by this.
 *
 * @param runs all that it has begun
 * @param unread the run of the last sheet, until that was read; otherwise null
 * @param left what its next look goes on with; null if it looks again
 * @param failed whether a file could not be used
 * @param until when it is tried again if it fails for now
 */
record JobProgress(
        JobRuns.Options options,
        Set<String> runs,
        String unread,
        String left,
        boolean failed,
        Instant until) {}
