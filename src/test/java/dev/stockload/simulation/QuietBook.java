package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;
import dev.stockload.simulation.Violation.Question;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Asks by the rules of the book when all is quiet: each size is as the newest sheet that has it
 * says, what left a job's sheet is 0 where that was asked for, and an undo brought all back that it
 * could; or a person was told.
 */
final class QuietBook {
    private static final long END = Long.MAX_VALUE;

    private final Evidence evidence;
    private final BookRuns runs;
    private final Consumer<Violation> found;
    private final Map<SizeKey, Integer> base;
    private final Map<SizeKey, String> bringers;
    private final Set<ColourKey> excused;

    QuietBook(
            Evidence evidence,
            BookRuns runs,
            Consumer<Violation> found,
            Map<SizeKey, Integer> base,
            Map<SizeKey, String> bringers,
            Set<ColourKey> excused) {
        this.evidence = evidence;
        this.runs = runs;
        this.found = found;
        this.base = base;
        this.bringers = bringers;
        this.excused = excused;
    }

    void ask() {
        for (SizeKey key : keys()) {
            if (!excused.contains(key.colour())) {
                newest(key);
                missing(key);
            }
        }
        leftOut();
    }

    private Set<SizeKey> keys() {
        Set<SizeKey> keys = new LinkedHashSet<>();
        for (SeenRun run : runs.named(END)) {
            runs.sheet(run)
                    .colours()
                    .forEach(
                            (colour, sizes) ->
                                    sizes.keySet()
                                            .forEach(size -> keys.add(new SizeKey(colour, size))));
        }
        return keys;
    }

    private void newest(SizeKey key) {
        List<SeenRun> namers =
                runs.named(END).stream().filter(run -> runs.names(run, key)).toList();
        SeenRun top = runs.namer(key, END).orElse(null);
        Integer wanted = top == null ? null : runs.wanted(top, key);
        Integer have = base.get(key);
        if (wanted == null || wanted.equals(have) || isTold(top, key) || runs.isUndone(top, END)) {
            return;
        }
        if (evidence.outcomes().isExpired(top.id())
                || evidence.isEmptied(key.colour().product(), runs.namedAt(top))) {
            return;
        }
        List<SeenRun> zeroers =
                runs.named(END).stream()
                        .filter(run -> runs.sheet(run).hasZeros() && !runs.has(run, key))
                        .filter(run -> runs.order(run) > runs.order(top) || runs.corrects(run, top))
                        .toList();
        List<SeenRun> holders =
                namers.stream()
                        .filter(run -> !runs.sheet(run).isByHand())
                        .filter(run -> runs.newest(run.job(), END).orElseThrow() == run)
                        .filter(run -> runs.has(run, key))
                        .filter(run -> !runs.leavesOut(run, key.colour().product()))
                        .toList();
        boolean none = have == null || have == 0;
        boolean yields =
                !zeroers.isEmpty()
                        && (none && holders.isEmpty()
                                || zeroers.stream().anyMatch(run -> run.job().equals(top.job()))
                                || none
                                        && holders.stream()
                                                .allMatch(run -> run.isTold(key.colour()))
                                || holders.stream()
                                        .anyMatch(
                                                run ->
                                                        have != null
                                                                && have.equals(
                                                                        runs.wanted(run, key))));
        if (!yields) {
            found.accept(
                    new Violation(
                            Question.NOT_AS_THE_NEWEST_SHEET,
                            "%s is %s, and %s has %d".formatted(key, have, top.id(), wanted)));
        }
    }

    /**
     * A superseded colour is told, but a newer run of its job has to be the reason. An undo ends
     * its run: what that had not sent, nobody sends, also once the undo is undone (rule 10).
     */
    private boolean isTold(SeenRun top, SizeKey key) {
        boolean later =
                runs.newer(top, END).stream()
                        .anyMatch(
                                run ->
                                        runs.corrects(run, top)
                                                || runs.sheet(run).hasZeros()
                                                || runs.sheet(run)
                                                        .colours()
                                                        .containsKey(key.colour()));
        return top.rejected().contains(key.colour())
                || top.inDoubt().contains(key.colour())
                || top.leftOut().contains(key.colour())
                || top.superseded().contains(key.colour()) && later
                || !top.state().equals("COMPLETED") && !top.inDoubt().isEmpty()
                || !top.state().equals("COMPLETED") && runs.isAboutUndo(top);
    }

    /** Rule 4, where no other job and nobody by hand has ever had to do with the size. */
    private void missing(SizeKey key) {
        Integer have = base.get(key);
        SeenRun bringer = evidence.run(bringers.get(key));
        if (have == null || have == 0 || bringer == null || runs.sheet(bringer) == null) {
            return;
        }
        SeenRun last = runs.newest(bringer.job(), END).orElseThrow();
        PlannedSheet sheet = runs.sheet(last);
        boolean others =
                runs.all().stream()
                        .filter(run -> !run.job().equals(last.job()))
                        .anyMatch(run -> runs.sheet(run) == null || runs.names(run, key));
        if (sheet.hasZeros()
                && last.state().equals("COMPLETED")
                && !runs.has(last, key)
                && !sheet.is(PlannedSheet.Trait.BLIND)
                && sheet.unread().isEmpty()
                && !others
                && !evidence.hidesStock()
                && !evidence.isHidden(key.colour().product(), last.startedAt(), runs.namedAt(last))
                && !last.rejected().contains(key.colour())
                && !last.superseded().contains(key.colour())
                && !evidence.outcomes().isDecided(key.colour())
                && !runs.leavesOut(last, key.colour().product())
                && !isInRange(sheet, key)) {
            found.accept(
                    new Violation(
                            Question.NOT_AS_THE_NEWEST_SHEET,
                            "%s is %d, and %s lacks it".formatted(key, have, last.id())));
        }
    }

    /** Rule 14: a size inside a range of the sheet is told, not zeroed. */
    static boolean isInRange(PlannedSheet sheet, SizeKey key) {
        Set<String> sizes = PlannedSheet.opened(Map.of(key.size(), 0)).keySet();
        return sheet.colours().getOrDefault(key.colour(), Map.of()).keySet().stream()
                .map(entry -> PlannedSheet.opened(Map.of(entry, 0)).keySet())
                .anyMatch(range -> range.size() > sizes.size() && range.containsAll(sizes));
    }

    /** Rule 7: `new` leaves out no product that never had stock. */
    private void leftOut() {
        for (SeenRun run : runs.named(END)) {
            for (ColourKey colour : run.leftOut()) {
                boolean had =
                        base.keySet().stream()
                                .anyMatch(key -> key.colour().product() == colour.product());
                if (!had) {
                    found.accept(
                            new Violation(
                                    Question.NOT_AS_THE_NEWEST_SHEET,
                                    "%s leaves out %s, and the product never had stock"
                                            .formatted(run.id(), colour)));
                }
            }
        }
    }
}
