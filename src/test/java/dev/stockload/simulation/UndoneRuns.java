package dev.stockload.simulation;

import dev.stockload.simulation.AppliedColours.Step;
import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Asks whether an undo brought back what was there before the run, and nothing else. */
final class UndoneRuns {
    private final Evidence evidence;
    private final Consumer<Violation> found;

    UndoneRuns(Evidence evidence, Consumer<Violation> found) {
        this.evidence = evidence;
        this.found = found;
    }

    void ask() {
        for (SeenRun undo : evidence.runs()) {
            if (Evidence.isUndo(undo)) {
                SeenRun undone = undone(undo);
                evidence.applied().forEach((colour, steps) -> ask(undo, undone, colour, steps));
            }
        }
    }

    private SeenRun undone(SeenRun undo) {
        return evidence.runs().stream()
                .filter(run -> PlannedSheet.hash(run.id() + " []").equals(undo.content()))
                .findFirst()
                .orElseThrow();
    }

    private void ask(SeenRun undo, SeenRun undone, ColourKey colour, List<Step> steps) {
        if (evidence.isTouched(colour)
                || evidence.outcomes().isDecided(colour)
                || evidence.applied().hasBeenTooLate(colour, Long.MAX_VALUE)) {
            return;
        }
        List<Step> ours = of(undo, steps);
        List<Step> theirs = of(undone, steps);
        if (ours.size() > 1) {
            found("%s was brought back %d times by %s", colour, ours.size(), undo.id());
        }
        if (theirs.isEmpty()) {
            if (!ours.isEmpty()) {
                found(
                        "%s is changed by %s, and %s had not sent it",
                        colour, undo.id(), undone.id());
            }
            return;
        }
        Map<String, Integer> before = before(theirs.get(0), steps);
        Step last = theirs.get(theirs.size() - 1);
        if (!ours.isEmpty()) {
            checkBrought(undo, colour, before, steps, ours.get(0), last);
        }
        evidence.outcomes().all().stream()
                .filter(outcome -> outcome.isFinished() && undo.id().equals(outcome.run()))
                .filter(outcome -> !evidence.service().refuses(colour))
                .filter(outcome -> isLast(last, steps, outcome.ended()))
                .filter(outcome -> !isSettledSince(undone, colour))
                .forEach(outcome -> checkFinished(outcome, colour, before, last));
    }

    private static List<Step> of(SeenRun run, List<Step> steps) {
        return steps.stream().filter(step -> run.id().equals(step.create().run())).toList();
    }

    private Map<String, Integer> before(Step step, List<Step> steps) {
        Map<String, Integer> pieces = new TreeMap<>(evidence.before(step.colour()));
        steps.subList(0, steps.indexOf(step)).forEach(each -> pieces.putAll(each.sizes()));
        return pieces;
    }

    private void checkBrought(
            SeenRun undo,
            ColourKey colour,
            Map<String, Integer> before,
            List<Step> steps,
            Step brought,
            Step last) {
        if (steps.get(steps.indexOf(brought) - 1) != last) {
            found("%s is brought back by %s, though it was sent since", colour, undo.id());
        }
        if (!brought.sizes().equals(back(before, last))) {
            found(
                    "%s is %s by %s, and was %s before",
                    colour, brought.sizes(), undo.id(), back(before, last));
        }
    }

    /** What was not there before becomes 0. */
    private static Map<String, Integer> back(Map<String, Integer> before, Step last) {
        Map<String, Integer> back = new TreeMap<>();
        last.sizes().keySet().forEach(size -> back.put(size, before.getOrDefault(size, 0)));
        return back;
    }

    /** Whether nothing but undoing has happened to the colour since a run sent it. */
    private boolean isLast(Step last, List<Step> steps, long until) {
        return steps.subList(steps.indexOf(last) + 1, steps.size()).stream()
                .filter(step -> step.create().begun() <= until)
                .allMatch(evidence::isUndo);
    }

    /** Whether another sheet had its say since, even if that was to say the same. */
    private boolean isSettledSince(SeenRun undone, ColourKey colour) {
        return evidence.runs().stream()
                .skip(evidence.indexOf(undone.id()) + 1L)
                .anyMatch(run -> evidence.settles(run, colour, undone.job()));
    }

    private void checkFinished(
            Outcomes.Outcome outcome, ColourKey colour, Map<String, Integer> before, Step last) {
        Map<String, Integer> there = evidence.applied().pieces(colour, outcome.ended());
        boolean first = evidence.applied().steps(colour).get(0) == last;
        if (first && evidence.hidesStock() && there.equals(last.sizes())) {
            return; // What nobody could see before the run is kept.
        }
        back(before, last)
                .forEach(
                        (size, pieces) -> {
                            if (!pieces.equals(there.get(size))) {
                                found(
                                        "%s size %s is %d after %s, and was %d before",
                                        colour, size, there.get(size), outcome.run(), pieces);
                            }
                        });
    }

    private void found(String words, Object... values) {
        found.accept(new Violation(Question.NOT_UNDONE, words.formatted(values)));
    }
}
