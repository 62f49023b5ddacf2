package dev.stockload.imports.undo;

import static dev.stockload.stock.ColourState.SENT;

import dev.stockload.book.SentColours;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.book.rules.UndoRules;
import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What an undo does with each size that a run has sent, and why (rule 10). */
public final class UndoPlan {
    private static final Duration KEPT = OldRuns.COLOURS_KEPT;

    private final Ledger ledger;
    private final Run undone;
    private final SentColours sent;

    public static boolean isOffered(Run run, Instant now) {
        return run.state() != Run.State.RUNNING
                && !run.isUndone()
                && run.tally().colours(SENT) > 0
                && isRecent(run, now);
    }

    private static boolean isRecent(Run run, Instant now) {
        return run.endedAt() == null || !run.endedAt().plus(KEPT).isBefore(now);
    }

    /** Of these products, or of all if none are given; throws if the run cannot be undone. */
    public static UndoPlan of(Ledger ledger, Run run, Set<Integer> products, Instant now) {
        // What was replaced longer ago may be deleted in part.
        if (!isRecent(run, now)) {
            throw tooOld(run);
        }
        UndoPlan plan = new UndoPlan(ledger, run);
        if (plan.sent.isEmpty() && !run.isUnfinished()) {
            throw Refusal.impossible(
                    "Run %s has sent nothing that could be brought back".formatted(run.id()));
        }
        for (int product : new TreeSet<>(products)) {
            if (!plan.sent.products().contains(product)) {
                throw Refusal.impossible(
                        "Run %s has sent nothing of product %d".formatted(run.id(), product));
            }
        }
        return plan.only(products);
    }

    private static Refusal tooOld(Run run) {
        return Refusal.impossible(
                "Run %s can no longer be undone: what a run has replaced is kept for %d days. Import a sheet with the right stock instead"
                        .formatted(run.id(), KEPT.toDays()));
    }

    /** Does not refuse an empty plan: it may have turned out meanwhile that nothing arrived. */
    UndoPlan(Ledger ledger, Run undone) {
        this.ledger = ledger;
        this.undone = undone;
        if (ledger.runs().get(undone.id()).state() == Run.State.RUNNING) {
            throw Refusal.impossible(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(undone.id()));
        }
        if (ledger.runs().findIn(undone.account(), undone.id()).isEmpty()) {
            throw Refusal.impossible(
                    "Run %s was sent to an earlier store of account '%s': it cannot be undone"
                            .formatted(undone.id(), undone.account()));
        }
        this.sent = ledger.requests().byProduct(undone.id());
        if (sent.isEmpty() && undone.tally().colours(SENT) > 0) {
            throw tooOld(undone);
        }
    }

    /** Leaves only these products; all of the run if there are none. */
    UndoPlan only(Set<Integer> products) {
        if (!products.isEmpty()) {
            sent.retain(products);
        }
        return this;
    }

    Set<Integer> products() {
        return sent.products();
    }

    /**
     * Restores the sizes of a product in the book, where they are as the run has left them. If
     * {@code readable}, the service was looked at just before.
     */
    List<UndoneSize> undo(
            ProductEntry product, UndoRules undoing, boolean readable, StockChanges changes) {
        List<UndoneSize> sizes = new ArrayList<>();
        for (SentColour colour : sent.of(product.id()).values()) {
            for (Map.Entry<Size, SentSize> was : colour.sizesIn(product).entrySet()) {
                SizeEntry now = product.find(colour.key(), was.getKey());
                UndoDecision decision =
                        undoing.undo(now, colour, was.getValue(), readable, changes);
                sizes.add(of(now, was.getValue(), decision));
            }
        }
        return sizes;
    }

    private UndoneSize of(SizeEntry now, SentSize sent, UndoDecision decision) {
        Stock back = sent.before().stock();
        return new UndoneSize(
                now.colour().product().id(),
                now.colour().key(),
                now.colour().shownName(),
                now.size(),
                now.stock().shown().pieces(),
                decision.isBroughtBack() ? (Integer) (back == null ? 0 : back.pieces()) : null,
                decision,
                why(decision, now, sent));
    }

    public static UndoneSize changed(UndoneSize size, SizeEntry now) {
        return size.changed(now.stock().shown().pieces(), changed(now, size.now()));
    }

    private String why(UndoDecision decision, SizeEntry size, SentSize sent) {
        return switch (decision) {
            case CHANGED, NEWER -> {
                if (size.stock().sentByRun() != undone.number()) {
                    yield "%s has sent it since".formatted(name(size.stock().sentByRun()));
                }
                yield decision == UndoDecision.CHANGED
                        ? changed(size, sent.stock().pieces())
                        : "%s wants the same".formatted(name(size.naming().run()));
            }
            case RESTORED, ZEROED, IN_DOUBT, UNREADABLE, UNKNOWN_BEFORE -> decision.reason();
        };
    }

    private static String changed(SizeEntry size, int sent) {
        return size.stock().shown().isThere()
                ? "sold or changed since: sent %d, now %d"
                        .formatted(sent, size.stock().shown().stock().pieces())
                : "it is no longer there";
    }

    private String name(long run) {
        return ledger.runs()
                .find(undone.account(), run)
                .map(newer -> "run " + newer.id())
                .orElse("a newer run");
    }
}
