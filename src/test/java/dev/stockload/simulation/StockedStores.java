package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Some stores had stock before Stockload came, put there by people or another program: of colours
 * that the sheets have, in other and in the same numbers, and in sizes that no sheet names.
 */
final class StockedStores {
    private static final List<String> SIZES = List.of("36", "37", "38-39", "45");

    private final SplittableRandom random;
    private final List<Event> events = new ArrayList<>();

    private StockedStores(SplittableRandom random) {
        this.random = random;
    }

    /** The same plan, or one in such a store, in which a run is undone as well. */
    static Plan some(Plan plan) {
        SplittableRandom random = new SplittableRandom(World.mix(plan.seed(), 4));
        return random.nextInt(4) == 0 ? new StockedStores(random).of(plan) : plan;
    }

    private Plan of(Plan plan) {
        events.addAll(plan.events());
        for (PlannedSheet sheet : plan.sheets()) {
            sheet.colours().forEach(this::perhaps);
        }
        if (random.nextInt(3) > 0) {
            events.add(
                    new Event.Command(
                            15 + random.nextInt(60),
                            random.nextInt(plan.hosts()),
                            Event.Command.Kind.UNDO,
                            0,
                            false));
        }
        return plan.with(List.copyOf(events));
    }

    private void perhaps(ColourKey colour, Map<String, Integer> wanted) {
        if (random.nextBoolean()) {
            return;
        }
        Map<String, Integer> sizes = new TreeMap<>();
        for (String size : SIZES) {
            switch (random.nextInt(3)) {
                case 0 -> sizes.put(size, 80_000 + random.nextInt(1000));
                case 1 -> sizes.put(size, wanted.getOrDefault(size, 0));
                default -> {}
            }
        }
        if (!sizes.isEmpty()) {
            events.add(new Event.StockBefore(colour.product(), colour.name(), sizes));
        }
    }
}
