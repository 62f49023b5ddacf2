package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.READY;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.ReplacedColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SheetRows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an undo does before it sends. What it sends was looked at shortly before: right before each
 * request it looks once more, so that nothing is taken back that was sold meanwhile.
 */
final class UndoStep implements Preparation, LastCheck {
    private static final int[] NO_ROWS = {};
    private static final List<String> HEADER =
            List.of("Product ID", "Colour", "Size", "Now", "After", "Result", "Reason");

    private final RunContext context;
    private final Ledger ledger;
    private final UndoOrder order;
    private Map<Integer, List<ReplacedColour>> undone;

    UndoStep(RunContext context, UndoOrder order) {
        this.context = context;
        this.ledger = context.ledger();
        this.order = order;
    }

    /** Where all sizes of an undo are listed with what becomes of them. */
    static Path file(Path data, String run) {
        return RunFolder.of(data, run).path().resolve("undo.csv");
    }

    @Override
    public void begin() {
        // The first look at the service is the first thing that stage does.
    }

    @Override
    public void stage() throws IOException {
        UndoPlan.Builder plan = new UndoPlan.Builder(new StockDiff.Builder(product -> ""));
        TableFile.write(
                file(context.process().data(), context.run().id()),
                HEADER,
                target -> {
                    for (UndoneColour colour : colours(List.copyOf(undone().keySet()))) {
                        plan.add(colour);
                        for (UndoneColour.Line line : colour.lines()) {
                            target.row(cells(colour.key(), line));
                        }
                    }
                });
        String said = plan.build(order.run(), new StockDiff.Base("service", null)).sentence();
        context.listener().notice(said);
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
                        context.run().id(),
                        staged,
                        new Staging.Found(
                                List.of(),
                                List.of(Problem.ofFile(ProblemCode.RUN_UNDONE, said)),
                                SheetRows.ONE),
                        RunOptions.write(Map.of()),
                        Tally.NONE.plus(READY, staged.size(), 0));
    }

    private static List<Object> cells(Acknowledged.Key key, UndoneColour.Line line) {
        return Arrays.asList(
                key.product(),
                key.colour(),
                line.size().toString(),
                line.now(),
                line.now() == null ? null : line.after(),
                line.fate().toString(),
                line.why());
    }

    @Override
    public Optional<StageStep.Settling> settle() {
        String run = context.run().id();
        List<LedgerColour> ordered = new ArrayList<>();
        int number = 0;
        for (StagedColour colour : ledger.staging().colours(run)) {
            ordered.add(
                    new LedgerColour(
                            0,
                            READY,
                            colour.product().id(),
                            colour.name(),
                            colour.sizes(),
                            NO_ROWS,
                            new int[] {number++}));
        }
        List<RowsProblem> none = List.of();
        ledger.staging()
                .settle(
                        run,
                        new Staging.Settled(
                                ordered,
                                List.of(),
                                none,
                                none,
                                Tally.NONE.plus(READY, ordered.size(), 0)));
        return Optional.empty();
    }

    @Override
    public List<LedgerColour> stillRight(List<LedgerColour> colours) {
        Map<Acknowledged.Key, PackedSizes> wanted = new HashMap<>();
        colours(colours.stream().map(LedgerColour::product).distinct().toList())
                .forEach(each -> each.wanted().ifPresent(s -> wanted.put(each.key(), s)));
        List<LedgerColour> right = new ArrayList<>();
        List<LedgerColour> changed = new ArrayList<>();
        for (LedgerColour colour : colours) {
            boolean same = colour.sizes().equals(wanted.get(KnownColours.key(colour)));
            (same ? right : changed).add(colour);
        }
        if (!changed.isEmpty()) {
            ledger.doubts().leaveOut(context.run(), changed);
            context.listener()
                    .notice(
                            Count.are(changed.size(), "colour")
                                    + " kept: it changed while the undo ran");
        }
        return right;
    }

    private List<UndoneColour> colours(List<Integer> products) {
        Map<Acknowledged.Key, Acknowledged.Entry> known =
                ledger.acknowledged().of(context.run().account(), products);
        List<UndoneColour> all = new ArrayList<>();
        for (int product : products) {
            context.stop().check();
            all.addAll(
                    Undo.judge(
                            undone().get(product),
                            known,
                            context.service().stock(product),
                            order.run()));
        }
        return all;
    }

    private Map<Integer, List<ReplacedColour>> undone() {
        if (undone == null) {
            Run run = ledger.runs().get(order.run());
            undone = Undo.undone(ledger, run, order.products());
        }
        return undone;
    }
}
