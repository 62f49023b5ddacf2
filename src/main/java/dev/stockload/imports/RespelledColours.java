package dev.stockload.imports;

import dev.stockload.compare.KnownColours;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.stock.PackedSizes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The colours that a sheet spells anew. Where the service takes both spellings as one, what is
 * known of the old is known of the new; elsewhere the old one is a colour that left the sheet.
 */
final class RespelledColours {
    private final MissingSizes missing;
    private final Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> joined = new HashMap<>();
    private final Set<AcknowledgedStock.Key> gone = new HashSet<>();
    private final Map<String, List<ReplacedColour>> replaced = new HashMap<>();

    RespelledColours(MissingSizes missing) {
        this.missing = missing;
    }

    /**
     * The old spellings of a product's colours that are set to 0. They go before the new ones, so
     * that a service that takes both as one ends with the new stock.
     */
    List<LedgerColour> old(
            List<LedgerColour> product, KnownColours known, ResolvedColours resolved) {
        List<LedgerColour> old = new ArrayList<>();
        known.respelled(product.get(0).product(), product)
                .forEach(
                        (key, colour) -> {
                            AcknowledgedStock.Key anew = KnownColours.key(colour);
                            if (!resolved.mayLackRows(key)
                                    && !resolved.mayLackRows(anew)
                                    && isOfInterest(known.of(key), known.of(anew))) {
                                old(key, anew, known).ifPresent(old::add);
                            }
                        });
        return old;
    }

    /** Where the old spelling was sent after the new one, that may not be there as it was sent. */
    private boolean isOfInterest(AcknowledgedStock.Entry old, AcknowledgedStock.Entry anew) {
        return missing.isAsked() && missing.mayStand(old)
                || anew != null && old.number() > anew.number();
    }

    private Optional<LedgerColour> old(
            AcknowledgedStock.Key old, AcknowledgedStock.Key anew, KnownColours known) {
        switch (known.matcher(old.product()).compare(old.colour())) {
            case SAME -> {
                replaced(old, known.of(old), known.of(anew));
                gone.add(old);
                joined.put(anew, known.join(old, anew));
            }
            case ABSENT -> gone.add(old);
            case OTHER -> {
                return missing.isAsked() ? missing.left(old, known) : Optional.empty();
            }
            case UNKNOWN -> {
                return missing.isAsked()
                        ? missing.leftOrRespelled(old, anew.colour(), known)
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** The run that sent the new spelling has replaced the old one, and did not know it then. */
    private void replaced(
            AcknowledgedStock.Key key, AcknowledgedStock.Entry old, AcknowledgedStock.Entry anew) {
        if (anew != null && anew.run() != null && old.number() < anew.number()) {
            replaced.computeIfAbsent(anew.run(), run -> new ArrayList<>())
                    .add(new ReplacedColour(key, old.ofAllJobs(), PackedSizes.of(List.of())));
        }
    }

    /** What earlier runs have replaced, as it turned out, by run. */
    Map<String, List<ReplacedColour>> replaced() {
        return replaced;
    }

    /** What is known of colours by their new names. */
    Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> joined() {
        return joined;
    }

    /** The old names that the service does not have, or has under the new ones. */
    Set<AcknowledgedStock.Key> gone() {
        return gone;
    }
}
