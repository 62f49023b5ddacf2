package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.function.Consumer;

/** Asks whether "finished" was said only when it was so. */
final class SaidFinished {
    private final Evidence evidence;
    private final Consumer<Violation> found;

    SaidFinished(Evidence evidence, Consumer<Violation> found) {
        this.evidence = evidence;
        this.found = found;
    }

    void ask() {
        evidence.outcomes().all().stream()
                .filter(Outcomes.Outcome::isFinished)
                .filter(outcome -> evidence.sheet(evidence.run(outcome.run())) != null)
                .forEach(this::ask);
    }

    private void ask(Outcomes.Outcome outcome) {
        SeenRun run = evidence.run(outcome.run());
        for (ColourKey colour : evidence.colours()) {
            boolean told =
                    run.rejected().contains(colour)
                            || evidence.outcomes().isTakenAsSent(colour)
                            || evidence.isUndone(colour)
                            || evidence.applied().hasBeenTooLate(colour, outcome.ended());
            if (!told
                    && !evidence.isAs(run, colour, outcome.ended())
                    && !evidence.isZeroedSince(run, colour, outcome.ended())
                    && !isOvertaken(colour, run, outcome)) {
                found(
                        "%s is said to be %s, and %s is %s instead of %s"
                                .formatted(
                                        run.id(),
                                        outcome.alreadyDone() ? "imported already" : "finished",
                                        colour,
                                        evidence.applied().pieces(colour, outcome.ended()),
                                        evidence.sheet(run).wanted(colour)));
            }
        }
        for (ColourKey colour : run.rejected()) {
            if (!evidence.service().refuses(colour)) {
                found(
                        "%s of %s is said to be refused, and the service takes it"
                                .formatted(colour, run.id()));
            }
        }
        if (!outcome.alreadyDone()) {
            checkBalance(outcome, run, evidence.sheet(run));
        }
    }

    private void checkBalance(Outcomes.Outcome outcome, SeenRun run, PlannedSheet sheet) {
        var colours = outcome.report().colours();
        int zeroed = sheet.hasZeros() ? colours.total() - sheet.colours().size() : 0;
        int good = sheet.colours().size() + zeroed - sheet.bad().size() - run.rejected().size();
        if (colours.sent() + colours.unchanged() + colours.leftOut() != good
                || colours.total() != sheet.colours().size() + zeroed
                || zeroed < 0
                || colours.inDoubt() + colours.waiting() > 0) {
            found(
                    "%s tells %s of %d colours, %d of them good"
                            .formatted(run.id(), colours, sheet.colours().size(), good));
        }
    }

    /** Whether another run may have changed the colour since, as people wanted it. */
    private boolean isOvertaken(ColourKey colour, SeenRun run, Outcomes.Outcome outcome) {
        for (int i = evidence.indexOf(run.id()) + 1; i < evidence.runs().size(); i++) {
            SeenRun newer = evidence.runs().get(i);
            // Who imports a sheet wants it to be the newest; who resumes a run does not.
            boolean counts =
                    !outcome.alreadyDone()
                            || outcome.command().kind() != Event.Command.Kind.IMPORT
                            || !newer.job().equals(run.job())
                            || newer.startedAt() >= outcome.begun();
            if (counts && evidence.settles(newer, colour, run.job())) {
                return true;
            }
        }
        return false;
    }

    private void found(String words) {
        found.accept(new Violation(Question.SAID_FINISHED, words));
    }
}
