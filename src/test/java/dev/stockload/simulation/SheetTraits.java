package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Traits that some sheets of a plan get, by numbers that are mixed from its seed. */
final class SheetTraits {
    private SheetTraits() {}

    /** The same plan, or one with such sheets. */
    static Plan some(Plan plan) {
        return withBarcodes(respelled(plan));
    }

    /**
     * Some sheets spell the names of colours otherwise than those before, at a service that folds
     * names and shows them in a spelling of its own: they stay the colours that they were.
     */
    private static Plan respelled(Plan plan) {
        SplittableRandom random = new SplittableRandom(World.mix(plan.seed(), 7));
        if (random.nextInt(6) > 0) {
            return plan;
        }
        List<Event> events = new ArrayList<>(plan.events());
        events.removeIf(Event.Renames.class::isInstance);
        events.add(new Event.Renames(Event.Renames.Spelling.UPPER_CASE));
        return with(PlannedSheet.Trait.LOWER_CASE, plan, events, random);
    }

    /** Some sheets have barcodes, and others lack that column: a barcode that was sent stays. */
    private static Plan withBarcodes(Plan plan) {
        SplittableRandom random = new SplittableRandom(World.mix(plan.seed(), 8));
        return random.nextInt(6) > 0
                ? plan
                : with(PlannedSheet.Trait.BARCODES, plan, plan.events(), random);
    }

    private static Plan with(
            PlannedSheet.Trait trait, Plan plan, List<Event> events, SplittableRandom random) {
        List<PlannedSheet> sheets = new ArrayList<>();
        for (PlannedSheet sheet : plan.sheets()) {
            sheets.add(random.nextBoolean() ? sheet.with(trait) : sheet);
        }
        return new Plan(
                plan.seed(), plan.shared(), plan.hosts(), List.copyOf(sheets), List.copyOf(events));
    }
}
