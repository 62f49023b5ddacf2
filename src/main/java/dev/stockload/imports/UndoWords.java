package dev.stockload.imports;

import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Undoing;
import dev.stockload.ledger.Ledger;

/** Why an undo does what it does with a size, in words. */
final class UndoWords {
    private final Ledger ledger;
    private final String account;

    UndoWords(Ledger ledger, String account) {
        this.ledger = ledger;
        this.account = account;
    }

    /** Empty where what was there before comes back. */
    String why(Undoing.Fate fate, SizeEntry size, Undoing.Done done, long undone) {
        return switch (fate) {
            case RESTORED -> "";
            case ZEROED -> "it was not there before";
            case IN_DOUBT -> "nobody knows yet whether it arrived";
            case UNREADABLE -> "the service does not show what is there";
            case CHANGED -> size.bringer() == undone ? changed(size, done) : sentBy(size.bringer());
            case NEWER -> size.bringer() == undone ? wantedBy(size.run()) : sentBy(size.bringer());
            case UNKNOWN_BEFORE -> Undoing.UNKNOWN_BEFORE;
        };
    }

    private static String changed(SizeEntry size, Undoing.Done done) {
        return size.shown().isThere()
                ? "sold or changed since: sent %d, now %d"
                        .formatted(done.sent().pieces(), size.shown().stock().pieces())
                : "it is no longer there";
    }

    private String sentBy(long run) {
        return "%s has sent it since".formatted(name(run));
    }

    private String wantedBy(long run) {
        return "%s wants the same".formatted(name(run));
    }

    private String name(long run) {
        return ledger.runs().idOf(account, run).map("run "::concat).orElse("a newer run");
    }
}
