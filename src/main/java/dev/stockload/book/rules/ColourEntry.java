package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** One colour in the book, with its sizes. */
public final class ColourEntry {
    /** The name under which it is sent; null if it was neither sent nor shown yet. */
    String name;

    /** As the sheet has it; forgotten when it has a name. */
    String written;

    /** The rank of the newest run that holds the whole colour; 0 if none does. */
    long held;

    /** The jobs whose sheet has a bad row of this colour: new sizes of it belong to them. */
    final Set<String> heldBy = new TreeSet<>();

    /** The newest run of each job that has named a size of this colour, with or without a value. */
    final Map<String, Long> namedBy = new TreeMap<>();

    final SortedMap<Size, SizeEntry> sizes = new TreeMap<>();

    boolean isNamedByNewer(RunView run, RunFacts runs) {
        return run.hasSheet() && runs.isNewer(namedBy.getOrDefault(run.job(), 0L), run);
    }

    public boolean isWantedBy(RunView run, RunFacts runs) {
        return !isNamedByNewer(run, runs)
                && sizes.values().stream().anyMatch(size -> size.naming.isWantedBy(run.number()));
    }

    boolean isKnownRange(Size size) {
        if (!size.isRange()) {
            return false;
        }
        StockState stock = sizes.get(size).stock;
        return stock.known().isThere() && stock.sentByRun() != 0;
    }

    public String nameOr(String other) {
        return name == null ? other : name;
    }

    /** Sets the name that the service shows, or that was sent before (rule 13). */
    public void written(String other) {
        written = other;
    }

    public SortedMap<Size, SizeEntry> sizes() {
        return sizes;
    }
}
