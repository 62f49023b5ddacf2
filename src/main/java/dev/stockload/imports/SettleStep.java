package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Tally;
import dev.stockload.sheet.Field;
import dev.stockload.stock.Code;
import dev.stockload.stock.PackedSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settles what needs the whole sheet and the product list: which product each colour belongs to,
 * which colours are one, what is left out, and the sending order.
 */
final class SettleStep {
    private static final int PRODUCTS_AT_A_TIME = 500;

    private static final Comparator<LedgerColour> BY_NAME =
            Comparator.comparing(LedgerColour::name)
                    .thenComparing(LedgerColour::rows, Comparator.comparingInt(SettleStep::first));

    private final Ledger ledger;
    private final Run run;
    private final AlreadySent alreadySent;
    private final ProductCatalogue catalogue;
    private final Map<Field, String> columns;
    private final List<RowsProblem> problems = new ArrayList<>();

    /** Colours of which a row with an unclear product may be a part. */
    private final Set<Acknowledged.Key> mayLack = new HashSet<>();

    private final List<LedgerColour> soldOut = new ArrayList<>();
    private final List<LedgerColour> others = new ArrayList<>();
    private final List<LedgerColour> left = new ArrayList<>();
    private int readyRows;
    private Tally tally;

    SettleStep(Ledger ledger, Run run, ProductCatalogue catalogue, Map<Field, String> columns) {
        this.ledger = ledger;
        this.run = run;
        this.alreadySent = AlreadySent.of(run);
        this.catalogue = catalogue;
        this.columns = columns;
    }

    void settle(Iterable<StagedColour> staged, Tally before) {
        Iterator<List<LedgerColour>> products = byProduct(resolve(staged)).iterator();
        while (products.hasNext()) {
            List<List<LedgerColour>> some = new ArrayList<>();
            while (some.size() < PRODUCTS_AT_A_TIME && products.hasNext()) {
                some.add(products.next());
            }
            Map<Acknowledged.Key, Acknowledged.Entry> known =
                    alreadySent.isAsked()
                            ? ledger.acknowledged()
                                    .of(
                                            run.account(),
                                            some.stream().map(p -> p.get(0).product()).toList())
                            : Map.of();
            some.forEach(product -> order(product, known));
        }
        tally = tally(before);
    }

    /** All colours: those with a sold-out size, the others, and last what is not sent. */
    List<LedgerColour> inOrder() {
        List<LedgerColour> all = new ArrayList<>(soldOut.size() + others.size() + left.size());
        all.addAll(soldOut);
        all.addAll(others);
        all.addAll(left);
        return all;
    }

    List<RowsProblem> problems() {
        return problems;
    }

    Tally tally() {
        return tally;
    }

    /** Finds the product of each staged colour; one that is not found rejects its colour. */
    private List<LedgerColour> resolve(Iterable<StagedColour> all) {
        List<LedgerColour> colours = new ArrayList<>();
        Map<String, String> names = new HashMap<>();
        int number = 0;
        for (StagedColour staged : all) {
            ProductCatalogue.Match match = catalogue.find(staged.product());
            ColourState state = staged.state();
            int product = match instanceof ProductCatalogue.Match.Found found ? found.product() : 0;
            if (state == READY) {
                readyRows += staged.rows().length;
                if (match instanceof ProductCatalogue.Match.Missed missed) {
                    state = REJECTED;
                    problems.add(problem(staged, missed));
                }
            }
            if (product == 0) {
                catalogue
                        .mayBe(staged.product())
                        .forEach(id -> mayLack.add(new Acknowledged.Key(id, staged.name())));
            }
            LedgerColour colour = colour(state, product, staged, number++, names);
            (product == 0 ? left : colours).add(colour);
        }
        return colours;
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

    private RowsProblem problem(StagedColour staged, ProductCatalogue.Match.Missed missed) {
        Field field = missed.byItem() ? Field.ITEM : Field.PRODUCT;
        String found =
                missed.byItem() ? staged.product().item() : String.valueOf(staged.product().id());
        String column = columns.getOrDefault(field, field.words());
        return new RowsProblem(staged.rows(), column, found, missed.code(), missed.advice());
    }

    /** The colours of each product, in the order of products and names, the same ones joined. */
    private Iterable<List<LedgerColour>> byProduct(List<LedgerColour> colours) {
        long[] places = new long[colours.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = (long) colours.get(i).product() << 32 | i;
        }
        Arrays.sort(places);
        ColourMerge same =
                new ColourMerge(
                        columns.getOrDefault(Field.COLOUR, Field.COLOUR.words()), problems::add);
        return () ->
                new Iterator<>() {
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

    private void order(
            List<LedgerColour> product, Map<Acknowledged.Key, Acknowledged.Entry> known) {
        List<LedgerColour> sending = new ArrayList<>();
        for (LedgerColour colour : product) {
            Acknowledged.Entry last =
                    known.get(new Acknowledged.Key(colour.product(), colour.name()));
            if (colour.state() != READY) {
                left.add(colour);
            } else if (mayLack.contains(new Acknowledged.Key(colour.product(), colour.name()))) {
                left.add(held(colour));
            } else if (alreadySent.covers(colour, last)) {
                left.add(colour.in(UNCHANGED));
            } else {
                sending.add(colour);
            }
        }
        boolean gone = sending.stream().map(LedgerColour::sizes).anyMatch(PackedSizes::hasSoldOut);
        (gone ? soldOut : others).addAll(sending);
    }

    private LedgerColour held(LedgerColour colour) {
        problems.add(
                new RowsProblem(
                        colour.rows(),
                        columns.getOrDefault(Field.COLOUR, Field.COLOUR.words()),
                        colour.name(),
                        Code.COLOUR_HELD,
                        "is good, but held because another row may belong to product %d and this colour: a colour is sent whole"
                                .formatted(colour.product())));
        return colour.in(HELD);
    }

    /** Rows that the sheet's own problems keep back stay counted as they were. */
    private Tally tally(Tally staged) {
        if (staged.rows(READY) != readyRows) {
            throw new IllegalStateException(
                    "The ready colours of run %s have %d rows, expected %d"
                            .formatted(run.id(), readyRows, staged.rows(READY)));
        }
        int lateRejected = 0;
        int lateHeld = 0;
        for (RowsProblem problem : problems) {
            if (problem.code() == Code.COLOUR_HELD) {
                lateHeld += problem.rows().length;
            } else {
                lateRejected += problem.rows().length;
            }
        }
        Map<ColourState, Integer> colours = new EnumMap<>(ColourState.class);
        int unchanged = 0;
        for (LedgerColour colour : left) {
            colours.merge(colour.state(), 1, Integer::sum);
            unchanged += colour.state() == UNCHANGED ? colour.rows().length : 0;
        }
        int sending = readyRows - lateRejected - lateHeld - unchanged;
        return Tally.NONE
                .plus(READY, soldOut.size() + others.size(), sending)
                .plus(UNCHANGED, colours.getOrDefault(UNCHANGED, 0), unchanged)
                .plus(
                        REJECTED,
                        colours.getOrDefault(REJECTED, 0),
                        staged.rows(REJECTED) + lateRejected)
                .plus(HELD, colours.getOrDefault(HELD, 0), staged.rows(HELD) + lateHeld);
    }

    private static int first(int[] rows) {
        return rows.length == 0 ? 0 : rows[0];
    }
}
