package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A create as the service saw it, and what became of it. Times are nanoseconds of the world. */
final class Create {
    private final int number;
    private final Sender sender;
    private final String store;
    private final long begun;
    private final List<Group> groups;
    private final List<Applied> applied = new ArrayList<>();
    private long ended = -1;
    private boolean accepted;

    /** Who sent it, and for which run. */
    record Sender(int host, String run) {}

    /** A colour of a product as a create has it: its pieces by size. */
    record Group(
            ColourKey colour,
            Map<String, Integer> sizes,
            Map<String, String> barcodes,
            boolean isOpened) {
        Group {
            sizes = new TreeMap<>(sizes);
        }

        Group(ColourKey colour, Map<String, Integer> sizes) {
            this(colour, sizes, Map.of(), false);
        }

        /** As a service has it that splits ranges. */
        Group opened() {
            boolean hasRange = sizes.keySet().stream().anyMatch(size -> size.contains("-"));
            return hasRange
                    ? new Group(
                            colour, PlannedSheet.opened(sizes), PlannedSheet.opened(barcodes), true)
                    : this;
        }

        @Override
        public String toString() {
            return colour + " " + sizes;
        }
    }

    record Applied(long at, Group group) {}

    Create(int number, Sender sender, String store, long begun, List<Group> groups) {
        this.number = number;
        this.sender = sender;
        this.store = store;
        this.begun = begun;
        this.groups = groups;
    }

    int number() {
        return number;
    }

    /** The run that it belongs to. */
    String run() {
        return sender.run();
    }

    /** The store it went to. */
    String store() {
        return store;
    }

    long begun() {
        return begun;
    }

    List<Group> groups() {
        return groups;
    }

    boolean has(ColourKey colour) {
        return groups.stream().anyMatch(group -> group.colour().equals(colour));
    }

    List<Applied> applied() {
        return applied;
    }

    void applied(long at, Group group) {
        applied.add(new Applied(at, group));
    }

    /** Its answer is that all was taken. */
    void accept() {
        accepted = true;
    }

    /** Whether its sender has got the answer that all was taken. */
    boolean isAccepted() {
        return accepted && ended >= 0;
    }

    /** Its sender knows that it ended: it has an answer, or none will come. */
    void ended(long at) {
        ended = at;
    }

    /** When its sender knew the end of it, or, where it did not live to see that, the beginning. */
    long lastKnown() {
        return ended < 0 ? begun : ended;
    }
}
