package dev.stockload.queue;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.EarlierImport;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.Imports;
import dev.stockload.imports.OptionsDifference;
import dev.stockload.imports.Reports;
import dev.stockload.imports.ResumeOptions;
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
    private final ResumeOptions how;
    private final Optional<ImportOrder> order;
    private final StopSignal stop = new StopSignal();
    private final CompletableFuture<Imports.Result> result = new CompletableFuture<>();
    private volatile Run latest;
    private volatile boolean sendsAll;
    private volatile String joined;
    private volatile boolean begun;
    private volatile boolean promised;
    private volatile Throwable fault;

    /**
     * @param what what is to be done, in a few words
     */
    ImportTicket(String account, String what, ResumeOptions how) {
        this(account, what, how, Optional.empty());
    }

    private ImportTicket(
            String account, String what, ResumeOptions how, Optional<ImportOrder> order) {
        this.account = account;
        this.what = what;
        this.how = how;
        this.order = order;
    }

    static ImportTicket of(ImportOrder order) {
        return new ImportTicket(
                order.account(),
                "import of " + order.sheetName(),
                ResumeOptions.forced(order.force()),
                Optional.of(order));
    }

    public String account() {
        return account;
    }

    /** What is to be done, in a few words, such as "import of stock.csv". */
    public String what() {
        return what;
    }

    /** How its run is to go on. */
    ResumeOptions how() {
        return how;
    }

    /** The run, once the ledger has it; empty where the sheet cannot be used. */
    public Optional<String> run() {
        return latest().map(Run::id);
    }

    /** The place of its run among those of its account; 0 where the ledger has none. */
    public long number() {
        return latest().map(Run::number).orElse(0L);
    }

    /** The run as it was heard of last; empty until the ledger has it. */
    Optional<Run> latest() {
        return Optional.ofNullable(latest);
    }

    /** Where the run stands; empty until it begins. */
    public Optional<StatusReport> report() {
        return begun ? latest().map(Reports::of) : Optional.empty();
    }

    /** How its run was begun where that is not what was asked for now, in a few words. */
    Optional<String> otherwise() {
        return order.flatMap(asked -> latest().flatMap(run -> OptionsDifference.of(run, asked)));
    }

    /** What whoever asked should know of an earlier import of the sheet, in a sentence. */
    public Optional<String> note() {
        boolean ended = result.isDone() && !result.isCompletedExceptionally();
        return (ended ? result.join().earlier() : Optional.<EarlierImport>empty())
                .map(earlier -> earlier.sentence(latest.id()))
                .or(() -> otherwise().map(how -> OptionsDifference.goesOn(latest, how)))
                .or(() -> Optional.ofNullable(joined));
    }

    /** What went wrong where the run came to its end and failed. */
    public Optional<Throwable> fault() {
        return Optional.ofNullable(fault);
    }

    /** What becomes of it; fails with the reason where nothing could be done. */
    public CompletableFuture<Imports.Result> result() {
        return result;
    }

    /** Asks it to end after the request in flight. */
    public void stop() {
        stop.ask();
    }

    public StopSignal signal() {
        return stop;
    }

    /** The ledger has its run, which waits. */
    void enters(Run now) {
        latest = now;
        sendsAll = now.requests() == 0;
    }

    /** Whether its run had sent nothing when it entered. */
    boolean sendsAll() {
        return sendsAll;
    }

    /**
     * What is asked for is under way for another.
     *
     * @return what whoever asked is told
     */
    String joins(ImportTicket other) {
        stop.whenAsked(other::stop);
        other.result()
                .whenComplete(
                        (done, why) -> {
                            if (why == null) {
                                result.complete(done);
                            } else {
                                result.completeExceptionally(why);
                            }
                        });
        joined =
                "Run %s, which is under way, does this already: nothing is sent twice"
                        .formatted(latest.id());
        return joined;
    }

    /** Its run has begun, and is at this by now. */
    void stands(Run now) {
        latest = now;
        begun = true;
    }

    /** Nobody waits for it: it is brought to its end whatever happens to this process. */
    void promises() {
        promised = true;
    }

    boolean isPromised() {
        return promised;
    }

    void fails(Throwable why) {
        fault = why;
    }

    @Override
    public String toString() {
        return what;
    }
}
