package dev.stockload.compare;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.SeenColour;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A colour of a run that is undone, size by size: what was there before comes back where the
 * service still shows what the run sent; what is otherwise by now stays.
 */
public record UndoDecision(SeenColour seen, List<Line> lines) {
    /** Why a size stays of which nobody has seen what the run replaced. */
    public static final String UNKNOWN_BEFORE = "it is not known what was there before";

    /** What becomes of a size. */
    public enum Fate {
        /** What was there before comes back. */
        RESTORED,
        /** It was not there before, and the interface cannot delete. */
        ZEROED,
        /** It is otherwise than the run left it. */
        KEPT,
        /** It is as the run left it, and stays, since nobody knows what was there before. */
        UNKNOWN,
        /** The run did not change it. */
        SAME,
        /** It is to be sent, and was not yet. */
        WAITING,
        /** It left, and nobody knows whether it arrived. */
        IN_DOUBT,
        /** The service did not take it. */
        REFUSED;

        @Override
        public String toString() {
            return switch (this) {
                case ZEROED -> "set to 0";
                case UNKNOWN -> KEPT.toString();
                default -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
            };
        }
    }

    /**
     * One size.
     *
     * @param now null where the service does not show it
     * @param why the reason where it is not restored; empty where it is
     */
    public record Line(Size size, Integer now, int after, String barcode, Fate fate, String why) {
        public boolean changes() {
            return fate == Fate.RESTORED || fate == Fate.ZEROED;
        }

        /** What became of the line, where its colour is in this state. */
        public Line in(ColourState state) {
            if (!changes()) {
                return this;
            }
            return switch (state) {
                case SENT -> this;
                case READY -> with(after, Fate.WAITING, "it was not sent yet");
                case SENDING, IN_DOUBT ->
                        with(after, Fate.IN_DOUBT, "nobody knows yet whether it arrived");
                case REJECTED -> with(now, Fate.REFUSED, "the service refused the colour");
                case UNCHANGED, HELD, LEFT_OUT, SUPERSEDED ->
                        with(now, Fate.KEPT, "a newer run has settled it since");
            };
        }

        private Line with(int then, Fate other, String reason) {
            return new Line(size, now, then, barcode, other, reason);
        }
    }

    /** A colour as the undo saw it last. */
    public static UndoDecision of(ReplacedColour replaced, SeenColour seen) {
        Map<Size, Integer> entries = new HashMap<>();
        seen.sizes().unpack().forEach(each -> entries.put(each.size(), each.stock()));
        List<SizeStock> before = replaced.before() == null ? null : replaced.before().unpack();
        List<Line> lines = new ArrayList<>();
        for (SizeStock sent : replaced.sent().unpack()) {
            for (Size size : asShown(sent.size(), entries)) {
                lines.add(
                        seen.newer() != null
                                ? keptFor(seen.newer(), size, sent, entries)
                                : line(size, sent, before, entries));
            }
        }
        return new UndoDecision(seen, lines);
    }

    public AcknowledgedStock.Key key() {
        return seen.key();
    }

    /** A range stands there as it was sent, or as its single sizes. */
    private static List<Size> asShown(Size size, Map<Size, Integer> entries) {
        if (entries.containsKey(size)) {
            return List.of(size);
        }
        List<Size> singles =
                IntStream.rangeClosed(size.from(), size.to())
                        .mapToObj(number -> new Size(number, number))
                        .toList();
        return singles.stream().anyMatch(each -> entries.containsKey(each))
                ? singles
                : List.of(size);
    }

    private static Line keptFor(
            String newer, Size size, SizeStock sent, Map<Size, Integer> entries) {
        Integer now = entries.get(size);
        return new Line(
                size,
                now,
                now == null ? 0 : now,
                sent.barcode(),
                Fate.KEPT,
                newer.isEmpty()
                        ? "a newer run has sent it since"
                        : "run %s has sent it since".formatted(newer));
    }

    /**
     * @param before null where it is not known
     */
    private static Line line(
            Size size, SizeStock sent, List<SizeStock> before, Map<Size, Integer> entries) {
        Integer now = entries.get(size);
        if (now == null) {
            return new Line(size, null, 0, null, Fate.KEPT, "it is no longer there");
        }
        if (now != sent.stock()) {
            return new Line(
                    size,
                    now,
                    now,
                    sent.barcode(),
                    Fate.KEPT,
                    "sold or changed since: sent %d, now %d".formatted(sent.stock(), now));
        }
        if (before == null) {
            return new Line(size, now, now, sent.barcode(), Fate.UNKNOWN, UNKNOWN_BEFORE);
        }
        Optional<SizeStock> was = was(size, before, entries);
        int after = was.map(SizeStock::stock).orElse(0);
        String barcode = was.map(SizeStock::barcode).orElse(sent.barcode());
        if (after == now) {
            return new Line(size, now, now, barcode, Fate.SAME, "");
        }
        return was.isPresent()
                ? new Line(size, now, after, barcode, Fate.RESTORED, "")
                : new Line(size, now, 0, barcode, Fate.ZEROED, "it was not there before");
    }

    /** What was there before of a size; one of a range only where the service split that. */
    private static Optional<SizeStock> was(
            Size size, List<SizeStock> before, Map<Size, Integer> entries) {
        Optional<SizeStock> exact =
                before.stream().filter(each -> each.size().equals(size)).findFirst();
        return exact.isPresent()
                ? exact
                : before.stream()
                        .filter(each -> each.size().contains(size))
                        .filter(each -> !entries.containsKey(each.size()))
                        .findFirst();
    }

    /** The colour as it is to be sent, whole; empty where nothing of it changes. */
    public Optional<PackedSizes> wanted() {
        return lines.stream().anyMatch(Line::changes)
                ? Optional.of(
                        PackedSizes.of(
                                lines.stream()
                                        .filter(line -> line.now != null)
                                        .map(
                                                line ->
                                                        new SizeStock(
                                                                line.size,
                                                                line.after,
                                                                line.barcode))
                                        .toList()))
                : Optional.empty();
    }
}
