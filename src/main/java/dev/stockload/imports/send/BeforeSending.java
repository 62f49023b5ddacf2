package dev.stockload.imports.send;

import static dev.stockload.stock.ColourState.READY;

import dev.stockload.book.Book;
import dev.stockload.book.Outbox.ToSend;
import dev.stockload.book.RunColour;
import dev.stockload.book.UndoneSizes.UndoneSize;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ColourNames;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.UndoRules;
import dev.stockload.imports.read.SheetColours;
import dev.stockload.imports.report.SheetWarnings;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.imports.run.ShownStock.Told;
import dev.stockload.imports.run.StockLook;
import dev.stockload.imports.undo.UndoPlan;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides by the book just before each request what is still to be sent, and looks at the service
 * if earlier stock is unknown, so that an undo can restore it.
 */
final class BeforeSending {
    private final RunContext context;
    private final Run run;
    private final Ledger ledger;
    private final StockLook look;
    private final Set<Integer> looked = new HashSet<>();

    BeforeSending(RunContext context) {
        this.context = context;
        this.run = context.run();
        this.ledger = context.ledger();
        this.look =
                new StockLook(
                        context,
                        "Reading what is there of products that were not sent before, so that the"
                                + " run can be undone");
    }

    /**
     * What becomes of a colour.
     *
     * @param state ready if it is sent; otherwise its final state
     * @param sizes what is sent of it
     * @param newer how many of its sizes are left to each newer run
     */
    private record Decision(
            RunColour colour,
            ColourEntry entry,
            ColourState state,
            SortedMap<Size, Stock> sizes,
            Map<Long, Integer> newer) {
        SentColour toSend() {
            return SentColour.toSend(
                    colour.position(),
                    colour.product(),
                    colour.key(),
                    entry.nameOr(colour.name()),
                    sizes);
        }
    }

    /** Looks where it must, stores what becomes of colours not sent, and returns the others. */
    ToSend prepare(List<RunColour> colours) {
        Book book = context.book();
        SendRules rules = new SendRules(run.view(), book);
        SortedMap<Integer, ProductEntry> products =
                book.products(colours.stream().map(RunColour::product).toList());
        readStock(products, colours, book);
        List<Decision> decisions =
                colours.stream()
                        .map(each -> decide(each, products.get(each.product()), rules))
                        .toList();
        in(ColourState.REJECTED, decisions).forEach(this::reject);
        List<Decision> ready = in(READY, decisions);
        List<SentColour> sending = ready.stream().map(Decision::toSend).toList();
        Map<Integer, RunColour> ofRun = new TreeMap<>();
        ready.forEach(each -> ofRun.put(each.colour().position(), each.colour()));
        SortedMap<Integer, ProductEntry> leaving = new TreeMap<>(products);
        leaving.keySet()
                .retainAll(sending.stream().map(SentColour::product).collect(Collectors.toSet()));
        products.keySet().removeAll(leaving.keySet());
        if (!products.isEmpty()) {
            book.saveFor(run, products.values());
        }
        leaveOut(in(ColourState.UNCHANGED, decisions), unchanged());
        leaveOut(in(ColourState.SUPERSEDED, decisions), " left out: a newer run has settled it");
        SheetWarnings.newerRuns(run.account(), leftToNewer(decisions), ledger.runs())
                .ifPresent(warning -> context.notice(warning.sentence()));
        return new ToSend(sending, leaving, ofRun);
    }

    private Decision decide(RunColour colour, ProductEntry product, SendRules rules) {
        ColourEntry entry = product.colours().get(colour.key());
        SortedMap<Size, Stock> values = rules.toSend(entry);
        SortedMap<Size, Stock> named = rules.stillNamed(entry);
        Map<Long, Integer> newer = rules.leftToNewer(entry, colour.sizes(), named.keySet());
        boolean isSame = !run.hasSheet() || newer.isEmpty() && !named.isEmpty();
        ColourState state = isSame ? ColourState.UNCHANGED : ColourState.SUPERSEDED;
        if (product.isHidden() && run.hasSheet()) {
            state = ColourState.REJECTED;
        } else if (!values.isEmpty()) {
            boolean isMisspelled = ColourNames.mayMean(entry).size() > 1;
            state = isMisspelled ? ColourState.REJECTED : READY;
        }
        return new Decision(colour, entry, state, values, newer);
    }

    private static List<Decision> in(ColourState state, List<Decision> decisions) {
        return decisions.stream().filter(each -> each.state() == state).toList();
    }

    private static Tally leftToNewer(List<Decision> decisions) {
        Tally left = Tally.NONE;
        for (Decision each : decisions) {
            left = left.leftToNewer(each.newer());
        }
        return left;
    }

    /**
     * Its product left the list after the run settled (rule 4), or the service, seen for the first
     * time, has several spellings of it.
     */
    private void reject(Decision decision) {
        RunColour colour = decision.colour();
        boolean isGone = decision.entry().product().isHidden();
        String why =
                isGone
                        ? "is not sent: product %d is not in the merchant's product list"
                                .formatted(colour.product())
                        : SheetColours.anyOf(
                                ColourNames.mayMean(decision.entry()), colour.product());
        String sentence = "Colour %s %s".formatted(colour.name(), why);
        ProblemCode code = isGone ? ProblemCode.PRODUCT_UNKNOWN : ProblemCode.COLOUR_SPELLING;
        context.reject(colour, code, why, sentence);
        context.notice(sentence);
    }

    private String unchanged() {
        if (run.hasSheet()) {
            return " left out: the service has the same";
        }
        return run.isUndo()
                ? " kept: nothing of it is as the run has left it"
                : " left out: it no longer differs, or a newer run has settled it";
    }

    private void readStock(
            SortedMap<Integer, ProductEntry> products, List<RunColour> colours, Book book) {
        SortedMap<Integer, ProductEntry> unknown = new TreeMap<>();
        for (RunColour colour : colours) {
            ProductEntry product = products.get(colour.product());
            ColourEntry entry = product.colours().get(colour.key());
            boolean isUnclear = isUnknown(entry) || product.isHidden() || mayBeSplit(entry, book);
            if (!run.hasSheet() || isUnclear && looked.add(colour.product())) {
                unknown.put(colour.product(), product);
            }
        }
        if (!unknown.isEmpty()) {
            // What leaves is stored with its request, and the rest before it is left out.
            Map<Integer, Told> told = look.readUnstored(unknown.values(), book);
            ShownStock.recordSplitting(told.values(), book);
            if (run.isUndo()) {
                keepChanged(products, colours, told.keySet(), book);
            }
        }
        openRanges(products.values(), book);
    }

    /** Whether a range that a newer run has sent may be what the run still has to send. */
    private boolean mayBeSplit(ColourEntry colour, Book book) {
        return run.hasSheet() && colour.hasSizeInKnownRange() && book.splitsRanges().isEmpty();
    }

    /** The store may have been seen to split ranges since the newest run of a product settled. */
    private void openRanges(Collection<ProductEntry> products, Book book) {
        List<ProductEntry> overlapping =
                products.stream()
                        .filter(
                                product ->
                                        product.colours().values().stream()
                                                .anyMatch(ColourEntry::hasSizeInKnownRange))
                        .toList();
        if (!run.isUndo() && !overlapping.isEmpty() && book.splitsRanges().orElse(false)) {
            overlapping.forEach(ProductEntry::openRanges);
        }
    }

    /** An undo does not take back what was sold or changed meanwhile. */
    private void keepChanged(
            SortedMap<Integer, ProductEntry> products,
            List<RunColour> colours,
            Set<Integer> read,
            Book book) {
        SortedMap<Integer, ProductEntry> changed = new TreeMap<>();
        Set<SizeEntry> changedSince = new HashSet<>();
        for (RunColour colour : colours) {
            ProductEntry product = products.get(colour.product());
            if (read.contains(colour.product())) {
                ColourEntry entry = product.colours().get(colour.key());
                changedSince.addAll(UndoRules.keepChanged(entry, run.number()));
                changed.put(colour.product(), product);
            }
        }
        book.saveFor(run, changed.values());
        if (!changedSince.isEmpty()) {
            Stream<UndoneSize> sizes =
                    ledger.undoneSizes()
                            .of(run.id())
                            .map(size -> keep(size, changed, changedSince));
            ledger.undoneSizes().keep(run.id(), sizes::iterator);
        }
    }

    private static UndoneSize keep(
            UndoneSize size,
            SortedMap<Integer, ProductEntry> changed,
            Set<SizeEntry> changedSince) {
        ProductEntry product = changed.get(size.product());
        SizeEntry now = product == null ? null : product.find(size.key(), size.size());
        return changedSince.contains(now) ? UndoPlan.changed(size, now) : size;
    }

    private boolean isUnknown(ColourEntry colour) {
        return colour.sizes().values().stream()
                .anyMatch(
                        size ->
                                size.naming().isWantedBy(run.number())
                                        && !size.stock().known().isKnown());
    }

    private void leaveOut(List<Decision> same, String why) {
        if (!same.isEmpty()) {
            List<RunColour> colours = same.stream().map(Decision::colour).toList();
            ledger.colours()
                    .leaveOut(run, colours, same.get(0).state(), leftToNewer(same).leftToNewer());
            context.notice(Count.are(colours.size(), "colour") + why);
        }
    }
}
