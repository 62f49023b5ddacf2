package dev.stockload.queue;

import dev.stockload.imports.Imports;
import dev.stockload.imports.order.ResumeOptions;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A run that was handed to a {@link ImportQueue}: it waits for its account, goes on, and ends. */
public final class ImportTicket {
    private final Run entered;
    private volatile ResumeOptions how;
    private final Optional<String> note;
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Imports.Result> result = new CompletableFuture<>();
    private volatile Throwable fault;

    ImportTicket(Run entered, ResumeOptions how, Optional<String> note) {
        this.entered = entered;
        this.how = how;
        this.note = note;
    }

    /** The same for another who asked, and hears something else. */
    ImportTicket with(String words) {
        ImportTicket other = new ImportTicket(entered, how, Optional.of(words));
        result.whenComplete(
                (done, why) -> {
                    if (why == null) {
                        other.result.complete(done);
                    } else {
                        other.result.completeExceptionally(why);
                    }
                });
        return other;
    }

    public String account() {
        return entered.account();
    }

    public String run() {
        return entered.id();
    }

    /** The place of its run among those of its account. */
    public long number() {
        return entered.number();
    }

    /** The run as it was when it was handed in. */
    Run entered() {
        return entered;
    }

    /** How its run is to go on. */
    ResumeOptions how() {
        return how;
    }

    /** More is wanted of it before it goes on. */
    void wants(ResumeOptions more) {
        how =
                new ResumeOptions(
                        how.force() || more.force(),
                        more.takeAs() == null ? how.takeAs() : more.takeAs());
    }

    /** Whether its sheet was imported before, and nothing was to do. */
    public boolean isAlreadyDone() {
        return !entered.isUnfinished();
    }

    /** What whoever asked should know of an earlier import of the sheet, in a sentence. */
    public Optional<String> note() {
        return note;
    }

    /** What went wrong where the run came to its end and failed. */
    public Optional<Throwable> fault() {
        return Optional.ofNullable(fault);
    }

    /** What becomes of it; fails with the reason where nothing could be done. */
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
