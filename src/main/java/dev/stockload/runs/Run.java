package dev.stockload.runs;

import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.book.rules.RunView;

import java.time.Instant;

/**
 * One job over one content of a file: what it is, how far it is, and how it ended.
 *
 * @param number its place among the runs of its account: a newer run has a higher one
 */
public record Run(
        RunIdentity identity, long number, RunInput input, RunProgress progress, RunEnd end) {
    /** What a run sends that brings back what another has replaced. */
    public static final String UNDO = "undo";

    /** What people are told who name a run that is none. */
    public static String unknown(String id) {
        return "There is no run '%s'; stockload status lists them".formatted(id);
    }

    /** A run that begins; the ledger gives it its place. */
    public static Run begun(RunIdentity identity, RunInput input, Instant at, String owner) {
        return new Run(identity, 0, input, RunProgress.begun(at, owner), RunEnd.OPEN);
    }

    /** The same run as it will be when it has ended. */
    public Run ended(RunEnd how) {
        return new Run(identity, number, input, progress, how);
    }

    /** The same run in its place among the runs of its account. */
    Run at(long place) {
        return new Run(identity, place, input, progress, end);
    }

    public String id() {
        return identity.id();
    }

    public String job() {
        return identity.job();
    }

    public String account() {
        return identity.account();
    }

    public String content() {
        return identity.content();
    }

    public int generation() {
        return identity.generation();
    }

    public String file() {
        return input.file();
    }

    /** The sheet as people know it: by the name they gave it, or by their path. */
    public String sheetName() {
        return input.name() == null ? input.file() : input.name();
    }

    public String options() {
        return input.options();
    }

    public String columns() {
        return input.columns();
    }

    public String send() {
        return input.send();
    }

    public Instant startedAt() {
        return progress.startedAt();
    }

    public String owner() {
        return progress.owner();
    }

    public Tally tally() {
        return progress.tally();
    }

    public int requests() {
        return progress.requests();
    }

    public RunState state() {
        return end.state();
    }

    public Instant endedAt() {
        return end.at();
    }

    public String message() {
        return end.message();
    }

    /** The same run, which repeats another and takes its place in the order. */
    public Run repeating(Run other) {
        return new Run(identity, number, input, progress.repeating(other.rank()), end);
    }

    /** Its place in the order of the book: its number, or that of the run which it repeats. */
    public long rank() {
        return progress.inBook().rank() == 0 ? number : progress.inBook().rank();
    }

    /** Whether what its sheet says is in the book of stock. */
    public boolean isNamed() {
        return progress.inBook().named();
    }

    /** How it stands in the book of stock. */
    public Standing standing() {
        return progress.inBook().standing();
    }

    /** As the rules of the book see it. */
    public RunView view() {
        return new RunView(
                number,
                rank(),
                job(),
                !isUndo() && !send().equals("changed") && rank() == number,
                RunView.Missing.valueOf(input.missing()),
                isUndo());
    }

    /** Whether it brings back what another run has replaced. */
    public boolean isUndo() {
        return send().equals(UNDO);
    }

    /** Whether its sheet was read. */
    public boolean isStaged() {
        return input.columns() != null;
    }

    /** Whether its sheet is none, so that nothing can come of it. */
    public boolean isUnusable() {
        return end.unusable();
    }

    /** Whether it goes on, or can be resumed. */
    public boolean isUnfinished() {
        return standing() == Standing.OPEN && !isUnusable();
    }
}
