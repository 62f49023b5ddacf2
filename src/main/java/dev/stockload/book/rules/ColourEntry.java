package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** One colour in the book, with its sizes. */
public final class ColourEntry {
    /** The name under which it is sent; null where it was neither sent nor shown. */
    String name;

    /** The place of the newest run that holds the whole colour back; 0 where none does. */
    long held;

    /** The jobs whose sheet has the colour in a bad row: a new size of it is theirs. */
    final Set<String> heldBy = new TreeSet<>();

    /** The newest run of each job that has named a size of it, in whatever way. */
    final Map<String, Long> namedBy = new TreeMap<>();

    final SortedMap<Size, SizeEntry> sizes = new TreeMap<>();

    /** Whether a newer run of the same job has named the colour. */
    boolean isNamedByNewer(RunView run) {
        return !run.isUndo() && namedBy.getOrDefault(run.job(), 0L) > run.number();
    }

    /** Whether this run's naming stands for a size, with a value, and no newer run has it. */
    public boolean isWantedBy(RunView run) {
        return !isNamedByNewer(run)
                && sizes.values().stream().anyMatch(size -> size.isWantedBy(run.number()));
    }

    public String name() {
        return name;
    }

    /** The same, or this one where it has none yet. */
    public String nameOr(String other) {
        return name == null ? other : name;
    }

    /** The name that the service shows, or that was sent before (rule 13). */
    public void name(String other) {
        name = other;
    }

    public SortedMap<Size, SizeEntry> sizes() {
        return sizes;
    }
}
