package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.compare.KnownColours;
import dev.stockload.compare.LaterRuns;
import dev.stockload.compare.StockDiff;
import dev.stockload.compare.UndoDecision;
import dev.stockload.compare.UndoPlan;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SheetRows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an undo does before it sends. What it sends was looked at shortly before: right before each
 * request it looks once more, so that nothing is taken back that was sold meanwhile.
 */
final class UndoStep implements Preparation, LastCheck {
    private static final int[] NO_ROWS = {};

    /** A large run takes minutes to compare, and somebody looks on. */
    private static final Duration BETWEEN_NOTICES = Duration.ofSeconds(10);

    private final RunContext context;
    private final Ledger ledger;
    private final UndoOrder order;
    private Map<Integer, List<ReplacedColour>> undone;
    private Map<AcknowledgedStock.Key, SeenColour> seen;
    private long lastTold;

    UndoStep(RunContext context, UndoOrder order) {
        this.context = context;
        this.ledger = context.ledger();
        this.order = order;
    }

    @Override
    public void begin() {
        // The first look at the service is the first thing that stage does.
    }

    @Override
    public void stage() {
        lastTold = context.time().nanos();
        UndoPlan.Builder plan = new UndoPlan.Builder(new StockDiff.Builder(product -> ""));
        Undo.read(ledger, context.service(), undone(), undoneRun(), plan, this::compared);
        context.listener()
                .notice(
                        plan.build(order.run(), new StockDiff.Base(StockDiff.Base.SERVICE, null))
                                .sentence());
        ledger.seen().begin(context.run(), plan.seen());
        List<StagedColour> staged = new ArrayList<>();
        plan.wanted()
                .forEach(
                        (key, sizes) ->
                                staged.add(
                                        new StagedColour(
                                                READY,
                                                new ProductRef(key.product(), null),
                                                key.colour(),
                                                sizes,
                                                NO_ROWS)));
        ledger.staging()
                .stage(
                        context.run(),
                        staged,
                        new Staging.Found(List.of(), List.of(), SheetRows.ONE),
                        RunOptions.write(Map.of()),
                        Tally.NONE.plus(READY, staged.size(), 0));
    }

    private void compared(int product, int products) {
        context.stop().check();
        long now = context.time().nanos();
        if (now - lastTold > BETWEEN_NOTICES.toNanos()) {
            lastTold = now;
            context.listener().notice("%,d of %,d products compared".formatted(product, products));
        }
    }

    @Override
    public Optional<StageStep.Settling> settle() {
        List<LedgerColour> colours = new ArrayList<>();
        Set<Integer> soldOut = new HashSet<>();
        int number = 0;
        for (StagedColour colour : ledger.staging().colours(context.run().id())) {
            if (colour.sizes().hasSoldOut()) {
                soldOut.add(colour.product().id());
            }
            colours.add(
                    new LedgerColour(
                            0,
                            READY,
                            colour.product().id(),
                            colour.name(),
                            colour.sizes(),
                            NO_ROWS,
                            new int[] {number++}));
        }
        // The sort is stable: by product and colour within both parts, as they were staged.
        List<LedgerColour> ordered =
                colours.stream()
                        .sorted(Comparator.comparing(each -> !soldOut.contains(each.product())))
                        .toList();
        List<RowsProblem> none = List.of();
        ledger.staging()
                .settle(
                        context.run(),
                        new Staging.Settled(
                                ordered,
                                List.of(),
                                none,
                                none,
                                Tally.NONE.plus(READY, ordered.size(), 0)));
        return Optional.empty();
    }

    /**
     * A create carries a colour whole: where a part of it changed since the last look, that part
     * goes out as it is now, and the rest is restored.
     */
    @Override
    public List<LedgerColour> stillRight(List<LedgerColour> colours) {
        Map<AcknowledgedStock.Key, UndoDecision> now = look(colours);
        List<LedgerColour> right = new ArrayList<>();
        List<LedgerColour> revised = new ArrayList<>();
        List<LedgerColour> left = new ArrayList<>();
        List<SeenColour> looks = new ArrayList<>();
        for (LedgerColour colour : colours) {
            UndoDecision undo = now.get(KnownColours.key(colour));
            if (!undo.seen().equals(seen().put(undo.key(), undo.seen()))) {
                looks.add(undo.seen());
            }
            Optional<PackedSizes> wanted = undo.wanted();
            LedgerColour sent = wanted.map(colour::with).orElse(colour).in(READY);
            (wanted.isPresent() ? right : left).add(sent);
            if (!sent.sizes().equals(colour.sizes())) {
                revised.add(sent);
            }
        }
        ledger.seen().revise(context.run(), looks, revised);
        if (!left.isEmpty()) {
            ledger.doubts().leaveOut(context.run(), left, UNCHANGED);
            context.listener()
                    .notice(
                            Count.are(left.size(), "colour")
                                    + " kept: nothing of it is as the run has left it");
        }
        return right;
    }

    private Map<AcknowledgedStock.Key, UndoDecision> look(List<LedgerColour> colours) {
        List<Integer> products = colours.stream().map(LedgerColour::product).distinct().toList();
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> known =
                ledger.acknowledged().of(context.run().account(), products);
        LaterRuns later = new LaterRuns(ledger, undoneRun());
        Map<AcknowledgedStock.Key, UndoDecision> all = new HashMap<>();
        for (int product : products) {
            context.stop().check();
            Undo.judge(undone().get(product), known, context.service().stock(product), later)
                    .forEach(each -> all.put(each.key(), each));
        }
        return all;
    }

    private Map<AcknowledgedStock.Key, SeenColour> seen() {
        if (seen == null) {
            seen = ledger.seen().of(context.run().id());
        }
        return seen;
    }

    private Map<Integer, List<ReplacedColour>> undone() {
        if (undone == null) {
            undone = Undo.undone(ledger, undoneRun(), order.products());
        }
        return undone;
    }

    private Run undoneRun() {
        return ledger.runs().get(order.run());
    }
}
