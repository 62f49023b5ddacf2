package dev.stockload.simulation;

import dev.stockload.problem.ProblemCode;
import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        tooFast();
        staysOutOfTheSandbox();
        ends();
        endsWell();
        rejected();
        new BookModel(evidence, violations::add).ask();
        return violations;
    }

    private void tooFast() {
        Map<String, Create> last = new HashMap<>();
        for (Create create : evidence.service().creates()) {
            if (create.applied().isEmpty()) {
                continue;
            }
            Create before = last.put(create.store(), create);
            if (before != null && create.begun() - before.begun() < BETWEEN_CREATES) {
                found(
                        Question.TOO_FAST,
                        "creates %d and %d begun %d ms apart"
                                .formatted(
                                        before.number(),
                                        create.number(),
                                        (create.begun() - before.begun()) / 1_000_000));
            }
        }
    }

    /** No run of a real account is sent by a shell without settings. */
    private void staysOutOfTheSandbox() {
        for (String account : evidence.outcomes().sandboxed()) {
            found(Question.REACHED_THE_SANDBOX, "what account '%s' has".formatted(account));
        }
    }

    private void ends() {
        for (SeenRun run : evidence.runs()) {
            if (evidence.unfinished().contains(run.id())
                    && run.inDoubt().isEmpty()
                    && !run.isBraked()) {
                found(
                        Question.DOES_NOT_END,
                        "%s is still %s: %s".formatted(run.id(), run.state(), run.message()));
            }
        }
    }

    /** What is not to be resumed any more has ended well, or people were told otherwise. */
    private void endsWell() {
        for (SeenRun run : evidence.runs()) {
            if (!run.state().equals("COMPLETED")
                    && !evidence.unfinished().contains(run.id())
                    && evidence.outcomes().all().stream()
                            .anyMatch(said -> run.id().equals(said.run()) && said.isFinished())) {
                found(
                        Question.SAID_FINISHED,
                        "%s was finished, and is %s now: %s"
                                .formatted(run.id(), run.state(), run.message()));
            }
        }
    }

    /** Whoever is told that the service refused a colour can ask it. */
    private void rejected() {
        for (SeenRun run : evidence.runs()) {
            for (ColourKey colour : run.rejected()) {
                PlannedSheet sheet = evidence.sheet(run);
                if (!evidence.service().refuses(colour)
                        && (sheet == null || !sheet.bad().contains(colour))
                        && !evidence.isHeldAsNew(run, colour)
                        && !evidence.hasProblem(run, colour, ProblemCode.ROW_TOTAL)
                        && !evidence.isHidden(colour.product(), 0, Long.MAX_VALUE)
                        && evidence.colours().contains(colour)) {
                    found(
                            Question.SAID_FINISHED,
                            "%s of %s is said to be refused, and the service takes it"
                                    .formatted(colour, run.id()));
                }
            }
        }
    }

    private void found(Question question, String words) {
        violations.add(new Violation(question, words));
    }
}
