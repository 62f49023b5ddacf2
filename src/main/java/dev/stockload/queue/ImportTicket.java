package dev.stockload.queue;

import dev.stockload.imports.Imports;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An import that was handed to an {@link ImportQueue}: it waits for its account, runs and ends.
 *
 * @param entered the run as it was when it was handed over
 * @param note a sentence for the caller about an earlier import of the sheet
 * @param result the result of the run; fails with the reason if nothing could be done
 */
public record ImportTicket(
        Run entered,
        Optional<String> note,
        StopSignal stop,
        CompletableFuture<Imports.Result> result) {
    static ImportTicket open(Run entered) {
        return new ImportTicket(
                entered, Optional.empty(), new StopSignal(), new CompletableFuture<>());
    }

    /** A ticket for another caller, with the same result and another note. */
    ImportTicket with(String words) {
        return new ImportTicket(entered, Optional.of(words), stop, result);
    }

    public String run() {
        return entered.id();
    }

    /** The run that imported the sheet before, if there was nothing to do. */
    public Optional<Run> earlier() {
        return Optional.of(entered).filter(run -> !run.isUnfinished());
    }

    @Override
    public String toString() {
        return "run " + entered.id();
    }
}
