package dev.stockload.imports.report;

import static dev.stockload.stock.ColourState.LEFT_OUT;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SENT;
import static dev.stockload.stock.ColourState.SUPERSEDED;

import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.util.Optional;

/** What people are told of a run, in the terminal and in the console. */
public record RunText(Run run) {
    public String state() {
        String now = run.waits() ? "Waiting" : run.state().label();
        return run.isUndone() ? "Undone" : now;
    }

    /** Whether it finished and everything was sent that was to be sent. */
    public boolean isComplete() {
        return run.state() == Run.State.COMPLETED
                && run.tally().rowsToCorrect() == 0
                && run.tally().colours(REJECTED) == 0;
    }

    /** How it ended, behind its id. */
    public String end() {
        int refused = run.tally().colours(REJECTED);
        return switch (run.state()) {
            case RUNNING -> run.waits() ? "waits" : "is running";
            case FAILED -> "failed. " + run.message();
            case STOPPED ->
                    run.end().cause() == Run.Cause.ON_REQUEST
                            ? "was stopped on request"
                            : "was stopped. " + run.message();
            case COMPLETED ->
                    run.rowsToCorrect() > 0
                            ? "finished; %s. Correct them in the rejects file and import it"
                                    .formatted(toCorrect())
                            : run.tally().rowsToCorrect() > 0
                                    ? "finished; " + inOrder()
                                    : refused > 0
                                            ? "finished; the service refused %s%s: the report says why"
                                                    .formatted(
                                                            Count.of(refused, "colour"),
                                                            run.hasSheet()
                                                                    ? " that left the sheet"
                                                                    : "")
                                            : "finished" + sent();
        };
    }

    /** How many rows are to correct, and how many of these are good and wait for the others. */
    public String toCorrect() {
        return toCorrect(run.rowsToCorrect() - run.heldRows(), run.heldRows());
    }

    public static String toCorrect(int bad, int held) {
        String rows = Count.of(bad + held, "row") + " to correct";
        return bad == 0 || held == 0
                ? rows
                : "%s: %s bad, and %s for %s"
                        .formatted(
                                rows,
                                Count.of(bad) + (bad == 1 ? " is" : " are"),
                                Count.of(held, "good row") + (held == 1 ? " waits" : " wait"),
                                bad == 1 ? "it" : "them");
    }

    /** What became of its rows to correct, none of which is left. */
    public String inOrder() {
        String by = run.correctedBy();
        return Count.were(run.tally().rowsToCorrect(), "row")
                + (by == null ? " bad: a newer sheet came since" : " corrected by run " + by);
    }

    private String sent() {
        int superseded = run.tally().colours(SUPERSEDED);
        if (superseded > 0) {
            return "; %s left out: a newer sheet has %s"
                    .formatted(Count.were(superseded, "colour"), superseded == 1 ? "it" : "them");
        }
        int stocked = run.tally().colours(LEFT_OUT);
        if (stocked > 0) {
            return "; %s left out: the product has stock already"
                    .formatted(Count.are(stocked, "colour"));
        }
        int newer = run.tally().sizesLeftToNewer();
        if (newer > 0) {
            return "; %s left out: newer runs have other stock for %s"
                    .formatted(Count.are(newer, "size"), newer == 1 ? "it" : "them");
        }
        if (!run.hasSheet()) {
            return "";
        }
        return run.tally().colours(SENT) > 0 ? ": everything was sent" : ": nothing to send";
    }

    /** What became of the sizes that its sheet no longer has. */
    public Optional<String> missing() {
        Tally.Missing missing = run.tally().missing();
        if (missing.sizes() == 0) {
            return Optional.empty();
        }
        String now =
                missing.zeroed() == 0
                        ? "still on sale at the service"
                        : missing.zeroed() == missing.sizes()
                                ? "set to 0"
                                : "%s set to 0, the others still on sale"
                                        .formatted(Count.of(missing.zeroed()));
        return Optional.of(
                "%s left the sheet, %s: %s"
                        .formatted(
                                Count.of(missing.sizes(), "size"),
                                Count.of(missing.pieces(), "piece"),
                                now));
    }

    /** Why it cannot be resumed, unless that is simply because it is finished. */
    public Optional<String> over() {
        return switch (run.standing()) {
            case OPEN, DONE -> Optional.empty();
            case UNUSABLE ->
                    Optional.of("The sheet cannot be used: correct it, then import it again");
            case UNDONE -> Optional.of("It was undone");
            case EXPIRED -> Optional.of("It ended unfinished: import the newest sheet again");
            case OVERTAKEN -> Optional.of("A newer sheet of its job has replaced it");
        };
    }

    /** How to continue, unless its message says so. */
    public Optional<String> next() {
        String resume = "stockload resume " + run.id();
        boolean open = run.state() == Run.State.FAILED || run.state() == Run.State.STOPPED;
        return over().or(
                        () ->
                                open && !String.valueOf(run.message()).contains(resume)
                                        ? Optional.of("To resume: " + resume)
                                        : Optional.empty());
    }
}
