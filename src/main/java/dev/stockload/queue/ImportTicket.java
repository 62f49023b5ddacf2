package dev.stockload.queue;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ResumeOptions;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An import that was handed to an {@link ImportQueue}: it waits for its account, runs and ends. */
public final class ImportTicket {
    private final Run entered;
    private volatile ResumeOptions how;
    private final Optional<String> note;
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Imports.Result> result;
    private volatile Throwable fault;

    ImportTicket(
            Run entered,
            ResumeOptions how,
            Optional<String> note,
            CompletableFuture<Imports.Result> result) {
        this.entered = entered;
        this.how = how;
        this.note = note;
        this.result = result;
    }

    static ImportTicket open(Run entered, ResumeOptions how) {
        return new ImportTicket(entered, how, Optional.empty(), new CompletableFuture<>());
    }

    /** A ticket for another caller, with the same result and another note. */
    ImportTicket with(String words) {
        return new ImportTicket(entered, how, Optional.of(words), result);
    }

    public String run() {
        return entered.id();
    }

    /** The run as it was when it was handed over. */
    public Run entered() {
        return entered;
    }

    ResumeOptions how() {
        return how;
    }

    /** Adds options to a run that has not started. */
    void wants(ResumeOptions more) {
        how =
                new ResumeOptions(
                        how.force() || more.force(),
                        more.takeAs() == null ? how.takeAs() : more.takeAs());
    }

    /** The run that imported the sheet before, if there was nothing to do. */
    public Optional<Run> earlier() {
        return Optional.of(entered).filter(run -> !run.isUnfinished());
    }

    /** A sentence for the caller about an earlier import of the sheet. */
    public Optional<String> note() {
        return note;
    }

    public Optional<Throwable> fault() {
        return Optional.ofNullable(fault);
    }

    /** The result of the run; fails with the reason if nothing could be done. */
    public CompletableFuture<Imports.Result> result() {
        return result;
    }

    StopSignal signal() {
        return stop;
    }

    void fails(Throwable why) {
        fault = why;
    }

    @Override
    public String toString() {
        return "run " + entered.id();
    }
}
