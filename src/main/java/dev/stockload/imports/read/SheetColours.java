package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;

import dev.stockload.book.RowsProblem;
import dev.stockload.book.rules.ColourNames;
import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Size;

import org.apache.commons.collections4.SetUtils;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The colours of a sheet with their products, in the order of the products. A sheet may name one
 * product by its id in one row and by its item number in another: if these are the same colour, it
 * is sent as one, or not at all.
 */
public final class SheetColours {
    private final ProductCatalogue catalogue;
    private final Map<HeaderField, String> columns;
    private final SheetRows sheets;
    private final List<RowsProblem> problems = new ArrayList<>();
    private final SortedMap<Integer, List<CheckedColour>> parts = new TreeMap<>();
    private final SortedMap<Integer, List<CheckedColour>> unlisted = new TreeMap<>();
    private final List<SheetColour> unresolved = new ArrayList<>();
    private final Set<String> unknown = new HashSet<>();
    private final Set<ProductColour> mayLack = new HashSet<>();
    private final Set<Integer> unread = new HashSet<>();
    private final int unresolvedProblems;

    private record ProductColour(int product, String key) {}

    /** A colour of a sheet with its product, which is 0 if it was not found. */
    record SheetColour(
            ColourState state, int product, String key, List<CheckedColour> colours, int[] rows) {
        static SheetColour of(int product, CheckedColour colour) {
            return new SheetColour(
                    colour.state(),
                    product,
                    ColourKey.of(colour.name()),
                    List.of(colour),
                    colour.rows());
        }

        String name() {
            return colours.get(0).name();
        }

        List<CheckedColour.Line> lines() {
            return colours.size() == 1
                    ? colours.get(0).lines()
                    : colours.stream().flatMap(colour -> colour.lines().stream()).toList();
        }

        /** How many rows it has that are bad by themselves. */
        int badRows() {
            return state == READY ? 0 : colours.stream().mapToInt(CheckedColour::badRows).sum();
        }

        /** The row that explains why it is not sent: its first bad one, or else its first. */
        int rowOfProblem() {
            int badRow = colours.get(0).badRow();
            return badRow > 0 || rows.length == 0 ? badRow : rows[0];
        }

        SheetColour in(ColourState other) {
            return new SheetColour(other, product, key, colours, rows);
        }

        /** With the key of the colour that the service shows under this name, if it shows one. */
        SheetColour namedBy(ColourNames names) {
            return withKey(names.keyOf(name(), key).orElse(key));
        }

        SheetColour withKey(String other) {
            return new SheetColour(state, product, other, colours, rows);
        }
    }

    SheetColours(CheckedSheet sheet, ProductCatalogue catalogue) {
        this.catalogue = catalogue;
        this.columns = sheet.header().columnNames();
        this.sheets = sheet.sheets();
        sheet.colours().forEach(this::resolve);
        unresolvedProblems = problems.size();
        for (ProductRef product : sheet.unread().products()) {
            int found = catalogue.find(product);
            unread.add(found == 0 ? catalogue.findUnlisted(product) : found);
        }
        unread.remove(0);
    }

    /** Whether the colour of one of the product's rows is unreadable. */
    boolean isUnread(int product) {
        return unread.contains(product);
    }

    private void resolve(CheckedColour colour) {
        int product = catalogue.find(colour.product());
        int notListed = product == 0 ? catalogue.findUnlisted(colour.product()) : 0;
        if (product == 0) {
            reportMissing(
                    colour, catalogue.missed(colour.product()), !catalogue.isUnlisted(notListed));
        }
        if (product + notListed != 0) {
            (notListed == 0 ? parts : unlisted)
                    .computeIfAbsent(product + notListed, id -> new ArrayList<>())
                    .add(colour);
            return;
        }
        SheetColour part = SheetColour.of(0, colour);
        unresolved.add(part.state() == READY ? part.in(REJECTED) : part);
    }

    private void reportMissing(
            CheckedColour colour, ProductCatalogue.Missed missed, boolean isNew) {
        HeaderField field = missed.byItem() ? HeaderField.ITEM : HeaderField.PRODUCT;
        String found =
                missed.byItem() ? colour.product().item() : String.valueOf(colour.product().id());
        if (colour.state() == READY) {
            problems.add(
                    new RowsProblem(
                            colour.rows(),
                            columns.getOrDefault(field, field.label()),
                            found,
                            missed.code(),
                            missed.advice()));
        }
        if (missed.code() == ProblemCode.PRODUCT_UNKNOWN && isNew) {
            unknown.add(found);
        }
        catalogue
                .mayBe(colour.product())
                .forEach(id -> mayLack.add(new ProductColour(id, ColourKey.of(colour.name()))));
    }

    ProductCatalogue catalogue() {
        return catalogue;
    }

    Set<Integer> products() {
        return parts.keySet();
    }

    /** Also those that are not listed, or have only rows whose colour is unreadable. */
    Set<Integer> productsWithUnread() {
        return SetUtils.union(SetUtils.union(products(), unlisted.keySet()), unread);
    }

    /** The colours of a product that is not listed, as the sheet has them. */
    List<SheetColour> unlisted(int product) {
        return colours(product, unlisted).toList();
    }

    /** Rejects a colour of a product that is listed again, but could not be looked at. */
    SheetColour notShown(SheetColour part) {
        String column = columns.getOrDefault(HeaderField.PRODUCT, HeaderField.PRODUCT.label());
        problems.add(
                new RowsProblem(
                        part.rows(),
                        column,
                        String.valueOf(part.product()),
                        ProblemCode.PRODUCT_UNKNOWN,
                        "was not in the merchant's product list, and what it has is not shown yet:"
                                + " the next import sends it"));
        return part.in(REJECTED);
    }

    List<SheetColour> unresolved() {
        return unresolved;
    }

    /** The products named in the sheet that neither the merchant nor the book has. */
    Set<String> unknown() {
        return unknown;
    }

    /** Problems found after the sheet was checked. */
    List<RowsProblem> problems() {
        return problems;
    }

    /** Made when they are asked for: together they would take much memory. */
    private static Stream<SheetColour> colours(int product, Map<Integer, List<CheckedColour>> of) {
        return of.getOrDefault(product, List.of()).stream()
                .map(colour -> SheetColour.of(product, colour));
    }

    /** The colours of a product, by key; parts of the same colour are joined. */
    List<SheetColour> of(int product) {
        Map<String, List<SheetColour>> byKey =
                colours(product, parts)
                        .collect(
                                Collectors.groupingBy(
                                        SheetColour::key, TreeMap::new, Collectors.toList()));
        List<SheetColour> joined = new ArrayList<>(byKey.size());
        for (List<SheetColour> same : byKey.values()) {
            joined.addAll(same.size() == 1 ? List.of(complete(same.get(0))) : joined(same));
        }
        return joined;
    }

    /** Drops the problems that were found by joining, to join again. */
    void dropJoinProblems() {
        problems.subList(unresolvedProblems, problems.size()).clear();
    }

    /** Holds a colour if a row with an unclear product may belong to it. */
    private SheetColour complete(SheetColour part) {
        return part.state() == READY
                        && mayLack.contains(new ProductColour(part.product(), part.key()))
                ? held(
                        part,
                        "is good, but held because another row may belong to product %d and this"
                                + " colour: a colour is sent whole")
                : part;
    }

    private List<SheetColour> joined(List<SheetColour> same) {
        if (same.stream().anyMatch(part -> part.state() != READY)) {
            return same.stream()
                    .map(
                            part ->
                                    held(
                                            part,
                                            "is good, but held because other rows of product %d and"
                                                + " this colour have a problem: a colour is sent"
                                                + " whole"))
                    .toList();
        }
        Size twice = overlapping(same);
        if (twice != null) {
            return same.stream().map(part -> rejected(part, same, twice)).toList();
        }
        List<CheckedColour> colours = new ArrayList<>();
        same.forEach(part -> colours.addAll(part.colours()));
        SheetColour first = same.get(0);
        int[] rows =
                same.stream().flatMapToInt(part -> IntStream.of(part.rows())).sorted().toArray();
        return List.of(
                complete(new SheetColour(READY, first.product(), first.key(), colours, rows)));
    }

    private SheetColour held(SheetColour part, String why) {
        if (part.state() != READY) {
            return part;
        }
        add(part, ProblemCode.COLOUR_HELD, why.formatted(part.product()));
        return part.in(HELD);
    }

    SheetColour misspelled(SheetColour part, Collection<String> names) {
        add(part, ProblemCode.COLOUR_SPELLING, anyOf(names, part.product()));
        return part.in(REJECTED);
    }

    /** Holds a new colour until a person says that it is none of those that its product has. */
    SheetColour heldAsNew(SheetColour part, String advice) {
        add(
                part,
                ProblemCode.COLOUR_NEW,
                "%s: correct it, or say that it is really new (values: { colour: { %s: %s } })"
                        .formatted(advice, part.name(), part.name()));
        return part.in(REJECTED);
    }

    List<RowPlace> places(SheetColour part) {
        return IntStream.of(part.rows()).mapToObj(sheets::place).toList();
    }

    public static String anyOf(Collection<String> names, int product) {
        return "could be any of %s, which the merchant service has for product %d: write it like one of them"
                .formatted(names.stream().sorted().collect(Collectors.joining(", ")), product);
    }

    private SheetColour rejected(SheetColour part, List<SheetColour> same, Size twice) {
        SheetColour other = same.get(part == same.get(0) ? 1 : 0);
        add(
                part,
                ProblemCode.SIZE_DUPLICATE,
                "of product %d is also in %s, once by product id and once by item number, both with size %s: keep one of the two"
                        .formatted(part.product(), sheets.place(other.rows()[0]), twice));
        return part.in(REJECTED);
    }

    private void add(SheetColour part, ProblemCode code, String sentence) {
        String column = columns.getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.label());
        problems.add(new RowsProblem(part.rows(), column, part.name(), code, sentence));
    }

    /** A size of one part that overlaps with a size of another; null if there is none. */
    private static Size overlapping(List<SheetColour> same) {
        List<Size> before = new ArrayList<>();
        for (SheetColour part : same) {
            List<Size> own = part.lines().stream().map(CheckedColour.Line::size).sorted().toList();
            for (Size size : own) {
                if (before.stream().anyMatch(size::overlaps)) {
                    return size;
                }
            }
            before.addAll(own);
        }
        return null;
    }
}
