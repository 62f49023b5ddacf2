package dev.stockload.simulation;

import dev.stockload.simulation.AppliedColours.Step;
import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Outcomes.Span;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Asks whether a history kept the promises. It knows sheets, commands, what people were told and
 * what the service applied, and shares no code with the program.
 */
final class Model {
    private static final long APART = Duration.ofSeconds(2).toNanos();

    private final Plan plan;
    private final SimulatedService service;
    private final Outcomes outcomes;
    private final Facts facts;
    private final List<Violation> violations = new ArrayList<>();
    private final AppliedColours applied;
    private final Map<String, PlannedSheet> sheets = new HashMap<>();

    Model(Plan plan, SimulatedService service, Outcomes outcomes, Facts facts) {
        this.plan = plan;
        this.service = service;
        this.outcomes = outcomes;
        this.facts = facts;
        this.applied = new AppliedColours(service.creates());
        plan.sheets().forEach(sheet -> sheets.put(sheet.hash(), sheet));
    }

    List<Violation> violations() {
        applied.forEach(this::appliedTwice);
        tooFast();
        ends();
        // What a colour should be after a run was undone, no sheet says.
        if (plan.undos() == 0) {
            applied.forEach(this::oldOverNew);
            outcomes.all().stream()
                    .filter(Outcomes.Outcome::isFinished)
                    .forEach(this::saidFinished);
            asTheNewestSheet();
        }
        return violations;
    }

    /** Each content of a colour as often as it was asked for. */
    private void appliedTwice(ColourKey colour, List<Step> steps) {
        Map<Map<String, Integer>, Integer> times = new LinkedHashMap<>();
        for (Step step : steps) {
            times.merge(step.sizes(), 1, Integer::sum);
        }
        times.forEach(
                (sizes, count) -> {
                    long late =
                            steps.stream()
                                    .filter(s -> s.sizes().equals(sizes) && s.isTooLate())
                                    .count();
                    int asked = asked(colour, sizes);
                    if (count > asked + late) {
                        found(
                                Question.APPLIED_TWICE,
                                "%s %s was applied %d times, and asked for %d times"
                                        .formatted(colour, sizes, count, asked));
                    }
                });
    }

    /** How many commands ask for this anew: not those that repeat what the job imported last. */
    private int asked(ColourKey colour, Map<String, Integer> sizes) {
        int asked = outcomes.decisions(colour) + (int) plan.undos();
        List<Span> imports = outcomes.imports();
        for (int i = 0; i < imports.size(); i++) {
            if (sizes.equals(sheet(imports.get(i)).wanted(colour)) && !isRepeated(imports, i)) {
                asked++;
            }
        }
        return asked;
    }

    /** Whether the job took up no other sheet since it took up this one before. */
    private boolean isRepeated(List<Span> imports, int index) {
        Span span = imports.get(index);
        for (int i = index - 1; i >= 0 && !span.command().again(); i--) {
            Span before = imports.get(i);
            if (sheet(before).equals(sheet(span))) {
                Span between = new Span(span.command(), before.begun(), span.ended());
                return imports.stream()
                        .filter(other -> sheet(other).job().equals(sheet(span).job()))
                        .filter(other -> !sheet(other).equals(sheet(span)))
                        .noneMatch(between::meets);
            }
        }
        return false;
    }

    private PlannedSheet sheet(Span span) {
        return plan.sheets().get(span.command().sheet());
    }

    private void tooFast() {
        Create before = null;
        for (Create create : service.creates()) {
            if (create.applied().isEmpty()) {
                continue;
            }
            if (before != null && create.begun() - before.begun() < APART) {
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

    private void oldOverNew(ColourKey colour, List<Step> steps) {
        int newest = -1;
        for (Step step : steps) {
            int youngest = -1;
            int oldest = Integer.MAX_VALUE;
            for (int i = 0; i < facts.runs().size(); i++) {
                PlannedSheet sheet = sheets.get(facts.runs().get(i).content());
                if (sheet != null && step.sizes().equals(sheet.wanted(colour))) {
                    youngest = i;
                    oldest = Math.min(oldest, i);
                }
            }
            // One that came too late may have been taken for the next, which is then still under
            // way.
            if (youngest < newest && !applied.hasBeenTooLate(colour, step.at())) {
                found(
                        Question.OLD_OVER_NEW,
                        "%s of %s was applied after that of %s"
                                .formatted(
                                        colour,
                                        youngest < 0 ? "no run" : facts.runs().get(youngest).id(),
                                        facts.runs().get(newest).id()));
            }
            if (oldest != Integer.MAX_VALUE) {
                newest = Math.max(newest, oldest);
            }
            overFinished(colour, step, youngest);
        }
    }

    /** A run that is newer and was finished has settled the colour. */
    private void overFinished(ColourKey colour, Step step, int youngest) {
        if (youngest < 0) {
            return;
        }
        for (Outcomes.Outcome outcome : outcomes.all()) {
            if (!outcome.isFinished() || outcome.ended() > step.create().begun()) {
                continue;
            }
            int run = indexOf(outcome.run());
            PlannedSheet sheet = run < 0 ? null : sheets.get(facts.runs().get(run).content());
            if (run > youngest && sheet != null && sheet.colours().containsKey(colour)) {
                found(
                        Question.OLD_OVER_NEW,
                        "%s of %s was sent after %s had finished"
                                .formatted(colour, facts.runs().get(youngest).id(), outcome.run()));
                return;
            }
        }
    }

    private int indexOf(String run) {
        for (int i = 0; i < facts.runs().size(); i++) {
            if (facts.runs().get(i).id().equals(run)) {
                return i;
            }
        }
        return -1;
    }

    private void saidFinished(Outcomes.Outcome outcome) {
        int index = indexOf(outcome.run());
        SeenRun run = facts.runs().get(index);
        PlannedSheet sheet = sheets.get(run.content());
        for (ColourKey colour : sheet.colours().keySet()) {
            Map<String, Integer> wanted = sheet.wanted(colour);
            if (wanted == null
                    || run.rejected().contains(colour)
                    || outcomes.isTakenAsSent(colour)) {
                continue;
            }
            Map<String, Integer> there = applied.last(colour, outcome.ended());
            if (!wanted.equals(there)
                    && !applied.hasBeenTooLate(colour, outcome.ended())
                    && !isOvertaken(colour, index, outcome)) {
                found(
                        Question.SAID_FINISHED,
                        "%s is said to be %s, and %s is %s instead of %s"
                                .formatted(
                                        run.id(),
                                        outcome.alreadyDone() ? "imported already" : "finished",
                                        colour,
                                        there,
                                        wanted));
            }
        }
        for (ColourKey colour : run.rejected()) {
            if (!service.refuses(colour)) {
                found(
                        Question.SAID_FINISHED,
                        "%s of %s is said to be refused, and the service takes it"
                                .formatted(colour, run.id()));
            }
        }
        if (!outcome.alreadyDone()) {
            checkBalance(outcome, run, sheet);
        }
    }

    private void checkBalance(Outcomes.Outcome outcome, SeenRun run, PlannedSheet sheet) {
        var colours = outcome.report().colours();
        int good = sheet.colours().size() - sheet.bad().size() - run.rejected().size();
        if (colours.sent() + colours.unchanged() != good
                || colours.total() != sheet.colours().size()
                || colours.inDoubt() + colours.waiting() > 0) {
            found(
                    Question.SAID_FINISHED,
                    "%s tells %s of %d colours, %d of them good"
                            .formatted(run.id(), colours, sheet.colours().size(), good));
        }
    }

    /** Whether another run may have changed the colour since, as people wanted it. */
    private boolean isOvertaken(ColourKey colour, int index, Outcomes.Outcome outcome) {
        SeenRun run = facts.runs().get(index);
        for (int i = index + 1; i < facts.runs().size(); i++) {
            SeenRun newer = facts.runs().get(i);
            PlannedSheet sheet = sheets.get(newer.content());
            // Who imports a sheet wants it to be the newest; who resumes a run does not.
            boolean counts =
                    !outcome.alreadyDone()
                            || outcome.command().kind() != Event.Command.Kind.IMPORT
                            || !newer.job().equals(run.job())
                            || newer.startedAt() >= outcome.begun();
            if (counts && sheet != null && sheet.colours().containsKey(colour)) {
                return true;
            }
        }
        return false;
    }

    private void ends() {
        for (SeenRun run : facts.runs()) {
            if (facts.unfinished().contains(run.id()) && run.inDoubt().isEmpty()) {
                found(
                        Question.DOES_NOT_END,
                        "%s is still %s: %s".formatted(run.id(), run.state(), run.message()));
            }
        }
    }

    private void asTheNewestSheet() {
        Map<ColourKey, SeenRun> newest = new LinkedHashMap<>();
        for (SeenRun run : facts.runs()) {
            sheets.get(run.content()).colours().keySet().forEach(c -> newest.put(c, run));
        }
        newest.forEach(
                (colour, run) -> {
                    Map<String, Integer> wanted = sheets.get(run.content()).wanted(colour);
                    boolean told =
                            wanted == null
                                    || outcomes.isTakenAsSent(colour)
                                    || run.rejected().contains(colour)
                                    || run.inDoubt().contains(colour)
                                    || !run.state().equals("COMPLETED") && !run.inDoubt().isEmpty();
                    Map<String, Integer> there = applied.last(colour, Long.MAX_VALUE);
                    if (!told
                            && !applied.hasBeenTooLate(colour, Long.MAX_VALUE)
                            && !Objects.equals(wanted, there)) {
                        found(
                                Question.NOT_AS_THE_NEWEST_SHEET,
                                "%s is %s, and %s has %s"
                                        .formatted(colour, there, run.id(), wanted));
                    }
                });
    }

    private void found(Question question, String words) {
        violations.add(new Violation(question, words));
    }
}
