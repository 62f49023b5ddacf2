package dev.stockload.imports;

import dev.stockload.check.StatusReport;
import dev.stockload.ledger.Run;
import dev.stockload.runs.StopSignal;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An import that was handed to a {@link ImportQueue}: it waits for its account, goes on, and ends.
 */
public final class ImportTicket {
    private final String account;
    private final String what;
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Imports.Result> result = new CompletableFuture<>();
    private volatile String run;
    private volatile Run latest;
    private volatile int rowsRead;
    private volatile Throwable fault;

    /**
     * @param run the run, where it is known already
     * @param what what is to be done, in a few words
     */
    ImportTicket(String account, String run, String what) {
        this.account = account;
        this.run = run;
        this.what = what;
    }

    public String account() {
        return account;
    }

    /** What is to be done, in a few words, such as "import of stock.csv". */
    public String what() {
        return what;
    }

    /** The run, once it is known: before it begins where a run is resumed, else when it begins. */
    public Optional<String> run() {
        return Optional.ofNullable(run);
    }

    /** The run as it was heard of last; empty until it begins. */
    Optional<Run> latest() {
        return Optional.ofNullable(latest);
    }

    /** Where the run stands; empty until it begins. */
    public Optional<StatusReport> report() {
        return Optional.ofNullable(latest).map(Reports::of);
    }

    /** What went wrong where the run came to its end and failed. */
    public Optional<Throwable> fault() {
        return Optional.ofNullable(fault);
    }

    /** How many rows of the sheet were read so far. */
    public int rowsRead() {
        return rowsRead;
    }

    /** What becomes of it; fails with the reason where nothing could be done. */
    public CompletableFuture<Imports.Result> result() {
        return result;
    }

    /** Asks it to end after the request in flight. */
    public void stop() {
        stop.ask();
    }

    StopSignal signal() {
        return stop;
    }

    void stands(Run now) {
        run = now.id();
        latest = now;
    }

    void fails(Throwable why) {
        fault = why;
    }

    void reads(int rows) {
        rowsRead = rows;
    }

    @Override
    public String toString() {
        return what;
    }
}
