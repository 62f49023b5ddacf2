package dev.stockload.simulation;

import dev.stockload.simulation.AppliedColours.Step;
import dev.stockload.simulation.Outcomes.Span;
import dev.stockload.simulation.Violation.Question;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Asks whether each content of a colour was applied at most as often as it was asked for. */
final class AppliedTwice {
    private final Evidence evidence;
    private final Consumer<Violation> found;

    AppliedTwice(Evidence evidence, Consumer<Violation> found) {
        this.evidence = evidence;
        this.found = found;
    }

    void ask() {
        evidence.applied().forEach(this::ask);
    }

    private void ask(ColourKey colour, List<Step> all) {
        List<Step> steps = all.stream().filter(step -> !evidence.isUndo(step)).toList();
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
                        found.accept(
                                new Violation(
                                        Question.APPLIED_TWICE,
                                        "%s %s was applied %d times, and asked for %d times"
                                                .formatted(colour, sizes, count, asked)));
                    }
                });
    }

    /** How many commands ask for this anew: not those that repeat what the job imported last. */
    private int asked(ColourKey colour, Map<String, Integer> sizes) {
        int asked = evidence.outcomes().decisions(colour);
        List<Span> imports = evidence.outcomes().imports();
        for (int i = 0; i < imports.size(); i++) {
            if (asks(imports, i, colour, sizes) && !isRepeated(imports, i)) {
                asked++;
            }
        }
        return asked;
    }

    /** What was in no sheet before is not missing. */
    private boolean asks(
            List<Span> imports, int index, ColourKey colour, Map<String, Integer> sizes) {
        Span span = imports.get(index);
        return evidence.sheet(span).asksFor(colour, sizes)
                && imports.stream()
                        .filter(other -> other.begun() <= span.ended())
                        .anyMatch(other -> evidence.sheet(other).colours().containsKey(colour));
    }

    /** Whether the job took up no other sheet since it took up this one before. */
    private boolean isRepeated(List<Span> imports, int index) {
        Span span = imports.get(index);
        PlannedSheet sheet = evidence.sheet(span);
        for (int i = index - 1; i >= 0 && !span.command().again(); i--) {
            Span before = imports.get(i);
            // The same rows in another order are another content.
            if (evidence.sheet(before).isSameAs(sheet)) {
                // One that was paused may have been taken up after the one that was told later.
                long last = Math.max(before.ended(), span.ended());
                Span between = new Span(span.command(), before.begun(), last);
                return imports.stream()
                        .filter(other -> evidence.sheet(other).job().equals(sheet.job()))
                        .filter(other -> !evidence.sheet(other).isSameAs(sheet))
                        .noneMatch(between::meets);
            }
        }
        return false;
    }
}
