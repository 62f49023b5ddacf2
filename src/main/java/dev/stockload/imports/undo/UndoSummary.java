package dev.stockload.imports.undo;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Book;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.book.rules.UndoRules;
import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.enter.UndoneRun;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.read.StockDiff.DiffSummary;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.service.RetryingClient;
import dev.stockload.stock.Count;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * What an undo of a run would do.
 *
 * @param diff what changes, compared with what is there now
 * @param restored how many sizes get their earlier stock back
 * @param zeroed how many sizes become 0 because they were not there before
 * @param kept how many sizes of the run stay as they are
 * @param inDoubt how many of these may have arrived: an undo first finds out
 * @param firstKept the first of these, with the reasons
 */
public record UndoSummary(
        String run,
        DiffSummary diff,
        int restored,
        int zeroed,
        int kept,
        int inDoubt,
        List<Kept> firstKept) {
    /** A size that stays as it is; {@code now} is null if it is not there. */
    public record Kept(int pid, String color, String size, Integer now, String why) {}

    /** What an undo would do now, by what the service shows; throws if it cannot be undone. */
    public static UndoSummary of(
            UndoOrder order, ProcessContext process, Caller caller, ProductProgress progress) {
        Ledger ledger = process.ledger();
        Run run = ledger.runs().require(order.run());
        Optional<Run> begun =
                UndoneRun.of(ledger, run).map(UndoneRun::by).filter(Run::isUnfinished);
        if (begun.isPresent()) {
            throw Refusal.impossible(
                    "Run %s has begun to undo it and is not finished: stockload resume %1$s"
                            .formatted(begun.get().id()));
        }
        UndoPlan plan = UndoPlan.of(ledger, run, order.products(), process.time().instant());
        try (RetryingClient service = new RetryingClient(process, run.account(), caller)) {
            ProductCatalogue catalogue = new ProductCatalogue(service.products());
            Book book = ledger.book(run.account());
            UndoRules undoing = new UndoRules(newestUndo(), run.view(), book);
            Builder summary = new Builder(catalogue::item);
            Set<Integer> products = plan.products();
            int[] at = {0};
            book.each(products)
                    .forEach(
                            product -> {
                                progress.at(at[0]++, products.size());
                                caller.stop().check();
                                int id = product.id();
                                boolean readable = !product.isHidden() || catalogue.contains(id);
                                if (readable) {
                                    ShownStock.record(product, service.stock(id), book);
                                }
                                plan.undo(product, undoing, readable, StockChanges.NOWHERE)
                                        .forEach(summary::add);
                            });
            return summary.build(run.id(), process.time().instant());
        }
    }

    private static RunView newestUndo() {
        return new RunView(
                RunView.NEWEST, RunView.NEWEST, UndoOrder.JOB, false, MissingMode.KEEP, Work.UNDO);
    }

    /** Counts the sizes of an undo one by one; there may be hundreds of thousands. */
    static final class Builder {
        private final StockDiff.Builder diff;
        private final Map<UndoDecision, Integer> decisions = new EnumMap<>(UndoDecision.class);
        private final List<Kept> firstKept = new ArrayList<>();

        Builder(IntFunction<String> items) {
            this.diff = new StockDiff.Builder(items);
        }

        void add(UndoneSize size) {
            decisions.merge(size.decision(), 1, Integer::sum);
            if (size.after() != null) {
                diff.colour(size.product(), size.colour());
                diff.size(size.size(), size.now(), size.after(), null, null);
            }
            if (!size.decision().isBroughtBack() && firstKept.size() < StockDiff.SHOWN) {
                firstKept.add(
                        new Kept(
                                size.product(),
                                size.colour(),
                                size.size().toString(),
                                size.now(),
                                size.why()));
            }
        }

        private int count(Predicate<UndoDecision> which) {
            return decisions.keySet().stream().filter(which).mapToInt(decisions::get).sum();
        }

        UndoSummary build(String run, Instant now) {
            int zeroed = count(decision -> decision == UndoDecision.ZEROED);
            return new UndoSummary(
                    run,
                    diff.build(StockDiff.Base.ofService(now), 0, 0).summary(),
                    count(UndoDecision::isBroughtBack) - zeroed,
                    zeroed,
                    count(decision -> !decision.isBroughtBack()),
                    count(decision -> decision == UndoDecision.IN_DOUBT),
                    firstKept);
        }
    }

    /** Empty if nothing is in doubt. */
    public Optional<String> doubts() {
        return inDoubt == 0
                ? Optional.empty()
                : Optional.of(
                        "Whether %s arrived is not known yet: the undo first finds out, and restores those that did"
                                .formatted(Count.of(inDoubt, "size")));
    }

    public boolean changesNothing() {
        return restored + zeroed + inDoubt == 0;
    }

    /** Whether there is nothing to do: an undo that changes nothing still ends an open run. */
    public boolean isPointlessFor(Run undone) {
        return changesNothing() && !undone.isUnfinished();
    }
}
