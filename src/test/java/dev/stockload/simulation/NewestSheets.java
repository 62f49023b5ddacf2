package dev.stockload.simulation;

import dev.stockload.simulation.AppliedColours.Step;
import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.List;
import java.util.function.Consumer;

/** Asks whether the newest sheet won, on the way and in the end. */
final class NewestSheets {
    private final Evidence evidence;
    private final Consumer<Violation> found;

    NewestSheets(Evidence evidence, Consumer<Violation> found) {
        this.evidence = evidence;
        this.found = found;
    }

    void ask() {
        for (ColourKey colour : evidence.colours()) {
            if (!evidence.isUndone(colour)) {
                onTheWay(colour, evidence.applied().steps(colour));
                inTheEnd(colour);
            }
        }
    }

    private void onTheWay(ColourKey colour, List<Step> steps) {
        List<SeenRun> runs = evidence.runs();
        int newest = -1;
        for (Step step : steps) {
            int youngest = -1;
            int oldest = Integer.MAX_VALUE;
            for (int i = 0; i < runs.size(); i++) {
                PlannedSheet sheet = evidence.sheet(runs.get(i));
                if (sheet != null && sheet.asksFor(colour, step.sizes())) {
                    youngest = i;
                    oldest = Math.min(oldest, i);
                }
            }
            // One that came too late may have been taken for the next, which is then still under
            // way.
            if (youngest < newest && !evidence.applied().hasBeenTooLate(colour, step.at())) {
                found(
                        "%s of %s was applied after that of %s"
                                .formatted(
                                        colour,
                                        youngest < 0 ? "no run" : runs.get(youngest).id(),
                                        runs.get(newest).id()));
            }
            if (oldest != Integer.MAX_VALUE) {
                newest = Math.max(newest, oldest);
            }
            if (youngest >= 0) {
                overFinished(colour, step, youngest);
            }
        }
    }

    /** A run that is newer and was finished has settled the colour. */
    private void overFinished(ColourKey colour, Step step, int youngest) {
        SeenRun run = evidence.runs().get(youngest);
        for (Outcomes.Outcome outcome : evidence.outcomes().all()) {
            if (outcome.isFinished()
                    && outcome.ended() <= step.create().begun()
                    && evidence.indexOf(outcome.run()) > youngest
                    && evidence.settles(evidence.run(outcome.run()), colour, run.job())) {
                found(
                        "%s of %s was sent after %s had finished"
                                .formatted(colour, run.id(), outcome.run()));
                return;
            }
        }
    }

    private void inTheEnd(ColourKey colour) {
        SeenRun newest = null;
        for (SeenRun run : evidence.runs()) {
            if (evidence.settles(run, colour, newest == null ? "" : newest.job())) {
                newest = run;
            }
        }
        boolean told =
                newest == null
                        || evidence.outcomes().isTakenAsSent(colour)
                        || evidence.applied().hasBeenTooLate(colour, Long.MAX_VALUE)
                        || newest.rejected().contains(colour)
                        || newest.inDoubt().contains(colour)
                        || !newest.state().equals("COMPLETED") && !newest.inDoubt().isEmpty();
        if (!told && !evidence.isAs(newest, colour, Long.MAX_VALUE)) {
            found.accept(
                    new Violation(
                            Question.NOT_AS_THE_NEWEST_SHEET,
                            "%s is %s, and %s has %s"
                                    .formatted(
                                            colour,
                                            evidence.applied().pieces(colour, Long.MAX_VALUE),
                                            newest.id(),
                                            evidence.sheet(newest).wanted(colour))));
        }
    }

    private void found(String words) {
        found.accept(new Violation(Question.OLD_OVER_NEW, words));
    }
}
