package dev.stockload.book.rules;

import dev.stockload.stock.Size;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One product in the book, with its colours by key; the rules work on this. */
public final class ProductEntry {
    static final int MOST_ABSENT = 2;

    private final int id;

    /** The rank of the newest run with a row of this product whose colour is unreadable. */
    long unread;

    /** How many of the last product lists lack it; two hide it until it is looked at (rule 4). */
    int absent;

    /** The newest run that settled while it was not listed, or hidden; 0 if none did. */
    long unlisted;

    /** Entries of the last list that are not plain sizes of ours; null before the first list. */
    SortedSet<String> strangers;

    /** Its item number in the last product list of a run; empty if it has none. */
    String item = "";

    /** The newest history block that contains this product; 0 if none does. */
    long history;

    /** The bytes as which it was read or saved; null if it is new. */
    byte[] stored;

    final SortedMap<String, ColourEntry> colours = new TreeMap<>();

    public ProductEntry(int id) {
        this.id = id;
    }

    public int id() {
        return id;
    }

    public byte[] stored() {
        return stored;
    }

    public void stored(byte[] bytes) {
        stored = bytes;
    }

    public SortedMap<String, ColourEntry> colours() {
        return colours;
    }

    public String item() {
        return item;
    }

    public void item(String number) {
        item = number;
    }

    /** The number of the newest run that has named a size of it; 0 if none has. */
    public long lastNamed() {
        return colours.values().stream()
                .flatMap(colour -> colour.namedBy.values().stream())
                .mapToLong(run -> run)
                .max()
                .orElse(0);
    }

    public long history() {
        return history;
    }

    public void history(long block) {
        history = block;
    }

    ColourEntry colour(String key) {
        ColourEntry entry = colours.get(key);
        if (entry == null) {
            entry = new ColourEntry(this, key);
            colours.put(key, entry);
        }
        return entry;
    }

    /** A size; a new size of a held colour is held too (rules 2 and 3). */
    SizeEntry size(String colour, Size size) {
        ColourEntry of = colour(colour);
        SizeEntry entry = of.sizes.get(size);
        if (entry == null) {
            entry = new SizeEntry(of, size, Math.max(of.held, unread), of.heldBy);
            of.sizes.put(size, entry);
        }
        return entry;
    }

    /** The size, or null if the book does not have it. */
    public SizeEntry find(String colour, Size size) {
        ColourEntry entry = colours.get(colour);
        return entry == null ? null : entry.sizes.get(size);
    }

    /** Whether two product lists lack it and nobody has looked at it since (rule 4). */
    public boolean isHidden() {
        return absent >= MOST_ABSENT;
    }

    /** Whether a size of it was in a request, of which a list may not show yet what it brought. */
    public boolean hasHadRequests() {
        return sizes().anyMatch(size -> size.stock.hasHadRequests());
    }

    /** Whether a run of this job, or a newer one, settled without this product of the job. */
    public boolean wasAwayFor(String job, long run) {
        return (isHidden() || unlisted >= run) && sizes().anyMatch(size -> size.isOf(job));
    }

    public boolean isAsWantedBy(long run) {
        return sizes().allMatch(size -> !size.naming.isWantedBy(run) || size.isAsWanted());
    }

    /** Replaces each range by its single sizes (rule 14). */
    public void openRanges() {
        for (ColourEntry colour : colours.values()) {
            for (Size range : List.copyOf(colour.sizes.keySet())) {
                if (range.isRange()) {
                    SizeEntry opened = colour.sizes.remove(range);
                    for (Size single : range.singles()) {
                        colour.sizes
                                .computeIfAbsent(
                                        single, same -> new SizeEntry(colour, single, 0, Set.of()))
                                .join(opened);
                    }
                }
            }
        }
    }

    /** Whether the service is known to have accepted a range of it. */
    public boolean hasKnownRange() {
        return sizes().anyMatch(SizeEntry::isKnownRange);
    }

    /**
     * Ends a job (rule 3): its runs have another name from now on. If it {@code moves}, its sizes
     * belong to that job; otherwise to no job, and they keep their stock.
     */
    public void endJob(String job, String runsOf, boolean moves) {
        for (ColourEntry colour : colours.values()) {
            replace(colour.heldBy, job, runsOf, moves);
            Long named = colour.namedBy.remove(job);
            if (named != null) {
                colour.namedBy.put(runsOf, named);
            }
            for (SizeEntry size : colour.sizes.values()) {
                replace(size.jobs, job, runsOf, moves);
                if (job.equals(size.naming.zeroOf())) {
                    size.naming = size.naming.withZeroOf(runsOf);
                }
            }
        }
    }

    private static void replace(Set<String> jobs, String job, String other, boolean moves) {
        if (jobs.remove(job) && moves) {
            jobs.add(other);
        }
    }

    /** The same as of the stream; settling goes through all sizes several times. */
    public void eachSize(Consumer<SizeEntry> what) {
        colours.values().forEach(colour -> colour.sizes.values().forEach(what));
    }

    public Stream<SizeEntry> sizes() {
        return colours.values().stream().flatMap(colour -> colour.sizes.values().stream());
    }
}
