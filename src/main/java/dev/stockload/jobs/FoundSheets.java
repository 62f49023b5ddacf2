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
    /**
     * One of them.
     *
     * @param after the number of the run after which a run over it is of somebody else who found
     *     it, too: the account's newest when it was looked for
     * @param before its run where that goes on or is waited for: as a new run it would be newer
     *     than those after it; or the one that could not use it
     */
    public record Sheet(Path file, long after, Optional<Run> before) {
        /**
         * Its order. A sheet that is new came after the run of the one before it, which may have
         * had the same content.
         *
         * @param job the order of its job for the file
         * @param last the number of the run of the sheet before it, or 0
         */
        public ImportOrder order(ImportOrder job, long last) {
            return job.found(
                    before.filter(Run::isUnfinished)
                            .map(run -> run.number() - 1)
                            .orElse(Math.max(after, last)));
        }
    }

    /** A sentence, then those on what is left. */
    public List<String> leftAfter(String first) {
        return Stream.concat(Stream.of(first), left.stream()).toList();
    }

    public List<Path> files() {
        return sheets.stream().map(Sheet::file).toList();
    }
}
