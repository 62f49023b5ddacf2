package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.function.Consumer;

/**
 * Knows what a job that holds new colours has to hold: a colour that its product does not have, if
 * it has one with nearly this name that the sheet lacks, until a person says what is meant. All
 * others are sent. What was under way when the run began may be there or not.
 */
final class HeldColours {
    private final Evidence evidence;
    private final BookRuns runs;
    private final Consumer<Violation> found;

    HeldColours(Evidence evidence, BookRuns runs, Consumer<Violation> found) {
        this.evidence = evidence;
        this.runs = runs;
        this.found = found;
    }

    void ask() {
        if (evidence.outcomes().border() >= 0) {
            return; // Nothing is known of what was there before.
        }
        for (SeenRun run : runs.named(Long.MAX_VALUE)) {
            for (ColourKey colour : runs.sheet(run).colours().keySet()) {
                if (colour.near() != null
                        && runs.sheet(run).is(PlannedSheet.Trait.HOLDS_NEW)
                        && evidence.hidden().isEmpty()) {
                    ask(run, colour);
                }
            }
        }
    }

    private void ask(SeenRun run, ColourKey colour) {
        PlannedSheet sheet = runs.sheet(run);
        boolean free =
                sheet.is(PlannedSheet.Trait.CORRECTED) && colour.meant() != null
                        || sheet.colours().containsKey(colour.near());
        if (evidence.isHeldAsNew(run, colour)) {
            boolean none = !mayBeThere(colour.near(), run) && !isWanted(colour.near(), run);
            if (free || isThere(colour, run.startedAt()) || none) {
                violates("%s holds %s, which is not to be held", run, colour);
            }
        } else if (!free
                && evidence.isSent(run, colour)
                && isThere(colour.near(), run.startedAt())
                && !mayBeThere(colour, run)) {
            violates("%s sends %s, which nobody has said to be new", run, colour);
        }
    }

    /** Whether a colour had come by then. */
    private boolean isThere(ColourKey colour, long at) {
        return evidence.creates().stream()
                .filter(create -> create.begun() < at && create.has(colour))
                .anyMatch(create -> create.applied().stream().anyMatch(each -> each.at() < at));
    }

    /** Whether an earlier run wanted a colour: its request may have been stopped as it left. */
    private boolean isWanted(ColourKey colour, SeenRun run) {
        return runs.named(runs.namedAt(run)).stream()
                .anyMatch(each -> each != run && runs.sheet(each).colours().containsKey(colour));
    }

    /** Whether a colour may have come before a run named its sheet. */
    private boolean mayBeThere(ColourKey colour, SeenRun run) {
        return evidence.stockBefore().stream().anyMatch(each -> each.key().equals(colour))
                || evidence.creates().stream()
                        .anyMatch(
                                create -> create.begun() < runs.namedAt(run) && create.has(colour));
    }

    private void violates(String words, SeenRun run, ColourKey colour) {
        found.accept(new Violation(Question.OLD_OVER_NEW, words.formatted(run.id(), colour)));
    }
}
