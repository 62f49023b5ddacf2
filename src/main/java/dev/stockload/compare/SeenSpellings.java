package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.SeenColour;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges the colours of an undo once more, by what it kept of its last look at them. */
public final class SeenSpellings {
    private final Map<AcknowledgedStock.Key, ReplacedColour> replaced = new HashMap<>();
    private final Map<AcknowledgedStock.Key, List<ReplacedColour>> groups = new HashMap<>();
    private final Map<AcknowledgedStock.Key, List<AcknowledgedStock.Entry>> others =
            new HashMap<>();

    /**
     * @param replaced what the run that is undone has sent
     */
    public SeenSpellings(Collection<ReplacedColour> replaced) {
        replaced.forEach(each -> this.replaced.put(each.key(), each));
    }

    /** Takes the looks of an undo; false where it saw what the run has not sent. */
    public boolean add(Collection<SeenColour> looks) {
        for (SeenColour look : looks) {
            ReplacedColour colour = replaced.get(look.key());
            if (colour == null) {
                return false;
            }
            if (look.shownAs() != null) {
                groups.computeIfAbsent(look.shown(), key -> new ArrayList<>()).add(colour);
            }
        }
        return true;
    }

    /** The products with spellings that are one. */
    public Set<Integer> products() {
        return groups.keySet().stream()
                .map(AcknowledgedStock.Key::product)
                .collect(Collectors.toSet());
    }

    /** Takes what was last acknowledged of those products. */
    public void know(Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known) {
        known.forEach(
                (key, entry) -> {
                    if (!replaced.containsKey(key)) {
                        others.computeIfAbsent(
                                        ColourMatcher.anySpelling(key), any -> new ArrayList<>())
                                .add(entry);
                    }
                });
    }

    /** What becomes of a colour. */
    public UndoDecision judge(SeenColour look) {
        if (look.shownAs() == null) {
            return UndoDecision.of(replaced.get(look.key()), look);
        }
        if (!look.shownAs().equals(look.key().colour())) {
            return new UndoDecision(look, List.of());
        }
        return UndoDecision.of(
                UndoSpellings.joined(
                        groups.get(look.shown()),
                        others.getOrDefault(ColourMatcher.anySpelling(look.key()), List.of())),
                look);
    }
}
