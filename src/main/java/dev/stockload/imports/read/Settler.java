package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.LEFT_OUT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SUPERSEDED;
import static dev.stockload.stock.ColourState.UNCHANGED;

import dev.stockload.book.Book;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ColourNames;
import dev.stockload.book.rules.Looking;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.ProductEntry.Changes;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.Sending;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.SheetNaming.SheetProduct;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.check.CheckedColour;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.read.SheetColours.Part;
import dev.stockload.problem.ProblemCode;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.HashMap;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Goes through the products of a sheet and of the book together, enters the sheet in the book, and
 * finds the colours to send, in sending order.
 */
public final class Settler {
    /** A service may show ranges in a form of its own: then more lists would not tell either. */
    private static final int MOST_WITH_RANGES = 5;

    private final RunView run;
    private final Book book;
    private final SheetColours sheet;
    private final SheetPlan plan;
    private final SheetNaming naming;
    private final MissingTotals missing;
    private final ZeroedStock zeroed;
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

    Settler(SheetPlan plan, RunView run, Book book, MissingTotals missing, StockDiff.Builder diff) {
        this.plan = plan;
        this.run = run;
        this.book = book;
        this.sheet = plan.colours();
        this.naming = new SheetNaming(run, book, plan.unreadable());
        this.missing = missing;
        this.zeroed = new ZeroedStock(run.job(), plan.checked());
        this.diff = diff;
    }

    /**
     * Settles all products; what is kept ends where many have ranges, which have to be looked at
     * first.
     *
     * @param before receives each product before it is settled
     */
    void settleAll(Settlement.RunNaming kept, Consumer<ProductEntry> before) {
        Iterator<ProductEntry> products = kept.products(sheet.productsWithUnread());
        while (products.hasNext() && !(kept.isKept() && needsRangesFirst())) {
            ProductEntry product = products.next();
            before.accept(product);
            settleProduct(product, sheet.of(product.id()), kept);
            if (!needsLook()) {
                kept.named(product);
            }
        }
        sheet.unresolved().forEach(part -> unsent.add(colour(part.state(), part, 0)));
    }

    private void settleProduct(ProductEntry product, List<Part> read, Settlement.RunNaming kept) {
        if (plan.opensRanges()) {
            product.openRanges();
        } else if (plan.asksForRanges()
                && withRanges < MOST_WITH_RANGES
                && product.hasKnownRange()) {
            withRanges++;
            unclear.add(product.id());
        }
        boolean listed = sheet.catalogue().contains(product.id());
        Looking.listed(product, listed, run.number());
        if (listed && product.isHidden() && isOfJob(product) && !plan.wasAsked(product.id())) {
            unclear.add(product.id());
        }
        if (!listed || product.isHidden()) {
            settleUnlisted(product, listed, kept);
            return;
        }
        missing.knows(product);
        zeroed.knows(product);
        product.item(sheet.catalogue().item(product.id()));
        List<Part> parts = spelled(product, read);
        Map<String, List<CheckedColour.Line>> lines = lines(parts);
        SheetProduct said = ofSheet(product, parts, lines, false);
        boolean seen = plan.wasRead(product.id());
        Changes changes = counted(kept.changes(place -> rowOf(place, lines)));
        List<SheetNaming.Missing> lacking = naming.name(product, said, seen, changes);
        missing.add(product.id(), lacking);
        if (!plan.wasAsked(product.id())
                && lacking.stream().anyMatch(SheetNaming.Missing::unreadable)) {
            unclear.add(product.id());
        }
        count(product);
        if (!said.leftOut()) {
            zeroed.add(run.number());
        }
        List<RunColour> sending = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        boolean gone = false;
        for (Part part : parts) {
            keys.add(part.key());
            ColourState state = part.state();
            int sizes = 0;
            if (state == READY) {
                ColourEntry colour = product.colours().get(part.key());
                colour.written(part.name());
                SortedMap<Size, Stock> values = Sending.toSend(product, part.key(), run, book);
                sizes = values.size();
                state = state(said, colour, values);
                boolean all = sizes == colour.sizes().size();
                if (!all && !said.leftOut()) {
                    leaveToNewer(said.rows().get(part.key()), colour);
                }
                compare(product, part.key(), part.name(), values, state);
                gone |= isSoldOut(values);
            }
            if (state != READY && state != UNCHANGED) {
                kept.notSent(part.key(), state, part.rowOfProblem());
            }
            (state == READY ? sending : unsent).add(colour(state, part, sizes));
        }
        if (!lacking.isEmpty()) {
            sending.addAll(withoutRows(product, keys));
        }
        if (lacking.stream().anyMatch(SheetNaming.Missing::zeroed)) {
            zeros.addAll(sending);
        } else {
            (gone ? soldOut : others).addAll(sending);
        }
    }

    private boolean isOfJob(ProductEntry product) {
        return sheet.productsWithUnread().contains(product.id())
                || product.sizes().anyMatch(size -> size.isOf(run.job()));
    }

    /** Names what the sheet has of a product that is not on sale, without values (rule 4). */
    private void settleUnlisted(ProductEntry product, boolean listed, Settlement.RunNaming kept) {
        ColourNames names = ColourNames.of(product);
        List<Part> parts =
                (listed ? sheet.of(product.id()) : sheet.away(product.id()))
                        .stream()
                                .map(
                                        part ->
                                                part.withKey(
                                                        names.keyOf(part.name(), part.key())
                                                                .orElse(part.key())))
                                .toList();
        naming.name(product, ofSheet(product, parts, lines(parts), true), false, Changes.NOWHERE);
        for (Part part : parts) {
            Part told =
                    part.state() != READY
                            ? part
                            : listed ? sheet.notShown(part) : part.in(REJECTED);
            kept.notSent(told.key(), told.state(), told.rowOfProblem());
            unsent.add(colour(told.state(), told, 0));
        }
    }

    private static Map<String, List<CheckedColour.Line>> lines(List<Part> parts) {
        Map<String, List<CheckedColour.Line>> lines = new HashMap<>();
        for (Part part : parts) {
            if (part.state() == READY) {
                lines.put(part.key(), part.lines());
            }
        }
        return lines;
    }

    /** The colours to send of which the sheet has no row: sizes that left it. */
    private List<RunColour> withoutRows(ProductEntry product, Set<String> inSheet) {
        List<RunColour> sending = new ArrayList<>();
        for (Map.Entry<String, ColourEntry> entry : product.colours().entrySet()) {
            String key = entry.getKey();
            if (inSheet.contains(key)) {
                continue;
            }
            SortedMap<Size, Stock> values = Sending.toSend(product, key, run, book);
            if (!values.isEmpty()) {
                String shown = entry.getValue().nameOr(key);
                compare(product, key, shown, values, READY);
                sending.add(RunColour.withoutRows(product.id(), key, shown, values.size()));
            }
        }
        return sending;
    }

    private Changes counted(Changes changes) {
        return (place, cause, before, after) -> {
            changes.add(place, cause, before, after);
            soldOutSizes += before != null && before.pieces() > 0 && after.pieces() == 0 ? 1 : 0;
        };
    }

    private void count(ProductEntry product) {
        for (ColourEntry colour : product.colours().values()) {
            for (SizeEntry size : colour.sizes().values()) {
                Stock wanted = size.naming().wanted();
                if (wanted != null) {
                    wantedPieces += wanted.pieces();
                    wantedSizes++;
                    wantedAtZero += wanted.pieces() == 0 ? 1 : 0;
                }
            }
        }
    }

    private ColourState state(
            SheetProduct said, ColourEntry colour, SortedMap<Size, Stock> values) {
        if (said.leftOut()) {
            return LEFT_OUT;
        }
        if (!values.isEmpty()) {
            return READY;
        }
        return colour.isWantedBy(run, book) && !book.isOvertaken(run) ? UNCHANGED : SUPERSEDED;
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

    private static boolean isSoldOut(SortedMap<Size, Stock> values) {
        return values.values().stream().anyMatch(stock -> stock.pieces() == 0);
    }

    private void compare(
            ProductEntry product,
            String key,
            String name,
            SortedMap<Size, Stock> values,
            ColourState state) {
        ColourEntry colour = product.colours().get(key);
        StockDiff.Key shown = new StockDiff.Key(product.id(), name);
        if (state == READY) {
            diff.colour(shown);
            values.forEach(
                    (size, stock) -> {
                        SizeEntry entry = colour.sizes().get(size);
                        diff.size(
                                size,
                                entry.stock().current().pieces(),
                                stock.pieces(),
                                entry.stock().known().pieces());
                    });
        } else if (state == UNCHANGED) {
            diff.unsentColour(shown);
            colour.sizes()
                    .forEach(
                            (size, entry) -> {
                                if (entry.naming().isWantedBy(run.number())) {
                                    diff.unchanged();
                                    diff.changedThere(
                                            size,
                                            entry.stock().current().pieces(),
                                            entry.stock().known().pieces());
                                }
                            });
        }
    }

    private static RunColour colour(ColourState state, Part part, int sizes) {
        return new RunColour(0, state, part.product(), part.key(), part.name(), part.rows(), sizes);
    }

    /** If the service has several spellings of a colour, the sheet has to use one of them. */
    private List<Part> spelled(ProductEntry product, List<Part> read) {
        List<Part> spelled = new ArrayList<>(read.size());
        ColourNames names = ColourNames.of(product);
        for (Part part : read) {
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

    /** The row of the sheet that names a size; 0 if none does. */
    private static int rowOf(
            ProductEntry.SizeKey place, Map<String, List<CheckedColour.Line>> lines) {
        for (CheckedColour.Line line : lines.getOrDefault(place.colour(), List.of())) {
            if (line.size().contains(place.size())) {
                return line.row();
            }
        }
        return 0;
    }

    private SheetProduct ofSheet(
            ProductEntry product,
            List<Part> parts,
            Map<String, List<CheckedColour.Line>> lines,
            boolean unlisted) {
        Map<String, Map<Size, Stock>> rows = new HashMap<>();
        for (Map.Entry<String, List<CheckedColour.Line>> colour : lines.entrySet()) {
            Map<Size, Stock> sizes = new HashMap<>();
            for (CheckedColour.Line line : colour.getValue()) {
                (plan.opensRanges() ? line.size().singles() : List.of(line.size()))
                        .forEach(size -> sizes.put(size, line.stock()));
            }
            rows.put(colour.getKey(), sizes);
        }
        Set<String> held =
                parts.stream()
                        .filter(part -> part.state() != READY)
                        .map(Part::key)
                        .collect(Collectors.toSet());
        boolean unread = sheet.isUnread(product.id());
        boolean leftOut = !unlisted && plan.isStocked(product.id());
        return new SheetProduct(rows, held, unread, leftOut, unlisted);
    }

    /** All colours: zeros for missing, sold-out sizes, the others, and last those not sent. */
    List<RunColour> ordered() {
        return Stream.of(zeros, soldOut, others, unsent).flatMap(List::stream).toList();
    }

    /** Whether settling has met what a look would have told it: then it has to begin again. */
    public boolean needsLook() {
        return !unclear.isEmpty();
    }

    /** The products that only a look makes clear: what is missing, whether ranges are split. */
    Set<Integer> unclear() {
        return unclear;
    }

    private boolean needsRangesFirst() {
        return withRanges == MOST_WITH_RANGES;
    }

    public MissingTotals missing() {
        return missing;
    }

    /** All that speaks against sending: one yes of a person covers it. */
    public List<String> objections(Brake brake, Tally tally) {
        return Stream.of(
                        brake.objection(tally, plan.lastFinished()),
                        missing.objection(brake),
                        zeroed.objection(brake))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The diff; missing sizes are counted separately. */
    public StockDiff diff(StockDiff.Base base) {
        int leftOut = (int) unsent.stream().filter(each -> each.state() == LEFT_OUT).count();
        return diff.build(base, missing.sizes(), leftOut);
    }

    /** The balance of all colours and rows; bad rows are counted from the problems. */
    Tally tally(Tally staged) {
        Tally tally =
                Tally.NONE
                        .with(missing.count())
                        .leftToNewer(newer)
                        .with(
                                new Tally.Stock(
                                        wantedPieces, wantedSizes, wantedAtZero, soldOutSizes));
        int good = 0;
        for (RunColour colour : ordered()) {
            boolean kept = colour.state() == REJECTED || colour.state() == HELD;
            int rows = kept ? 0 : colour.rows().length;
            tally = tally.plus(colour.state(), 1, rows);
            good += rows;
        }
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
