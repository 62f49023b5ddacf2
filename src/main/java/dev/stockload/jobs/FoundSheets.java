package dev.stockload.jobs;

import dev.stockload.imports.ImportOrder;
import dev.stockload.ledger.Run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The sheets of a job that are to be imported now, oldest first.
 *
 * @param left a sentence for each that is there and is not taken, though nobody has had it
 */
public record FoundSheets(List<Sheet> sheets, List<String> left) {
    /** What is known of a sheet that was found. */
    public enum Known {
        NEW,
        /** A run over it was begun before and has not come to its end. */
        BEGUN,
        /** Its run has found that it cannot be used, and it has not changed since. */
        UNUSABLE
    }

    /**
     * One of them.
     *
     * @param version what changes with the file, to be noted when it enters; null where it was
     *     noted when it was fetched
     * @param after the number of the run after which a run over it is of somebody else who found
     *     it, too: the account's newest when it was looked for, or the one before its own
     */
    public record Sheet(Path file, String version, long after, Known known) {
        /**
         * @param before its run where that goes on or is waited for: as a new run it would be newer
         *     than those after it; or the one that could not use it
         */
        static Sheet of(Path file, String version, long after, Optional<Run> before) {
            return before.filter(Run::isUnfinished)
                    .map(run -> new Sheet(file, version, run.number() - 1, Known.BEGUN))
                    .orElseGet(
                            () ->
                                    new Sheet(
                                            file,
                                            version,
                                            after,
                                            before.isPresent() ? Known.UNUSABLE : Known.NEW));
        }

        /**
         * Its order. A sheet that is new came after the run of the one before it, which may have
         * had the same content.
         *
         * @param job the order of its job for the file
         * @param before the number of the run of the sheet before it, or 0
         */
        public ImportOrder order(ImportOrder job, long before) {
            return job.found(known == Known.BEGUN ? after : Math.max(after, before), version);
        }

        private Sheet absolute() {
            return new Sheet(file.toAbsolutePath(), version, after, known);
        }
    }

    /** The same with more that are left. */
    public FoundSheets leaving(List<String> more) {
        return new FoundSheets(sheets, Stream.concat(more.stream(), left.stream()).toList());
    }

    /** A sentence, then those on what is left. */
    public List<String> leftAfter(String first) {
        return Stream.concat(Stream.of(first), left.stream()).toList();
    }

    /** The same for another process. */
    public FoundSheets absolute() {
        return new FoundSheets(sheets.stream().map(Sheet::absolute).toList(), left);
    }

    public List<Path> files() {
        return sheets.stream().map(Sheet::file).toList();
    }
}
