package dev.stockload.app;

/**
 * How a command takes the data folder.
 *
 * @param what what it does there, for those who wait for it
 * @param waits whether it waits for its turn, or fails at once where the folder is in use
 */
public record FolderClaim(String what, boolean waits) {
    /** What a process that serves says it does; other commands hand their work to it. */
    public static final String SERVE = "serve";
}
