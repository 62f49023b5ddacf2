package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks whether a history kept the promises. It knows sheets, commands, what people were told and
 * what the service applied, and shares no code with the program.
 */
final class Model {
    private static final long BETWEEN_CREATES = Duration.ofSeconds(2).toNanos();

    private final Evidence evidence;
    private final List<Violation> violations = new ArrayList<>();

    Model(Evidence evidence) {
        this.evidence = evidence;
    }

    List<Violation> violations() {
        new AppliedTwice(evidence, violations::add).ask();
        tooFast();
        ends();
        new NewestSheets(evidence, violations::add).ask();
        new SaidFinished(evidence, violations::add).ask();
        new UndoneRuns(evidence, violations::add).ask();
        return violations;
    }

    private void tooFast() {
        Create before = null;
        for (Create create : evidence.service().creates()) {
            if (create.applied().isEmpty()) {
                continue;
            }
            if (before != null && create.begun() - before.begun() < BETWEEN_CREATES) {
                found(
                        Question.TOO_FAST,
                        "creates %d and %d begun %d ms apart"
                                .formatted(
                                        before.number(),
                                        create.number(),
                                        (create.begun() - before.begun()) / 1_000_000));
            }
            before = create;
        }
    }

    private void ends() {
        for (SeenRun run : evidence.runs()) {
            if (evidence.unfinished().contains(run.id()) && run.inDoubt().isEmpty()) {
                found(
                        Question.DOES_NOT_END,
                        "%s is still %s: %s".formatted(run.id(), run.state(), run.message()));
            }
        }
    }

    private void found(Question question, String words) {
        violations.add(new Violation(question, words));
    }
}
