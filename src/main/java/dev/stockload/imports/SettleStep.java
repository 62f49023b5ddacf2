package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.HELD;
import static dev.stockload.ledger.ColourState.LEFT_OUT;
import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.REJECTED;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.compare.KnownColours;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.runs.RetryingClient;
import dev.stockload.sheet.HeaderField;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProblemCode;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Settles what needs the whole sheet and the product list: which product each colour belongs to,
 * which colours are one, what is left out, what is missing, and the sending order.
 */
final class SettleStep {
    private static final int PRODUCTS_AT_A_TIME = 500;

    private final Ledger ledger;
    private final Run run;
    private final RetryingClient service;
    private final SheetFindings sheet;
    private final AlreadySent alreadySent;
    private final MissingSizes missing;
    private final List<RowsProblem> problems = new ArrayList<>();
    private final List<LedgerColour> zeros = new ArrayList<>();
    private final List<LedgerColour> soldOut = new ArrayList<>();
    private final List<LedgerColour> others = new ArrayList<>();
    private final List<LedgerColour> left = new ArrayList<>();
    private final List<AcknowledgedStock.Key> adopted = new ArrayList<>();
    private final RespelledColours respelled;
    private ResolvedColours resolved;

    /**
     * What is known of a sheet beside its colours.
     *
     * @param columns how it names them
     * @param obstacle why what it does not name may be there after all
     */
    record SheetFindings(
            ProductCatalogue catalogue,
            Map<HeaderField, String> columns,
            Optional<String> obstacle) {}

    SettleStep(Ledger ledger, Run run, RetryingClient service, SheetFindings sheet) {
        this.ledger = ledger;
        this.run = run;
        this.service = service;
        this.sheet = sheet;
        this.alreadySent = AlreadySent.of(run, ledger);
        this.missing = new MissingSizes(run, RunOptions.read(run.options()).missing());
        this.respelled = new RespelledColours(missing);
        sheet.obstacle().ifPresent(missing::obstructedBy);
    }

    Staging.Settled settle(Iterable<StagedColour> staged, Tally before) {
        resolved = new ResolvedColours(staged, sheet.catalogue(), sheet.columns(), problems);
        left.addAll(resolved.unresolved());
        if (missing.makesZeros()) {
            UnreadableRows.newlyUnknown(ledger, run, resolved.unknown())
                    .ifPresent(missing::obstructedBy);
        }
        Set<Integer> named = orderAll();
        if (missing.isAsked()) {
            leftProducts(named);
        }
        return settled(before);
    }

    /** What was found out about what had been acknowledged. */
    AcknowledgedStock.Corrections corrections() {
        return new AcknowledgedStock.Corrections(
                adopted,
                respelled.joined(),
                respelled.replaced(),
                respelled.gone(),
                missing.goneSizes());
    }

    MissingSizes missing() {
        return missing;
    }

    /** Puts all products of the sheet in order; returns them. */
    private Set<Integer> orderAll() {
        boolean newOnly = run.send().equals(SendMode.NEW.key());
        Set<Integer> withoutStock = newOnly ? service.withoutStock() : Set.of();
        Set<Integer> named = new HashSet<>();
        Iterator<List<LedgerColour>> products = resolved.byProduct();
        while (products.hasNext()) {
            service.checkStop();
            List<List<LedgerColour>> some = new ArrayList<>();
            while (some.size() < PRODUCTS_AT_A_TIME && products.hasNext()) {
                some.add(products.next());
            }
            List<Integer> ids = some.stream().map(colours -> colours.get(0).product()).toList();
            KnownColours known = known(ids);
            named.addAll(ids);
            for (List<LedgerColour> product : some) {
                int id = product.get(0).product();
                if (newOnly
                        && !withoutStock.contains(id)
                        && !alreadySent.began(known.of(id).values())) {
                    product.forEach(c -> left.add(c.state() == READY ? c.in(LEFT_OUT) : c));
                } else {
                    order(product, known);
                }
            }
            known.entries().forEach(missing::knows);
        }
        return named;
    }

    private KnownColours known(List<Integer> products) {
        return new KnownColours(
                missing.isAsked() || alreadySent.isAsked()
                        ? ledger.acknowledged().of(run.account(), products)
                        : Map.of(),
                service);
    }

    private void order(List<LedgerColour> product, KnownColours known) {
        int before = missing.zeros();
        List<LedgerColour> sending = new ArrayList<>(respelled.old(product, known, resolved));
        for (LedgerColour colour : product) {
            if (colour.state() != READY) {
                left.add(colour);
            } else if (resolved.mayLackRows(KnownColours.key(colour))) {
                left.add(held(colour));
            } else {
                AcknowledgedStock.Entry last = known.of(KnownColours.key(colour));
                LedgerColour whole = missing.isAsked() ? missing.completed(colour, known) : colour;
                if (alreadySent.covers(whole, last)) {
                    left.add(whole.in(UNCHANGED));
                    adopt(whole, last);
                } else {
                    sending.add(whole);
                }
            }
        }
        sending.addAll(leftColours(product.get(0).product(), product, known));
        boolean zero = missing.zeros() > before;
        boolean gone = sending.stream().map(LedgerColour::sizes).anyMatch(PackedSizes::hasSoldOut);
        (zero ? zeros : gone ? soldOut : others).addAll(sending);
    }

    /** What a person imported by hand and the sheet of a job has too is the job's from now on. */
    private void adopt(LedgerColour colour, AcknowledgedStock.Entry last) {
        if (last.job().equals(ImportOrder.NO_JOB)
                && !run.job().equals(ImportOrder.NO_JOB)
                && last.sizes().equals(colour.sizes())) {
            adopted.add(KnownColours.key(colour));
        }
    }

    /** Sets to 0 what the job has sent of products that the sheet does not name at all. */
    private void leftProducts(Set<Integer> named) {
        List<Integer> others =
                ledger.acknowledged().products(run.account(), run.job()).stream()
                        .filter(product -> !named.contains(product))
                        .toList();
        for (int from = 0; from < others.size(); from += PRODUCTS_AT_A_TIME) {
            service.checkStop();
            int to = Math.min(others.size(), from + PRODUCTS_AT_A_TIME);
            KnownColours known = known(others.subList(from, to));
            known.entries().forEach(missing::knows);
            for (int product : others.subList(from, to)) {
                zeros.addAll(leftColours(product, List.of(), known));
            }
        }
    }

    /** The colours of a product that left the sheet; what the merchant has no more is none. */
    private List<LedgerColour> leftColours(
            int product, List<LedgerColour> there, KnownColours known) {
        if (!missing.isAsked() || !sheet.catalogue().contains(product)) {
            return List.of();
        }
        return known.beside(product, there).stream()
                .filter(key -> !resolved.mayLackRows(key))
                .map(key -> missing.left(key, known))
                .flatMap(Optional::stream)
                .toList();
    }

    private LedgerColour held(LedgerColour colour) {
        problems.add(
                new RowsProblem(
                        colour.rows(),
                        sheet.columns()
                                .getOrDefault(HeaderField.COLOUR, HeaderField.COLOUR.words()),
                        colour.name(),
                        ProblemCode.COLOUR_HELD,
                        "is good, but held because another row may belong to product %d and this colour: a colour is sent whole"
                                .formatted(colour.product())));
        return colour.in(HELD);
    }

    /** All colours: zeros, those with a sold-out size, the others, and last what is not sent. */
    private Staging.Settled settled(Tally before) {
        Tally tally = tally(before);
        List<LedgerColour> all = new ArrayList<>(tally.colours());
        Stream.of(zeros, soldOut, others, left).forEach(all::addAll);
        List<RowsProblem> warnings = new ArrayList<>();
        missing.sentence()
                .ifPresent(s -> warnings.add(RowsProblem.ofFile(ProblemCode.SHEET_MISSING, s)));
        missing.inRanges()
                .sentence()
                .ifPresent(s -> warnings.add(RowsProblem.ofFile(ProblemCode.SIZE_OVERLAP, s)));
        if (tally.colours(LEFT_OUT) > 0) {
            warnings.add(
                    RowsProblem.ofFile(
                            ProblemCode.PRODUCT_STOCKED,
                            "%s left out: the product has stock already, and only new products are sent. To send what changed: --send changed, or send: changed in the job"
                                    .formatted(Count.are(tally.colours(LEFT_OUT), "colour"))));
        }
        return new Staging.Settled(all, missing.added(), problems, warnings, tally);
    }

    /** Rows that the sheet's own problems keep back stay counted as they were. */
    private Tally tally(Tally staged) {
        int readyRows = resolved.readyRows();
        if (staged.rows(READY) != readyRows) {
            throw new IllegalStateException(
                    "The ready colours of run %s have %d rows, expected %d"
                            .formatted(run.id(), readyRows, staged.rows(READY)));
        }
        int lateRejected = 0;
        int lateHeld = 0;
        for (RowsProblem problem : problems) {
            if (problem.code() == ProblemCode.COLOUR_HELD) {
                lateHeld += problem.rows().length;
            } else {
                lateRejected += problem.rows().length;
            }
        }
        Map<ColourState, Integer> colours = new EnumMap<>(ColourState.class);
        Map<ColourState, Integer> rows = new EnumMap<>(ColourState.class);
        for (LedgerColour colour : left) {
            colours.merge(colour.state(), 1, Integer::sum);
            rows.merge(colour.state(), colour.rows().length, Integer::sum);
        }
        int unchanged = rows.getOrDefault(UNCHANGED, 0);
        int leftOut = rows.getOrDefault(LEFT_OUT, 0);
        int sending = readyRows - lateRejected - lateHeld - unchanged - leftOut;
        return Tally.NONE
                .with(missing.count())
                .plus(READY, zeros.size() + soldOut.size() + others.size(), sending)
                .plus(UNCHANGED, colours.getOrDefault(UNCHANGED, 0), unchanged)
                .plus(LEFT_OUT, colours.getOrDefault(LEFT_OUT, 0), leftOut)
                .plus(
                        REJECTED,
                        colours.getOrDefault(REJECTED, 0),
                        staged.rows(REJECTED) + lateRejected)
                .plus(HELD, colours.getOrDefault(HELD, 0), staged.rows(HELD) + lateHeld);
    }
}
