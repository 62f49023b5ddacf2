package dev.stockload.queue;

import dev.stockload.runs.Run;

import java.util.Optional;

/**
 * An import that was handed to an {@link ImportQueue}.
 *
 * @param entered the run as it was when it was handed over
 * @param note a sentence for the caller about an earlier import of the sheet
 */
public record ImportTicket(Run entered, Optional<String> note) {
    public String run() {
        return entered.id();
    }

    /** The run that imported the sheet before, if there was nothing to do. */
    public Optional<Run> earlier() {
        return Optional.of(entered).filter(run -> !run.isUnfinished());
    }
}
