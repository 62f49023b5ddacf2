package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.LEFT_OUT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SUPERSEDED;
import static dev.stockload.stock.ColourState.UNCHANGED;

import dev.stockload.book.Book;
import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.book.RunColours;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ColourNames;
import dev.stockload.book.rules.LookRules;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.StockRules.Rule;
import dev.stockload.imports.read.SheetColours.SheetColour;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Goes through the products of a sheet and of the book together, enters the sheet in the book, and
 * finds the colours to send: zeros for missing sizes first, then sold-out ones, then the others.
 */
final class Settler {
    /** A service may show ranges in a form of its own: then more lists would not tell either. */
    private static final int MOST_WITH_RANGES = 5;

    private final RunView run;
    private final SendRules sending;
    private final SheetColours sheet;
    private final SheetPlan plan;
    private final SheetNaming rules;
    private final LostStock lost;
    private final NewColours newColours;
    private final WithheldStock withheld = new WithheldStock();
    private final StockDiff.Builder diff;
    private final List<RunColour> zeros = new ArrayList<>();
    private final List<RunColour> soldOut = new ArrayList<>();
    private final List<RunColour> others = new ArrayList<>();
    private final List<RunColour> unsent = new ArrayList<>();
    private final SortedMap<Long, Integer> newer = new TreeMap<>();
    private final Set<Integer> unclear = new TreeSet<>();
    private int withRanges;
    private long wantedPieces;
    private int wantedSizes;
    private int wantedAtZero;
    private int soldOutSizes;

    /** Naming has met what only the service can tell about these products: nothing is named yet. */
    static final class LookFirstException extends RuntimeException {
        private final transient Set<Integer> products;

        private LookFirstException(Set<Integer> products) {
            this.products = products;
        }

        Set<Integer> products() {
            return products;
        }
    }

    Settler(SheetPlan plan, RunView run, Book book, LostStock lost, StockDiff.Builder diff) {
        this.plan = plan;
        this.run = run;
        this.sending = new SendRules(run, book);
        this.sheet = plan.colours();
        this.rules = new SheetNaming(run, book, plan.unreadable());
        this.lost = lost;
        this.newColours = plan.newColours();
        this.diff = diff;
    }

    /**
     * Settles all products; what is kept ends where many have ranges, which have to be looked at
     * first.
     *
     * @param before receives each product before it is settled
     * @throws LookFirstException if the naming is kept and has met what only a look makes clear
     */
    SettledSheet settleAll(Settlement.RunNaming naming, Consumer<ProductEntry> before) {
        Iterator<ProductEntry> products = naming.products(sheet.productsWithUnread());
        while (products.hasNext() && !(naming.isKept() && withRanges == MOST_WITH_RANGES)) {
            ProductEntry product = products.next();
            before.accept(product);
            settle(product, naming);
            if (unclear.isEmpty()) {
                naming.named(product);
            }
        }
        if (naming.isKept() && !unclear.isEmpty()) {
            throw new LookFirstException(unclear);
        }
        sheet.unresolved().forEach(part -> unsent.add(colour(part.state(), part, 0)));
        return settled();
    }

    private void settle(ProductEntry product, Settlement.RunNaming naming) {
        if (plan.opensRanges()) {
            product.openRanges();
        } else if (plan.asksForRanges()
                && withRanges < MOST_WITH_RANGES
                && product.hasKnownRange()) {
            withRanges++;
            unclear.add(product.id());
        }
        boolean listed = sheet.catalogue().contains(product.id());
        LookRules.listed(product, listed, run.number());
        if (listed && product.isHidden() && isOfJob(product)) {
            needsLook(product);
        }
        if (listed && !product.isHidden()) {
            settleListed(product, naming);
        } else {
            settleUnlisted(product, listed, naming);
        }
    }

    private void needsLook(ProductEntry product) {
        if (!plan.wasAsked(product.id())) {
            unclear.add(product.id());
        }
    }

    private void settleListed(ProductEntry product, Settlement.RunNaming naming) {
        lost.noteStock(product);
        product.item(sheet.catalogue().item(product.id()));
        Rule rule = plan.options().rules().of(product.item());
        boolean leftOut = plan.isStocked(product.id());
        ColourNames names = ColourNames.of(product);
        List<SheetColour> colours = spelled(product, names);
        Set<String> meant = new HashSet<>();
        if (!leftOut && !colours.isEmpty()) {
            if (newColours.asksFor(names, colours)) {
                needsLook(product);
            }
            colours = newColours.check(product, names, colours, meant);
        }
        ProductRows rows = new ProductRows(colours, plan.opensRanges(), rule);
        rows.hold(meant);
        List<SheetNaming.Missing> lacking =
                rules.name(
                        product,
                        rows.named(sheet.isUnread(product.id()), leftOut, false),
                        plan.wasRead(product.id()),
                        counted(naming.changes(rows::rowOf)));
        lost.add(product.id(), lacking);
        if (lacking.stream().anyMatch(SheetNaming.Missing::unreadable)) {
            needsLook(product);
        }
        count(product);
        if (!leftOut) {
            lost.addZeros(run.number());
        }
        order(product, rows, leftOut, lacking, naming);
    }

    /** Finds what is sent of a product that was named, and where in the order. */
    private void order(
            ProductEntry product,
            ProductRows rows,
            boolean leftOut,
            List<SheetNaming.Missing> lacking,
            Settlement.RunNaming naming) {
        List<RunColour> colours = new ArrayList<>();
        boolean gone = false;
        for (SheetColour each : rows.colours()) {
            if (each.state() != READY) {
                leaveOut(each, each.state(), 0, naming);
                continue;
            }
            ColourEntry colour = product.colours().get(each.key());
            SortedMap<Size, Stock> values = sending.toSend(colour);
            colour.written(each.name());
            ColourState state = leftOut ? LEFT_OUT : state(colour, values);
            if (!leftOut && values.size() < colour.sizes().size()) {
                leaveToNewer(rows.stock(each.key()), colour);
            }
            if (state == READY) {
                sent(colour, each.name(), values, rows);
            } else if (state == UNCHANGED) {
                diff.unsent(colour, each.name(), run.number());
            }
            if (!leftOut) {
                withheld.add(each, rows.rule());
            }
            if (state == READY) {
                colours.add(colour(READY, each, Size.singles(values.keySet())));
                gone |= values.values().stream().anyMatch(stock -> stock.pieces() == 0);
            } else {
                leaveOut(each, state, Size.singles(values.keySet()), naming);
            }
        }
        if (!lacking.isEmpty()) {
            colours.addAll(withoutRows(product, rows));
        }
        boolean hasZeros = lacking.stream().anyMatch(SheetNaming.Missing::zeroed);
        (hasZeros ? zeros : gone ? soldOut : others).addAll(colours);
    }

    private void leaveOut(
            SheetColour colour, ColourState state, int sizes, Settlement.RunNaming naming) {
        if (state != UNCHANGED) {
            naming.notSent(colour.key(), state, colour.rowOfProblem());
        }
        unsent.add(colour(state, colour, sizes));
    }

    private boolean isOfJob(ProductEntry product) {
        return sheet.productsWithUnread().contains(product.id())
                || product.sizes().anyMatch(size -> size.isOf(run.job()));
    }

    /** Names what the sheet has of a product that is not on sale, without values (rule 4). */
    private void settleUnlisted(ProductEntry product, boolean listed, Settlement.RunNaming naming) {
        ColourNames names = ColourNames.of(product);
        List<SheetColour> read = listed ? sheet.of(product.id()) : sheet.unlisted(product.id());
        List<SheetColour> named = read.stream().map(each -> each.namedBy(names)).toList();
        ProductRows rows = new ProductRows(named, plan.opensRanges(), Rule.AS_COUNTED);
        boolean unread = sheet.isUnread(product.id());
        rules.name(product, rows.named(unread, false, true), false, StockChanges.NOWHERE);
        for (SheetColour each : rows.colours()) {
            SheetColour told =
                    each.state() != READY
                            ? each
                            : listed ? sheet.notShown(each) : each.in(REJECTED);
            leaveOut(told, told.state(), 0, naming);
        }
    }

    private void sent(
            ColourEntry colour, String name, SortedMap<Size, Stock> values, ProductRows rows) {
        diff.sent(colour, name, values, size -> rows.sum(colour.key(), size));
    }

    /** The colours to send of which the sheet has no row: sizes that left it. */
    private List<RunColour> withoutRows(ProductEntry product, ProductRows rows) {
        List<RunColour> colours = new ArrayList<>();
        sending.toSend(
                        product.colours().values().stream()
                                .filter(colour -> !rows.has(colour.key())))
                .forEach(
                        (colour, values) -> {
                            sent(colour, colour.shownName(), values, rows);
                            colours.add(
                                    RunColour.withoutRows(colour, Size.singles(values.keySet())));
                        });
        return colours;
    }

    private StockChanges counted(StockChanges changes) {
        return (size, cause, before, after) -> {
            changes.add(size, cause, before, after);
            soldOutSizes += before != null && before.pieces() > 0 && after.pieces() == 0 ? 1 : 0;
        };
    }

    private void count(ProductEntry product) {
        product.eachSize(
                size -> {
                    Stock wanted = size.naming().wanted();
                    if (wanted != null) {
                        wantedPieces += wanted.pieces();
                        wantedSizes++;
                        wantedAtZero += wanted.pieces() == 0 ? 1 : 0;
                    }
                });
    }

    private ColourState state(ColourEntry colour, SortedMap<Size, Stock> values) {
        if (!values.isEmpty()) {
            return READY;
        }
        return sending.isWanted(colour) ? UNCHANGED : SUPERSEDED;
    }

    /** Counts sizes that are not sent because a newer run has named them (rule 5). */
    private void leaveToNewer(Map<Size, Stock> rows, ColourEntry colour) {
        rows.forEach(
                (size, stock) -> {
                    SizeEntry entry = colour.sizes().get(size);
                    if (!entry.naming().isWantedBy(run.number())
                            && !entry.stock().isKnownAs(stock)) {
                        newer.merge(entry.naming().run(), 1, Integer::sum);
                    }
                });
    }

    private static RunColour colour(ColourState state, SheetColour part, int sizes) {
        return new RunColour(
                0,
                state,
                part.product(),
                part.key(),
                part.name(),
                part.rows(),
                part.badRows(),
                sizes);
    }

    /** If the service has several spellings of a colour, the sheet has to use one of them. */
    private List<SheetColour> spelled(ProductEntry product, ColourNames names) {
        List<SheetColour> spelled = new ArrayList<>();
        for (SheetColour part : sheet.of(product.id())) {
            Optional<String> key = names.keyOf(part.name(), part.key());
            if (key.isPresent()) {
                spelled.add(part.withKey(key.get()));
            } else if (part.state() == READY) {
                spelled.add(sheet.misspelled(part, names.spellingsOf(part.key()).keySet()));
            } else {
                spelled.add(part);
            }
        }
        return spelled;
    }

    private SettledSheet settled() {
        List<RunColour> colours =
                Stream.of(zeros, soldOut, others, unsent).flatMap(List::stream).toList();
        Tally tally = tally(colours);
        diff.newColours(newColours.first());
        return new SettledSheet(
                new Settlement.Settled(
                        colours, List.copyOf(sheet.problems()), warnings(tally), tally),
                plan.options().brake().map(brake -> objections(brake, tally)).orElse(List.of()),
                unclear,
                diff);
    }

    private List<String> objections(Brake brake, Tally tally) {
        return Stream.of(
                        brake.objection(tally, plan.lastFinished()),
                        lost.objectionToMissing(brake),
                        lost.objectionToZeros(brake))
                .flatMap(Optional::stream)
                .toList();
    }

    private List<RowsProblem> warnings(Tally tally) {
        List<RowsProblem> warnings = lost.warnings(run.missing() == MissingMode.ZERO);
        plan.newerRuns(tally).ifPresent(warnings::add);
        withheld.sentence(plan.isExport())
                .map(each -> RowsProblem.ofFile(ProblemCode.STOCK_RULE, each))
                .ifPresent(warnings::add);
        newColours
                .sentence()
                .map(each -> RowsProblem.ofFile(ProblemCode.COLOUR_NEW, each))
                .ifPresent(warnings::add);
        int leftOut = tally.colours(LEFT_OUT);
        if (leftOut > 0) {
            warnings.add(
                    RowsProblem.ofFile(
                            ProblemCode.PRODUCT_STOCKED,
                            "%s left out: the product has stock already, and only new products are sent. To send what changed: --send changed, or send: changed in the job"
                                    .formatted(Count.are(leftOut, "colour"))));
        }
        return warnings;
    }

    /** The balance of all colours and rows; bad rows are counted from the problems. */
    private Tally tally(List<RunColour> colours) {
        Tally tally =
                Tally.NONE
                        .with(lost.count())
                        .leftToNewer(newer)
                        .with(
                                new Tally.Stock(
                                        wantedPieces, wantedSizes, wantedAtZero, soldOutSizes));
        // The rows of these are counted from their problems.
        tally = RunColours.plus(tally, colours.stream(), Set.of(REJECTED, HELD));
        Tally staged = plan.staged();
        int good = tally.rows();
        int bad = rowsOf(code -> code != ProblemCode.COLOUR_HELD);
        int heldBack = rowsOf(code -> code == ProblemCode.COLOUR_HELD);
        if (good + bad + heldBack != staged.rows(READY)) {
            throw new IllegalStateException(
                    "%d rows were good, but %d are settled"
                            .formatted(staged.rows(READY), good + bad + heldBack));
        }
        return tally.plus(REJECTED, 0, staged.rows(REJECTED) + bad)
                .plus(HELD, 0, staged.rows(HELD) + heldBack);
    }

    private int rowsOf(Predicate<ProblemCode> codes) {
        return sheet.problems().stream()
                .filter(problem -> codes.test(problem.code()))
                .mapToInt(problem -> problem.rows().length)
                .sum();
    }
}
