package dev.stockload.runs;

/**
 * Identifies a run: one job, one account, one file content.
 *
 * @param content the SHA-256 of the file
 * @param generation 1 for the first run of this content, then counted up
 */
public record RunIdentity(String id, String job, String account, String content, int generation) {}
