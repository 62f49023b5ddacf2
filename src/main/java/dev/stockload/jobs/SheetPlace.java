package dev.stockload.jobs;

import java.util.Optional;

/**
 * Where the sheets of a job come from and what becomes of them.
 *
 * @param from the name of a source of the settings; empty where {@code read} is a path
 * @param read a file or a glob, as it is written; of a source
 * @param newest whether only the newest of several is taken
 * @param done the pattern of files that say that a sheet is complete
 * @param move whether a sheet is moved to {@code done} or {@code failed} when its run is over
 */
public record SheetPlace(
        Optional<String> from, String read, boolean newest, Optional<String> done, boolean move) {
    @Override
    public String toString() {
        return from.map(source -> source + ": " + read).orElse(read);
    }
}
