package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Traits that some sheets of a plan get, by numbers that are mixed from its seed. */
final class SheetTraits {
    private SheetTraits() {}

    /**
     * The same plan, or one in which the file of a job is edited: some nights it keeps stock back.
     */
    static Plan keepingBack(Plan plan) {
        if (World.mix(plan.seed(), 24) % 5 != 0) {
            return plan;
        }
        List<PlannedSheet> sheets = new ArrayList<>();
        for (PlannedSheet sheet : plan.sheets()) {
            boolean keeps = sheet.hash().charAt(0) < '8';
            sheets.add(keeps ? sheet.with(PlannedSheet.Trait.KEEPS_BACK) : sheet);
        }
        return new Plan(
                plan.seed(), plan.shared(), plan.hosts(), List.copyOf(sheets), plan.events());
    }

    /** Whether the service of a seed keeps a range as the single sizes in it. */
    static boolean splits(long seed) {
        return World.mix(seed, 23) % 3 == 0;
    }

    /** The same plan, or one at such a service, if looks can show it. */
    static Plan split(Plan plan) {
        boolean ranges =
                plan.sheets().stream()
                        .flatMap(sheet -> sheet.colours().values().stream())
                        .anyMatch(sizes -> sizes.keySet().stream().anyMatch(s -> s.contains("-")));
        boolean unclear =
                plan.events().stream()
                        .anyMatch(
                                event ->
                                        event instanceof Event.ReadMood
                                                || event instanceof Event.ListMood
                                                || event instanceof Event.ShowsSizes
                                                || event instanceof Event.Hidden
                                                || event instanceof Event.ShowsLate);
        if (!ranges || unclear || !splits(plan.seed())) {
            return plan;
        }
        List<Event> events = new ArrayList<>(plan.events());
        events.add(new Event.SplitsRanges());
        return plan.with(List.copyOf(events));
    }

    /** The same plan, or one with such sheets. */
    static Plan some(Plan plan) {
        return withBarcodes(respelled(withNewColours(plan)));
    }

    /**
     * Jobs hold new colours, and some sheets misspell one that its product may have, or add one
     * with nearly its name. A person says which of both it is.
     */
    private static Plan withNewColours(Plan plan) {
        SplittableRandom random = new SplittableRandom(World.mix(plan.seed(), 22));
        if (random.nextInt(6) > 0) {
            return plan;
        }
        boolean reallyNew = random.nextBoolean();
        boolean othersHold = random.nextBoolean();
        List<PlannedSheet> sheets = new ArrayList<>();
        for (PlannedSheet each : plan.sheets()) {
            PlannedSheet sheet = sheets.isEmpty() ? each : misspelt(each, reallyNew, random);
            sheet = reallyNew ? sheet.with(PlannedSheet.Trait.REALLY_NEW) : sheet;
            boolean holds = othersHold || sheet.job().equals("nightly");
            sheets.add(holds ? sheet.with(PlannedSheet.Trait.HOLDS_NEW) : sheet);
        }
        List<Event> events = new ArrayList<>(plan.events());
        for (Event event : plan.events()) {
            if (event instanceof Event.Command command
                    && command.kind() == Event.Command.Kind.IMPORT
                    && random.nextInt(3) == 0) {
                double at = command.atSeconds() + random.nextInt(500);
                Event.Command.Kind kind = Event.Command.Kind.CORRECT;
                events.add(new Event.Command(at, command.host(), kind, command.sheet(), false));
            }
        }
        return new Plan(
                plan.seed(), plan.shared(), plan.hosts(), List.copyOf(sheets), List.copyOf(events));
    }

    private static PlannedSheet misspelt(
            PlannedSheet sheet, boolean reallyNew, SplittableRandom random) {
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        Set<ColourKey> bad = new LinkedHashSet<>();
        sheet.colours()
                .forEach(
                        (colour, sizes) -> {
                            boolean other = colour.misspelt() != null && random.nextInt(3) == 0;
                            ColourKey name = other ? colour.misspelt() : colour;
                            colours.put(name, sizes);
                            if (sheet.bad().contains(colour)) {
                                bad.add(name);
                            } else if (other && reallyNew && random.nextInt(4) == 0) {
                                Map<String, Integer> both = new TreeMap<>(sizes);
                                both.replaceAll((size, pieces) -> pieces + 3);
                                colours.put(colour, both);
                            }
                        });
        return sheet.with(colours, bad);
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
