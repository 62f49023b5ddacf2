package dev.stockload.jobs;

import java.nio.file.Path;
import java.util.List;

/**
 * The sheets of a job that are to be imported now, oldest first.
 *
 * @param after the number of the account's newest run when they were looked for: what somebody else
 *     has imported of them since, is not imported again. Whoever hands in several tells each that
 *     it came after the run of the one before, which may have had the same content
 */
public record FoundSheets(List<Path> files, long after) {}
