package dev.stockload.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the service applied of each colour, in the order of time. */
final class AppliedColours {
    private static final long DOUBT = Duration.ofSeconds(60).toNanos();

    private final Map<ColourKey, List<Step>> steps = new LinkedHashMap<>();

    /** A colour was applied. */
    record Step(long at, Create create, ColourKey colour, Map<String, Integer> sizes) {}

    /** Whether what is applied of a create then is later than the service may be. */
    static boolean isTooLate(Create create, long at) {
        return at > create.lastKnown() + DOUBT;
    }

    AppliedColours(List<Create> creates) {
        creates.stream()
                .flatMap(create -> create.applied().stream().map(a -> step(create, a)))
                .sorted(Comparator.comparing(Step::at))
                .forEach(
                        step ->
                                steps.computeIfAbsent(step.colour(), c -> new ArrayList<>())
                                        .add(step));
    }

    private static Step step(Create create, Create.Applied applied) {
        return new Step(applied.at(), create, applied.group().colour(), applied.group().sizes());
    }

    List<Step> steps(ColourKey colour) {
        return steps.getOrDefault(colour, List.of());
    }
}
