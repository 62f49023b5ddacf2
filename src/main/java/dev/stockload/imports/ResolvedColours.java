package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;

import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.StagedColour;
import dev.stockload.sheet.HeaderField;
import dev.stockload.stock.ProblemCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The colours of a sheet with the products that they belong to, and what has none. */
final class ResolvedColours {
    private static final Comparator<LedgerColour> BY_NAME =
            Comparator.comparing(LedgerColour::name)
                    .thenComparing(
                            LedgerColour::rows, Comparator.comparingInt(ResolvedColours::first));

    private final ProductCatalogue catalogue;
    private final Map<HeaderField, String> columns;
    private final List<RowsProblem> problems;
    private final List<LedgerColour> colours = new ArrayList<>();
    private final List<LedgerColour> unresolved = new ArrayList<>();

    /** What names no product of the merchant. */
    private final Set<String> unknown = new HashSet<>();

    /** Colours of which a row with an unclear product may be a part. */
    private final Set<AcknowledgedStock.Key> mayLack = new HashSet<>();

    private int readyRows;

    /**
     * @param problems takes the rows whose product is not found
     */
    ResolvedColours(
            Iterable<StagedColour> all,
            ProductCatalogue catalogue,
            Map<HeaderField, String> columns,
            List<RowsProblem> problems) {
        this.catalogue = catalogue;
        this.columns = columns;
        this.problems = problems;
        resolve(all);
    }

    /** Finds the product of each staged colour; one that is not found rejects its colour. */
    private void resolve(Iterable<StagedColour> all) {
        Map<String, String> names = new HashMap<>();
        int number = 0;
        for (StagedColour staged : all) {
            ProductCatalogue.Match match = catalogue.find(staged.product());
            ColourState state = staged.state();
            readyRows += state == READY ? staged.rows().length : 0;
            int product = 0;
            if (match instanceof ProductCatalogue.Match.Found found) {
                product = found.product();
            } else if (match instanceof ProductCatalogue.Match.Missed missed) {
                miss(staged, missed);
                state = state == READY ? REJECTED : state;
            }
            LedgerColour colour = colour(state, product, staged, number++, names);
            (product == 0 ? unresolved : colours).add(colour);
        }
    }

    private void miss(StagedColour staged, ProductCatalogue.Match.Missed missed) {
        HeaderField field = missed.byItem() ? HeaderField.ITEM : HeaderField.PRODUCT;
        String found =
                missed.byItem() ? staged.product().item() : String.valueOf(staged.product().id());
        if (staged.state() == READY) {
            problems.add(
                    new RowsProblem(
                            staged.rows(),
                            columns.getOrDefault(field, field.words()),
                            found,
                            missed.code(),
                            missed.advice()));
        }
        if (missed.code() == ProblemCode.PRODUCT_UNKNOWN) {
            unknown.add(found);
        }
        catalogue
                .mayBe(staged.product())
                .forEach(id -> mayLack.add(new AcknowledgedStock.Key(id, staged.name())));
    }

    private static LedgerColour colour(
            ColourState state,
            int product,
            StagedColour staged,
            int number,
            Map<String, String> names) {
        String name = names.computeIfAbsent(staged.name(), same -> same);
        return new LedgerColour(
                0, state, product, name, staged.sizes(), staged.rows(), new int[] {number});
    }

    /** The rows of the sheet whose colours are ready as far as the sheet tells. */
    int readyRows() {
        return readyRows;
    }

    /** The colours whose product was not found. */
    List<LedgerColour> unresolved() {
        return unresolved;
    }

    Set<String> unknown() {
        return unknown;
    }

    /** Whether a row with an unclear product may be a part of this colour. */
    boolean mayLackRows(AcknowledgedStock.Key colour) {
        return mayLack.contains(colour);
    }

    /** The colours of each product, in the order of products and names, the same ones joined. */
    Iterator<List<LedgerColour>> byProduct() {
        long[] places = new long[colours.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = (long) colours.get(i).product() << 32 | i;
        }
        Arrays.sort(places);
        ColourMerge same =
                new ColourMerge(
                        columns.getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.words()),
                        problems::add);
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < places.length;
            }

            @Override
            public List<LedgerColour> next() {
                List<LedgerColour> product = new ArrayList<>();
                long id = places[at] >>> 32;
                while (at < places.length && places[at] >>> 32 == id) {
                    product.add(colours.get((int) places[at++]));
                }
                product.sort(BY_NAME);
                return same.join(product);
            }
        };
    }

    private static int first(int[] rows) {
        return rows.length == 0 ? 0 : rows[0];
    }
}
