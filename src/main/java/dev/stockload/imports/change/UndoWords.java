package dev.stockload.imports.change;

import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Stock;
import dev.stockload.book.rules.Undoing;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

/** Describes what an undo does with a size, and why. */
public final class UndoWords {
    private final Ledger ledger;
    private final Run undone;

    UndoWords(Ledger ledger, Run undone) {
        this.ledger = ledger;
        this.undone = undone;
    }

    UndoneSize of(
            ProductEntry product, ProductEntry.Place place, Undoing.Done done, Undoing.Fate fate) {
        ColourEntry colour = product.colours().get(place.colour());
        SizeEntry size = colour.sizes().get(place.size());
        Stock back = done.before().stock();
        return new UndoneSize(
                product.id(),
                place.colour(),
                colour.nameOr(place.colour()),
                place.size(),
                size.shown().pieces(),
                fate.isBroughtBack() ? (Integer) (back == null ? 0 : back.pieces()) : null,
                fate,
                why(fate, size, done));
    }

    /** The same size, kept because it has changed meanwhile. */
    public static UndoneSize changed(UndoneSize size, SizeEntry now) {
        return size.changed(now.shown().pieces(), changed(now, size.now()));
    }

    /** Empty if the earlier stock is restored. */
    private String why(Undoing.Fate fate, SizeEntry size, Undoing.Done done) {
        boolean ours = size.bringer() == undone.number();
        return switch (fate) {
            case RESTORED -> "";
            case ZEROED -> "it was not there before";
            case IN_DOUBT -> "nobody knows yet whether it arrived";
            case UNREADABLE -> "the service does not show what is there";
            case CHANGED -> ours ? changed(size, done.sent().pieces()) : sentBy(size.bringer());
            case NEWER ->
                    ours ? "%s wants the same".formatted(name(size.run())) : sentBy(size.bringer());
            case UNKNOWN_BEFORE -> Undoing.UNKNOWN_BEFORE;
        };
    }

    private static String changed(SizeEntry size, int sent) {
        return size.shown().isThere()
                ? "sold or changed since: sent %d, now %d"
                        .formatted(sent, size.shown().stock().pieces())
                : "it is no longer there";
    }

    private String sentBy(long run) {
        return "%s has sent it since".formatted(name(run));
    }

    private String name(long run) {
        return ledger.runs().idOf(undone.account(), run).map("run "::concat).orElse("a newer run");
    }
}
