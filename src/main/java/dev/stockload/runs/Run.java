package dev.stockload.runs;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.book.rules.RunView;

import java.time.Instant;
import java.util.List;

/**
 * One execution of a job for one file content: its input, its progress and its end.
 *
 * @param number its number among the runs of its account; newer runs have higher numbers
 */
public record Run(
        RunIdentity identity, long number, RunInput input, RunProgress progress, RunEnd end) {
    /** The send mode of a run that undoes another. */
    public static final String UNDO = "undo";

    /** The send mode of a run that sends again what the service has lost or changed. */
    public static final String RESEND = "resend";

    /** The same, also what it has sold. */
    public static final String RESEND_SOLD = "resendsold";

    /** The send modes of runs that import no sheet. */
    static final List<String> WITHOUT_SHEET = List.of(UNDO, RESEND, RESEND_SOLD);

    /** Message for an unknown run id. */
    public static String unknown(String id) {
        return "There is no run '%s'; stockload status lists them".formatted(id);
    }

    /** A new run; the ledger assigns its number. */
    public static Run begun(RunIdentity identity, RunInput input, Instant at, String owner) {
        return new Run(identity, 0, input, RunProgress.begun(at, owner), RunEnd.OPEN);
    }

    /** The same run with this end. */
    public Run ended(RunEnd how) {
        return new Run(identity, number, input, progress, how);
    }

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

    /** The name of the sheet that people know: the name they gave it, or its path. */
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

    /** The same run with the rank of the run that it repeats. */
    public Run repeating(Run other) {
        return new Run(identity, number, input, progress.repeating(other.rank()), end);
    }

    /** Its position in the order of the book: its own number, or that of the run it repeats. */
    public long rank() {
        return progress.inBook().rank() == 0 ? number : progress.inBook().rank();
    }

    /** Whether the content of its sheet is in the book of stock. */
    public boolean isNamed() {
        return progress.inBook().named();
    }

    public Standing standing() {
        return progress.inBook().standing();
    }

    /** The run as the rules of the book see it. */
    public RunView view() {
        return new RunView(
                number,
                rank(),
                job(),
                hasSheet() && !send().equals(SendMode.CHANGED.key()) && rank() == number,
                MissingMode.valueOf(input.missing()),
                source(send()));
    }

    private static RunView.Source source(String send) {
        return switch (send) {
            case UNDO -> RunView.Source.UNDO;
            case RESEND -> RunView.Source.STORE;
            case RESEND_SOLD -> RunView.Source.STORE_WITH_SALES;
            default -> RunView.Source.SHEET;
        };
    }

    /** Whether it imports a sheet, instead of undoing a run or sending something again. */
    public boolean hasSheet() {
        return hasSheet(send());
    }

    /** Whether a run with this send mode imports a sheet. */
    public static boolean hasSheet(String send) {
        return !WITHOUT_SHEET.contains(send);
    }

    /** Whether it undoes another run. */
    public boolean isUndo() {
        return send().equals(UNDO);
    }

    public boolean isStaged() {
        return input.columns() != null;
    }

    /** Whether its sheet cannot be used, so that nothing can be imported from it. */
    public boolean isUnusable() {
        return end.unusable();
    }

    /** Whether it is running or can be resumed. */
    public boolean isUnfinished() {
        return standing() == Standing.OPEN && !isUnusable();
    }
}
