package dev.stockload.jobs;

import dev.stockload.ledger.Run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The sheets of a job that are to be imported now, oldest first. */
public record FoundSheets(List<Sheet> sheets) {
    /**
     * One of them.
     *
     * @param after the number of the run after which a run over it is of somebody else who found
     *     it, too: the account's newest when it was looked for, or the one before its own
     * @param begun whether a run over it was begun before and has not come to its end
     */
    public record Sheet(Path file, long after, boolean begun) {
        /**
         * @param begun its run, which goes on or is waited for: as a new run it would be newer than
         *     those after it
         */
        static Sheet of(Path file, long after, Optional<Run> begun) {
            long before = begun.map(run -> run.number() - 1).orElse(after);
            return new Sheet(file, before, begun.isPresent());
        }

        /**
         * The number for its order. A sheet that is new came after the run of the one before it,
         * which may have had the same content.
         */
        public long after(long before) {
            return begun ? after : Math.max(after, before);
        }

        public Sheet absolute() {
            return new Sheet(file.toAbsolutePath(), after, begun);
        }
    }

    /** Sheets of which nothing is known. */
    public static FoundSheets of(List<Path> files) {
        return new FoundSheets(files.stream().map(file -> new Sheet(file, 0, false)).toList());
    }

    public List<Path> files() {
        return sheets.stream().map(Sheet::file).toList();
    }
}
