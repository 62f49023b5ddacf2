package dev.stockload.runs;

/**
 * Which run it is: one job over one content for one account.
 *
 * @param content the SHA-256 of the file
 * @param generation 1, and one more each time the same content is sent anew
 */
public record RunIdentity(String id, String job, String account, String content, int generation) {}
