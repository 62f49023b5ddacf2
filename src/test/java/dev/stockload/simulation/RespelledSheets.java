package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Some sheets spell the names of colours otherwise than those before, at a service that folds names
 * and shows them in a spelling of its own: they stay the colours that they were.
 */
final class RespelledSheets {
    private RespelledSheets() {}

    /** The same plan, or one with such sheets. */
    static Plan some(Plan plan) {
        SplittableRandom random = new SplittableRandom(World.mix(plan.seed(), 7));
        if (random.nextInt(6) > 0) {
            return plan;
        }
        List<Event> events = new ArrayList<>(plan.events());
        events.removeIf(Event.Renames.class::isInstance);
        events.add(new Event.Renames(Event.Renames.Spelling.UPPER_CASE));
        List<PlannedSheet> sheets = new ArrayList<>();
        for (PlannedSheet sheet : plan.sheets()) {
            sheets.add(random.nextBoolean() ? sheet.with(PlannedSheet.Trait.LOWER_CASE) : sheet);
        }
        return new Plan(
                plan.seed(), plan.shared(), plan.hosts(), List.copyOf(sheets), List.copyOf(events));
    }
}
