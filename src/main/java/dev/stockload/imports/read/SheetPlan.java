package dev.stockload.imports.read;

import dev.stockload.book.Book;
import dev.stockload.book.RowsProblem;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.LookRules;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Work;
import dev.stockload.check.CheckedSheet;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.imports.report.SheetWarnings;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.imports.run.ShownStock.Told;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.runs.Run;
import dev.stockload.runs.SheetOrder;
import dev.stockload.runs.Tally;
import dev.stockload.service.RetryingClient;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.MissingMode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The plan for a sheet before it is in the book: its products, what is unreadable in it, and which
 * products have stock. The first part of both a run and a diff.
 */
public final class SheetPlan {
    private final Ledger ledger;
    private final RetryingClient service;
    private final Tally staged;
    private final Optional<String> obstacle;
    private final Run run;
    private final Predicate<SizeEntry> wasZero;
    private final ImportOptions options;
    private final boolean isExport;
    private final boolean holdsNewColours;
    private final SheetColours colours;
    private final SheetNaming.Unreadable unreadable;
    private final Set<Integer> asked = new HashSet<>();
    private final Set<Integer> read = new HashSet<>();
    private Set<Integer> stocked = Set.of();

    /** Whether the store splits our ranges into single sizes; null if unknown. */
    private Boolean splitsRanges;

    /** Looks at products and returns what it told of those that could be read. */
    public interface Look {
        Map<Integer, Told> at(Collection<ProductEntry> products, Book book);
    }

    public SheetPlan(
            Ledger ledger,
            Run run,
            RetryingClient service,
            Predicate<SizeEntry> wasZero,
            CheckedSheet sheet) {
        this.ledger = ledger;
        this.run = run;
        this.wasZero = wasZero;
        this.service = service;
        this.options = RunOptions.of(run);
        this.isExport = WithheldStock.isExport(sheet);
        this.holdsNewColours = sheet.header().holdsNewColours();
        this.colours = new SheetColours(sheet, catalogue(sheet));
        this.staged = tally(sheet);
        this.obstacle = unreadRow(sheet).or(this::newlyUnknown);
        this.unreadable =
                new SheetNaming.Unreadable(sheet.unread().haveAnyProduct(), obstacle.isPresent());
    }

    /** Why missing sizes may be in the sheet after all; empty if each row can be read. */
    private static Optional<String> unreadRow(CheckedSheet sheet) {
        int first = sheet.unread().first();
        return first == 0
                ? Optional.empty()
                : Optional.of(
                        "the product or colour of %s cannot be read, so it may be one of them"
                                .formatted(sheet.sheets().place(first)));
    }

    /**
     * A product that the merchant does not have may be a misspelled one that seems to be missing,
     * unless the last sheet had it too.
     */
    private Optional<String> newlyUnknown() {
        Set<String> unknown = new TreeSet<>(colours.unknown());
        if (run.view().missing() != MissingMode.ZERO || unknown.isEmpty()) {
            return Optional.empty();
        }
        lastFinished()
                .map(last -> ledger.problems().unknownProducts(last.id()))
                .ifPresent(unknown::removeAll);
        return unknown.stream()
                .findFirst()
                .map(
                        first ->
                                "product '%s' is not in the merchant's product list and was not in the last sheet, so it may be one of them misspelled"
                                        .formatted(first));
    }

    /**
     * The product list; a missing product is only believed after a second look. Products that the
     * book knows and the list lacks are found all the same (rule 4).
     */
    private ProductCatalogue catalogue(CheckedSheet sheet) {
        List<ProductSummary> list = new ArrayList<>(service.products());
        ProductCatalogue first = new ProductCatalogue(list);
        if (sheet.products().noneMatch(first::isUnknown)) {
            return first;
        }
        list.addAll(service.products());
        ProductCatalogue both = new ProductCatalogue(list);
        Book book = ledger.book(run.account());
        Set<Integer> unlisted = new TreeSet<>(book.products());
        unlisted.removeIf(both::contains);
        book.products(unlisted).values().forEach(each -> both.addUnlisted(each.id(), each.item()));
        return both;
    }

    public static Tally tally(CheckedSheet sheet) {
        return Tally.NONE
                .plus(ColourState.READY, sheet.colourCount(ColourState.READY), sheet.accepted())
                .plus(
                        ColourState.REJECTED,
                        sheet.colourCount(ColourState.REJECTED),
                        sheet.rejected())
                .plus(ColourState.HELD, sheet.colourCount(ColourState.HELD), sheet.held());
    }

    /** The products of the sheet that the service has. */
    public Set<Integer> products() {
        return colours.products();
    }

    ImportOptions options() {
        return options;
    }

    NewColours newColours() {
        return new NewColours(colours, options, holdsNewColours);
    }

    SheetColours colours() {
        return colours;
    }

    SheetNaming.Unreadable unreadable() {
        return unreadable;
    }

    public ProductCatalogue catalogue() {
        return colours.catalogue();
    }

    /** Looks at what every settling needs to know. */
    public void readStock(Look look) {
        Book book = ledger.book(run.account()).recent(service.recent());
        splitsRanges = book.splitsRanges().orElse(null);
        if (run.work() == Work.NEW) {
            stocked = stocked(look, book);
        }
    }

    /** Looks at what settling has met. */
    public void readStock(Set<Integer> unclear, Look look) {
        Book book = ledger.book(run.account());
        asked.addAll(unclear);
        read.addAll(look(look, book.products(unclear).values(), book).keySet());
    }

    /** Looks at products; a range among them tells whether the store splits ranges (rule 14). */
    private Map<Integer, Told> look(Look look, Collection<ProductEntry> products, Book book) {
        Map<Integer, Told> told = look.at(products, book);
        if (splitsRanges == null) {
            splitsRanges = ShownStock.recordSplitting(told.values(), book).orElse(null);
        }
        return told;
    }

    /**
     * The products of the sheet that have stock, by the product list's filter, read twice. Stock
     * from an unfinished or undone run does not count, and what was just sent counts before a list
     * shows it (rule 7).
     */
    private Set<Integer> stocked(Look look, Book book) {
        Set<Integer> found = new HashSet<>(colours.products());
        found.removeAll(service.withoutStock());
        if (!found.isEmpty()) {
            found.removeAll(service.withoutStock());
        }
        List<ProductEntry> ours =
                book.products(found).values().stream()
                        .filter(product -> LookRules.mayBeOurs(product, book))
                        .toList();
        Map<Integer, Told> told = look(look, ours, book);
        for (ProductEntry product : ours) {
            if (opensRanges()) {
                product.openRanges();
            }
            Told ofProduct = told.get(product.id());
            if (ofProduct != null
                    && !ofProduct.hasUnreadableStock()
                    && !LookRules.isStocked(product, book)) {
                found.remove(product.id());
            }
        }
        if (service.recent() != Long.MAX_VALUE) {
            book.products(colours.products()).values().stream()
                    .filter(product -> LookRules.isJustStocked(product, book))
                    .forEach(product -> found.add(product.id()));
        }
        if (run.corrects() != null) {
            leftOutBefore(found);
        }
        return found;
    }

    /** A corrected run leaves out the products that the runs before it left out (rule 7). */
    private void leftOutBefore(Set<Integer> found) {
        Set<ColourState> undecided = EnumSet.of(ColourState.REJECTED, ColourState.HELD);
        for (Run each : new SheetOrder(ledger.runs()).ofSamePlace(run)) {
            ledger.colours()
                    .all(each.id())
                    .filter(colour -> each.number() < run.number())
                    .filter(colour -> !undecided.contains(colour.state()))
                    .forEach(
                            colour -> {
                                if (colour.state() == ColourState.LEFT_OUT) {
                                    found.add(colour.product());
                                } else {
                                    found.remove(colour.product());
                                }
                            });
        }
    }

    /** Whether a product has stock, and only those without are sent. */
    boolean isStocked(int product) {
        return stocked.contains(product);
    }

    /** Whether a product was looked at, and could be read or not. */
    boolean wasAsked(int product) {
        return asked.contains(product);
    }

    boolean wasRead(int product) {
        return read.contains(product);
    }

    /** Whether a look would tell how the store shows our ranges. */
    boolean asksForRanges() {
        return asked.isEmpty() && splitsRanges == null;
    }

    Optional<Run> lastFinished() {
        return ledger.runs().lastFinished(run.account(), run.job());
    }

    Optional<RowsProblem> newerRuns(Tally tally) {
        return SheetWarnings.newerRuns(run.account(), tally, ledger.runs());
    }

    boolean isExport() {
        return isExport;
    }

    /** The balance of the sheet by itself. */
    Tally staged() {
        return staged;
    }

    boolean opensRanges() {
        return Boolean.TRUE.equals(splitsRanges);
    }

    /** Settles the sheet from the start; {@code before} sees each product first. */
    public SettledSheet settle(
            Settlement.RunNaming naming, StockDiff.Builder diff, Consumer<ProductEntry> before) {
        colours.dropJoinProblems();
        LostStock lost = new LostStock(run.job(), wasZero, obstacle);
        return new Settler(this, run.view(), naming.book(), lost, diff).settleAll(naming, before);
    }
}
