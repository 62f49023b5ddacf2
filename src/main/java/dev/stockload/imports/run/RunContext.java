package dev.stockload.imports.run;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.ProblemCode;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.service.RetryingClient;

import java.time.Duration;
import java.util.function.Function;

/** A running run, as it was when it was claimed, and what it works with. */
public record RunContext(
        Run run, ProcessContext process, RetryingClient service, Caller caller, Book book) {
    public StopSignal stop() {
        return caller.stop();
    }

    public RunListener listener() {
        return caller.listener();
    }

    public Ledger ledger() {
        return process.ledger();
    }

    public Time time() {
        return process.time();
    }

    public RunFolder folder() {
        return RunFolder.of(process.data(), run.id());
    }

    public Duration doubt() {
        return service.merchant().account().doubt();
    }

    public String clockAfter(Duration wait) {
        return TimeWords.after(wait, time().instant());
    }

    /** Rejects a colour that was to be sent; the last words are for one that is in no row. */
    public void reject(RunColour colour, ProblemCode code, String sentence, String inNoRow) {
        RowsProblem problem = Reports.problem(code, colour, current(), sentence, inNoRow);
        ledger().outbox(book).rejected(run.id(), colour, problem);
    }

    /** Names what a run wants in the book, all or nothing. */
    public void name(Function<Settlement.RunNaming, Settlement.Settled> work) {
        ledger().settlement(book).name(run, time().instant(), work);
    }

    public void notice(String sentence) {
        caller.listener().notice(sentence);
    }

    public Run current() {
        return ledger().runs().get(run.id());
    }
}
