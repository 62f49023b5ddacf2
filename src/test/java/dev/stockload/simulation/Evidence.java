package dev.stockload.simulation;

import dev.stockload.problem.ProblemCode;
import dev.stockload.simulation.Facts.SeenRun;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All that is known of a history: sheets, commands, what was told and what the service applied. */
final class Evidence {
    private static final String UNDO = "undo";

    private final Plan plan;
    private final SimulatedService service;
    private final Outcomes outcomes;
    private final Facts facts;
    private final AppliedColours applied;
    private final List<PlannedSheet> planned;
    private final Map<String, PlannedSheet> sheets = new HashMap<>();
    private final Map<String, PlannedSheet> corrected = new HashMap<>();
    private final Map<String, SeenRun> runs = new HashMap<>();
    private final Set<ColourKey> touched;

    Evidence(Plan plan, SimulatedService service, Outcomes outcomes, Facts facts) {
        this.plan = plan;
        this.service = service;
        this.outcomes = outcomes;
        this.facts = outcomes.border() < 0 ? facts : facts.since(outcomes.border());
        this.applied = new AppliedColours(service.creates());
        this.planned = plan.sheets().stream().map(this::seen).toList();
        for (PlannedSheet sheet : planned) {
            String key = sheet.job() + " " + sheet.hash();
            sheets.put(key, sheet);
            corrected.put(key, sheet.with(PlannedSheet.Trait.CORRECTED));
        }
        this.facts.runs().forEach(run -> runs.put(run.id(), run));
        this.touched =
                plan.events().stream()
                        .filter(Event.Touches.class::isInstance)
                        .map(Event.Touches.class::cast)
                        .map(touch -> new ColourKey(touch.product(), touch.colour()))
                        .collect(Collectors.toSet());
    }

    private PlannedSheet seen(PlannedSheet sheet) {
        PlannedSheet seen = plan.splitsRanges() ? sheet.with(PlannedSheet.Trait.OPENED) : sheet;
        boolean keepsBack = sheet.is(PlannedSheet.Trait.KEEPS_BACK);
        return keepsBack ? seen.with(PlannedSheet.Trait.OFFERED) : seen;
    }

    /**
     * Whether a size is an entry by itself and within a range as well, in a store that splits
     * ranges.
     */
    boolean isInSeveralEntries(SizeKey key) {
        return plan.splitsRanges()
                && planned.stream().flatMap(sheet -> sheet.entries(key)).distinct().count() > 1;
    }

    SimulatedService service() {
        return service;
    }

    Outcomes outcomes() {
        return outcomes;
    }

    AppliedColours applied() {
        return applied;
    }

    /** The creates that are to be judged: of an account that has moved, those of its new store. */
    List<Create> creates() {
        return service.creates().stream()
                .filter(create -> !outcomes.isMoved() || create.store().equals(Store.MOVED))
                .toList();
    }

    /** Whether a create left before a backup was restored. */
    boolean isBefore(Create create) {
        return create.begun() < outcomes.border();
    }

    /** Whether a sheet like that of a run was imported before a backup was restored. */
    boolean isRepeatedAfterRestore(SeenRun run) {
        return isRestored()
                && sheet(run) != null
                && outcomes.imports().stream()
                        .filter(span -> span.begun() < outcomes.border())
                        .anyMatch(span -> sheet(span).isSameAs(sheet(run)));
    }

    /**
     * Whether a colour was in a sheet before a backup was restored: what it is then, nobody knows.
     */
    boolean isForgotten(ColourKey colour) {
        return isRestored()
                && outcomes.imports().stream()
                        .filter(span -> span.begun() < outcomes.border())
                        .anyMatch(span -> sheet(span).colours().containsKey(colour));
    }

    boolean isRestored() {
        return outcomes.border() >= 0 && !outcomes.isMoved();
    }

    /** Whether a run was said to be finished by then. */
    boolean hasFinished(String run, long at) {
        return outcomes.all().stream()
                .anyMatch(o -> o.isFinished() && run.equals(o.run()) && o.ended() <= at);
    }

    /** What was at the store before anything was imported. */
    List<Event.StockBefore> stockBefore() {
        return plan.events().stream()
                .filter(e -> e instanceof Event.StockBefore && !outcomes.isMoved())
                .map(Event.StockBefore.class::cast)
                .map(each -> plan.splitsRanges() ? each.opened() : each)
                .toList();
    }

    /** The runs in the order in which they were made. */
    List<SeenRun> runs() {
        return facts.runs();
    }

    Set<String> unfinished() {
        return facts.unfinished();
    }

    SeenRun run(String id) {
        return runs.get(id);
    }

    PlannedSheet sheet(Outcomes.Span span) {
        return planned.get(span.command().sheet());
    }

    /** The sheet of a run as it reads it; null where it undoes another. */
    PlannedSheet sheet(SeenRun run) {
        return (run.corrects() == null ? sheets : corrected).get(run.job() + " " + run.content());
    }

    /** Whether people were told that a run holds a colour because it is new. */
    boolean isHeldAsNew(SeenRun run, ColourKey colour) {
        return hasProblem(run, colour, ProblemCode.COLOUR_NEW);
    }

    /** Whether people were told of such a problem of a row of a colour. */
    boolean hasProblem(SeenRun run, ColourKey colour, ProblemCode code) {
        PlannedSheet sheet = sheet(run);
        return sheet != null
                && run.problems().entrySet().stream()
                        .filter(each -> each.getValue() == code)
                        .anyMatch(each -> sheet.colourOf(each.getKey()).equals(colour));
    }

    /** Whether a request of a run had a colour. */
    boolean isSent(SeenRun run, ColourKey colour) {
        return service.creates().stream()
                .filter(create -> create.run().equals(run.id()))
                .anyMatch(create -> create.has(colour));
    }

    /** All colours that any sheet has. */
    Set<ColourKey> colours() {
        Set<ColourKey> all = new LinkedHashSet<>();
        plan.sheets().forEach(sheet -> all.addAll(sheet.colours().keySet()));
        corrected.values().forEach(sheet -> all.addAll(sheet.colours().keySet()));
        return all;
    }

    /** Whether a look at the service may have been in vain. */
    boolean hidesStock() {
        return plan.events().stream()
                .anyMatch(
                        event ->
                                event instanceof Event.ReadMood
                                        || event instanceof Event.ListMood
                                        || event instanceof Event.ServiceAway
                                        || event instanceof Event.TokenEnds);
    }

    /** When a product was in no list. */
    List<Event.Hidden> hidden() {
        return plan.events().stream()
                .filter(Event.Hidden.class::isInstance)
                .map(Event.Hidden.class::cast)
                .toList();
    }

    /** Whether a product was not listed at some time between these. */
    boolean isHidden(int product, long from, long until) {
        return hidden().stream()
                .anyMatch(each -> each.product() == product && each.isWithin(from, until));
    }

    /** Whether a product was made anew, without stock, after this. */
    boolean isEmptied(int product, long after) {
        return hidden().stream()
                .anyMatch(
                        each ->
                                each.product() == product
                                        && each.emptied()
                                        && after <= each.back());
    }

    boolean isUndo(AppliedColours.Step step) {
        return isUndo(run(step.create().run()));
    }

    static boolean isUndo(SeenRun run) {
        return run != null && run.job().equals(UNDO);
    }

    /** Whether anything of a colour was brought back: what it should be then, no sheet says. */
    boolean isUndone(ColourKey colour) {
        return applied.steps(colour).stream().anyMatch(this::isUndo);
    }
}
