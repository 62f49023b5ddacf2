package dev.stockload.imports.read;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;

import dev.stockload.book.RowsProblem;
import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Size;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The colours of a sheet with their products, in the order of the products. A sheet may name one
 * product by its id in one row and by its item number in another: if these are the same colour, it
 * is sent as one, or not at all.
 */
public final class SheetColours {
    private static final Comparator<Part> ORDER =
            Comparator.comparingInt(Part::product)
                    .thenComparing(Part::key)
                    .thenComparingInt(part -> part.rows()[0]);

    private final ProductCatalogue catalogue;
    private final Map<HeaderField, String> columns;
    private final SheetRows sheets;
    private final List<RowsProblem> problems = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> unresolved = new ArrayList<>();
    private final Set<String> unknown = new HashSet<>();
    private final Set<Place> mayLack = new HashSet<>();
    private final Set<Integer> unread = new HashSet<>();
    private final Set<Integer> products;
    private final int[] ids;
    private final int unresolvedProblems;
    private int at;
    private int nextPart;

    private record Place(int product, String key) {}

    /** A colour of the sheet with its product, which is 0 if it was not found. */
    record Part(
            ColourState state, int product, String key, List<CheckedColour> colours, int[] rows) {
        String name() {
            return colours.get(0).name();
        }

        Stream<CheckedColour.Line> lines() {
            return colours.stream().flatMap(colour -> colour.lines().stream());
        }

        /** The row that explains why it is not sent: its first bad one, or else its first. */
        int rowOfProblem() {
            int badRow = colours.get(0).badRow();
            return badRow > 0 || rows.length == 0 ? badRow : rows[0];
        }

        Part in(ColourState other) {
            return new Part(other, product, key, colours, rows);
        }

        Part withKey(String other) {
            return new Part(state, product, other, colours, rows);
        }
    }

    SheetColours(CheckedSheet sheet, ProductCatalogue catalogue) {
        this.catalogue = catalogue;
        this.columns = sheet.header().columnNames();
        this.sheets = sheet.sheets();
        sheet.colours().forEach(this::resolve);
        unresolvedProblems = problems.size();
        for (ProductRef product : sheet.unread().products()) {
            unread.add(catalogue.find(product));
        }
        unread.remove(0);
        products = parts.stream().map(Part::product).collect(Collectors.toSet());
        parts.sort(ORDER);
        ids =
                IntStream.concat(
                                parts.stream().mapToInt(Part::product),
                                unread.stream().mapToInt(id -> id))
                        .sorted()
                        .distinct()
                        .toArray();
    }

    /** Whether the colour of one of the product's rows is unreadable. */
    boolean isUnread(int product) {
        return unread.contains(product);
    }

    private void resolve(CheckedColour colour) {
        ColourState state = colour.state();
        int product = catalogue.find(colour.product());
        if (product == 0) {
            miss(colour, catalogue.missed(colour.product()));
            state = state == READY ? REJECTED : state;
        }
        Part part =
                new Part(
                        state,
                        product,
                        ColourKey.of(colour.name()),
                        List.of(colour),
                        colour.rows());
        (product == 0 ? unresolved : parts).add(part);
    }

    private void miss(CheckedColour colour, ProductCatalogue.Missed missed) {
        HeaderField field = missed.byItem() ? HeaderField.ITEM : HeaderField.PRODUCT;
        String found =
                missed.byItem() ? colour.product().item() : String.valueOf(colour.product().id());
        if (colour.state() == READY) {
            problems.add(
                    new RowsProblem(
                            colour.rows(),
                            columns.getOrDefault(field, field.words()),
                            found,
                            missed.code(),
                            missed.advice()));
        }
        if (missed.code() == ProblemCode.PRODUCT_UNKNOWN) {
            unknown.add(found);
        }
        catalogue
                .mayBe(colour.product())
                .forEach(id -> mayLack.add(new Place(id, ColourKey.of(colour.name()))));
    }

    ProductCatalogue catalogue() {
        return catalogue;
    }

    Set<Integer> products() {
        return products;
    }

    List<Part> unresolved() {
        return unresolved;
    }

    /** The products named in the sheet that the merchant does not have. */
    Set<String> unknown() {
        return unknown;
    }

    /** Problems found after the sheet was checked. */
    List<RowsProblem> problems() {
        return problems;
    }

    boolean hasNext() {
        return at < ids.length;
    }

    int nextProduct() {
        return ids[at];
    }

    /** The colours of the next product, by key; parts of the same colour are joined. */
    List<Part> next() {
        int id = ids[at++];
        int first = nextPart;
        while (nextPart < parts.size() && parts.get(nextPart).product() == id) {
            nextPart++;
        }
        return joined(parts.subList(first, nextPart));
    }

    /** Starts again with the first product; problems found by joining are dropped. */
    void again() {
        at = 0;
        nextPart = 0;
        problems.subList(unresolvedProblems, problems.size()).clear();
    }

    private List<Part> joined(List<Part> product) {
        List<Part> joined = new ArrayList<>(product.size());
        for (int from = 0; from < product.size(); ) {
            int to = from + 1;
            while (to < product.size() && product.get(to).key().equals(product.get(from).key())) {
                to++;
            }
            List<Part> same = product.subList(from, to);
            joined.addAll(same.size() == 1 ? List.of(whole(same.get(0))) : one(same));
            from = to;
        }
        return joined;
    }

    /** Holds a colour if a row with an unclear product may belong to it. */
    private Part whole(Part part) {
        return part.state() == READY && mayLack.contains(new Place(part.product(), part.key()))
                ? held(
                        part,
                        "is good, but held because another row may belong to product %d and this"
                                + " colour: a colour is sent whole")
                : part;
    }

    private List<Part> one(List<Part> same) {
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
        Size twice = twice(same);
        if (twice != null) {
            return same.stream().map(part -> rejected(part, same, twice)).toList();
        }
        List<CheckedColour> colours = new ArrayList<>();
        same.forEach(part -> colours.addAll(part.colours()));
        Part first = same.get(0);
        int[] rows =
                same.stream().flatMapToInt(part -> IntStream.of(part.rows())).sorted().toArray();
        return List.of(whole(new Part(READY, first.product(), first.key(), colours, rows)));
    }

    private Part held(Part part, String why) {
        if (part.state() != READY) {
            return part;
        }
        add(part, ProblemCode.COLOUR_HELD, why.formatted(part.product()));
        return part.in(HELD);
    }

    Part misspelled(Part part, Collection<String> names) {
        add(part, ProblemCode.COLOUR_SPELLING, anyOf(names, part.product()));
        return part.in(REJECTED);
    }

    public static String anyOf(Collection<String> names, int product) {
        return "could be any of %s, which the merchant service has for product %d: write it like one of them"
                .formatted(names.stream().sorted().collect(Collectors.joining(", ")), product);
    }

    private Part rejected(Part part, List<Part> same, Size twice) {
        Part other = same.get(part == same.get(0) ? 1 : 0);
        add(
                part,
                ProblemCode.SIZE_DUPLICATE,
                "of product %d is also in %s, once by product id and once by item number, both with size %s: keep one of the two"
                        .formatted(part.product(), sheets.place(other.rows()[0]), twice));
        return part.in(REJECTED);
    }

    private void add(Part part, ProblemCode code, String said) {
        String column = columns.getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.words());
        problems.add(new RowsProblem(part.rows(), column, part.name(), code, said));
    }

    /** A size of one part that overlaps with a size of another; null if there is none. */
    private static Size twice(List<Part> same) {
        List<Size> before = new ArrayList<>();
        for (Part part : same) {
            List<Size> own = part.lines().map(CheckedColour.Line::size).toList();
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
