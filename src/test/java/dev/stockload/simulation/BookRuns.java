package dev.stockload.simulation;

import dev.stockload.simulation.Facts.SeenRun;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The runs of a history as the rules of the book see them: their order, and what each names. */
final class BookRuns {
    private final Evidence evidence;
    private final List<SeenRun> all;
    private final Map<String, Long> named = new HashMap<>();
    private final Map<String, Integer> orders = new HashMap<>();
    private final Map<String, Set<Integer>> stocked = new HashMap<>();

    BookRuns(Evidence evidence) {
        this.evidence = evidence;
        this.all = evidence.runs();
        evidence.outcomes().named().forEach((run, at) -> named.merge(run, at, Math::min));
        for (Create create : evidence.service().creates()) {
            named.merge(create.run(), create.begun(), Math::min);
        }
        for (Outcomes.Outcome outcome : evidence.outcomes().all()) {
            if (outcome.isFinished()) {
                named.merge(outcome.run(), outcome.ended(), Math::min);
            }
        }
    }

    List<SeenRun> all() {
        return all;
    }

    /** Those that have a sheet and have named what it has, by then. */
    List<SeenRun> named(long until) {
        return all.stream().filter(run -> sheet(run) != null && isNamed(run, until)).toList();
    }

    /**
     * Those, and the ones that have begun by then and did not go on: whether the commit of their
     * naming arrived, nobody was told.
     */
    List<SeenRun> mayHaveNamed(long until) {
        return all.stream()
                .filter(run -> sheet(run) != null && run.startedAt() <= until)
                .filter(run -> isNamed(run, until) || !evidence.outcomes().isBraked(run.id()))
                .toList();
    }

    boolean isNamed(SeenRun run, long until) {
        return named.containsKey(run.id()) && named.get(run.id()) <= until;
    }

    long namedAt(SeenRun run) {
        return named.getOrDefault(run.id(), Long.MAX_VALUE);
    }

    PlannedSheet sheet(SeenRun run) {
        return evidence.sheet(run);
    }

    int index(SeenRun run) {
        return all.indexOf(run);
    }

    /** Whether the sheet of a run has a row for the size, good or bad, or one that may mean it. */
    boolean has(SeenRun run, SizeKey key) {
        return holds(run, key.colour()) || pieces(run, key) != null;
    }

    /** Whether a run names all of a colour without a value, because a row of it is held. */
    boolean holds(SeenRun run, ColourKey colour) {
        return sheet(run).bad().contains(colour)
                || evidence.isHeldAsNew(run, colour)
                || colour.near() != null && evidence.isHeldAsNew(run, colour.near());
    }

    /** Whether a run names the size, with a value or without (rule 2). */
    boolean names(SeenRun run, SizeKey key) {
        int product = key.colour().product();
        return has(run, key) || sheet(run).unread().contains(product) && !leavesOut(run, product);
    }

    /** These products may have had stock that {@code new} leaves alone when a run named. */
    void mayBeStocked(SeenRun run, Set<Integer> products) {
        stocked.put(run.id(), products);
    }

    /**
     * Whether a run leaves out a product; where it holds all of its colours, it does not say so.
     */
    boolean leavesOut(SeenRun run, int product) {
        return run.leavesOut(product)
                || sheet(run).send() == PlannedSheet.Send.NEW
                        && stocked.getOrDefault(run.id(), Set.of()).contains(product);
    }

    /** What a sheet says of a size; null where it does not, or holds its colour back. */
    Integer wanted(SeenRun run, SizeKey key) {
        return holds(run, key.colour()) ? null : pieces(run, key);
    }

    private Integer pieces(SeenRun run, SizeKey key) {
        return sheet(run).colours().getOrDefault(key.colour(), Map.of()).get(key.size());
    }

    /**
     * The place of a run in the order of sheets: the same content again, if nobody asked for it
     * with {@code --again}, is no newer sheet, and neither is one that is read otherwise (rule 11).
     */
    int order(SeenRun run) {
        Integer known = orders.get(run.id());
        if (known == null) {
            known = place(run);
            orders.put(run.id(), known);
        }
        return known;
    }

    private int place(SeenRun run) {
        if (evidence.run(run.corrects()) != null) {
            return order(evidence.run(run.corrects()));
        }
        PlannedSheet sheet = sheet(run);
        if (sheet == null || isAskedForAgain(run)) {
            return index(run);
        }
        return all.subList(0, index(run)).stream()
                .filter(before -> before.job().equals(run.job()))
                .max(newestLast())
                .filter(newest -> sheet.isSameAs(sheet(newest)))
                .map(this::order)
                .orElse(index(run));
    }

    /** Whether a run reads the sheet otherwise that another one has read as it is. */
    boolean corrects(SeenRun run, SeenRun other) {
        return run.corrects() != null && other.corrects() == null && order(run) == order(other);
    }

    /**
     * The corrected run that had named before the same sheet came again and was read as at first.
     */
    Optional<SeenRun> turnsBack(SeenRun run) {
        return isAskedForAgain(run)
                ? Optional.empty()
                : named(run.startedAt()).stream()
                        .filter(before -> index(before) < index(run) && corrects(before, run))
                        .findFirst();
    }

    /** Whether the job had the same sheet before. */
    boolean cameBefore(SeenRun run) {
        return all.subList(0, index(run)).stream()
                .filter(before -> before.job().equals(run.job()))
                .anyMatch(before -> sheet(run).isSameAs(sheet(before)));
    }

    boolean isAskedForAgain(SeenRun run) {
        return evidence.outcomes().imports().stream()
                .filter(span -> span.command().again())
                .filter(span -> span.begun() <= run.startedAt() && run.startedAt() <= span.ended())
                .anyMatch(span -> evidence.sheet(span).isSameAs(sheet(run)));
    }

    /** The newest run of a job that has named. */
    Optional<SeenRun> newest(String job, long until) {
        return named(until).stream().filter(run -> run.job().equals(job)).max(newestLast());
    }

    /** The run whose naming of a size stands. */
    Optional<SeenRun> namer(SizeKey key, long until) {
        return named(until).stream().filter(run -> names(run, key)).max(newestLast());
    }

    /**
     * Whether a newer sheet of a job, with zero for missing, lacks what an older one has: then the
     * older sheet of another job may come (rule 5).
     */
    boolean gaveUp(String job, SizeKey key, long until) {
        boolean had = false;
        boolean zeroed = false;
        for (SeenRun run : named(until)) {
            if (run.job().equals(job)) {
                boolean has = has(run, key);
                zeroed = !has && (zeroed || had && sheet(run).hasZeros());
                had |= has;
            }
        }
        return zeroed;
    }

    /** Newer runs of the same job that have named. */
    List<SeenRun> newer(SeenRun run, long until) {
        return named(until).stream()
                .filter(other -> other.job().equals(run.job()))
                .filter(other -> newestLast().compare(other, run) > 0)
                .toList();
    }

    /** Newer is the rank, then the number. */
    private Comparator<SeenRun> newestLast() {
        return Comparator.comparingInt(this::order).thenComparingInt(this::index);
    }

    /** Whether a run was undone, and that was not undone. */
    boolean isUndone(SeenRun run, long until) {
        return all.stream()
                .filter(undo -> Objects.equals(undo.undoes(), run.id()))
                .anyMatch(undo -> undo.startedAt() <= until && !isUndone(undo, until));
    }

    /** Whether a run ever was undone, or undoes one. */
    boolean isAboutUndo(SeenRun run) {
        return run.undoes() != null
                || all.stream().anyMatch(undo -> Objects.equals(undo.undoes(), run.id()));
    }
}
