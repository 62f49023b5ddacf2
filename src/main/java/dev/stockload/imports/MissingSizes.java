package dev.stockload.imports;

import static dev.stockload.ledger.ColourState.READY;
import static dev.stockload.ledger.ColourState.UNCHANGED;

import dev.stockload.compare.KnownColours;
import dev.stockload.compare.SizesInRanges;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.StagedColour;
import dev.stockload.ledger.Staging;
import dev.stockload.ledger.Tally;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the job of a run has sent before and its sheet no longer names: sizes of a colour, and whole
 * colours. They are counted and, where that is asked for and safe, sent with stock 0.
 */
final class MissingSizes {
    private static final int[] NO_ROWS = {};

    private final Run run;
    private final MissingMode mode;
    private final List<StagedColour> added = new ArrayList<>();
    private final Set<Integer> products = new HashSet<>();
    private final Map<AcknowledgedStock.Key, Set<Size>> goneSizes = new HashMap<>();
    private final SizesInRanges inRanges = new SizesInRanges();
    private String obstacle;
    private int colours;
    private int sizes;
    private long pieces;
    private int zeros;
    private int respelled;
    private String example;
    private long known;

    MissingSizes(Run run, MissingMode mode) {
        this.run = run;
        this.mode = mode;
    }

    /** Whether anybody wants to know. */
    boolean isAsked() {
        return mode != MissingMode.KEEP;
    }

    boolean makesZeros() {
        return mode == MissingMode.ZERO && obstacle == null;
    }

    /** Nothing is set to 0, for this reason. */
    void obstructedBy(String why) {
        if (obstacle == null) {
            obstacle = why;
        }
    }

    /** A colour of the sheet, with the sizes that it lacks at 0 where these are sent. */
    LedgerColour completed(LedgerColour colour, KnownColours known) {
        AcknowledgedStock.Key key = KnownColours.key(colour);
        List<LedgerColour> parts = new ArrayList<>(List.of(colour));
        parts.addAll(zeros(key, there(key, known, colour.sizes().unpack())));
        return LedgerColour.joined(parts);
    }

    /** A colour that left the sheet, with all sizes at 0; empty where it is not sent. */
    Optional<LedgerColour> left(AcknowledgedStock.Key key, KnownColours known) {
        List<SizeStock> there = there(key, known, List.of());
        if (there.stream().noneMatch(MissingSizes::isInStock)) {
            return Optional.empty();
        }
        List<LedgerColour> parts = zeros(key, there);
        return parts.isEmpty() ? Optional.empty() : Optional.of(LedgerColour.joined(parts));
    }

    /**
     * The same for a colour of which the sheet has another spelling: whether the service takes both
     * as one shows only once the new one is sent.
     */
    Optional<LedgerColour> leftOrRespelled(
            AcknowledgedStock.Key key, String anew, KnownColours known) {
        int before = sizes;
        Optional<LedgerColour> left = left(key, known);
        if (sizes > before && respelled == 0) {
            example = "product %d: %s, now %s".formatted(key.product(), key.colour(), anew);
        }
        respelled += sizes - before;
        return left;
    }

    /** Whether the job may have stock of a colour at the service. */
    boolean mayStand(AcknowledgedStock.Entry last) {
        return ours(last).stream().anyMatch(MissingSizes::isInStock);
    }

    /** What is there of a colour beside what the sheet names of it. */
    private List<SizeStock> there(
            AcknowledgedStock.Key key, KnownColours known, List<SizeStock> named) {
        List<SizeStock> all = ours(known.of(key));
        Map<Size, SizeStock> there = new LinkedHashMap<>();
        for (SizeStock size : all) {
            Optional<SizeStock> same =
                    named.stream().filter(each -> each.size().contains(size.size())).findFirst();
            if (same.isPresent()) {
                if (!inRanges.mayStand(key, known, same.get().size(), size)) {
                    goneSizes.computeIfAbsent(key, k -> new HashSet<>()).add(size.size());
                }
                continue;
            }
            if (Stream.concat(named.stream(), all.stream())
                    .filter(each -> !each.size().equals(size.size()))
                    .noneMatch(each -> each.size().overlaps(size.size()))) {
                there.put(size.size(), size);
                continue;
            }
            List<SizeStock> remains =
                    SizesInRanges.remains(
                            known.matcher(key.product()).entriesOf(key.colour()), size, named);
            remains.forEach(each -> there.putIfAbsent(each.size(), each));
            if (remains.isEmpty()) {
                goneSizes.computeIfAbsent(key, k -> new HashSet<>()).add(size.size());
            }
        }
        List<SizeStock> found = List.copyOf(there.values());
        corrects(known.of(key), found);
        return found;
    }

    /** Counts what is missing; where it is set to 0, that as parts of its colour. */
    private List<LedgerColour> zeros(AcknowledgedStock.Key key, List<SizeStock> there) {
        List<SizeStock> lacks = there.stream().filter(MissingSizes::isInStock).toList();
        count(key.product(), lacks);
        if (!makesZeros()) {
            return List.of();
        }
        zeros += lacks.size();
        List<LedgerColour> parts = new ArrayList<>();
        if (!lacks.isEmpty()) {
            parts.add(added(key, READY, lacks));
        }
        if (lacks.size() < there.size()) {
            // A colour is sent whole: what is at 0 already too.
            parts.add(
                    added(
                            key,
                            UNCHANGED,
                            there.stream().filter(each -> !isInStock(each)).toList()));
        }
        return parts;
    }

    private static boolean isInStock(SizeStock size) {
        return size.stock() > 0;
    }

    /** Counts what the job has at the service, whether it is in the sheet or not. */
    void knows(AcknowledgedStock.Entry last) {
        known += pieces(standing(last));
    }

    /** Counts what the service shows otherwise: beside a range, or in the place of one. */
    private void corrects(AcknowledgedStock.Entry last, List<SizeStock> there) {
        List<Size> shown = there.stream().map(SizeStock::size).toList();
        known += pieces(there);
        known -=
                pieces(
                        standing(last).stream()
                                .filter(each -> shown.stream().anyMatch(each.size()::contains))
                                .toList());
    }

    private static long pieces(List<SizeStock> some) {
        return some.stream().mapToLong(SizeStock::stock).sum();
    }

    /** What the job has at the service of a colour, by what it sent last. */
    private List<SizeStock> standing(AcknowledgedStock.Entry last) {
        return isOurs(last) ? last.standing().unpack() : ours(last);
    }

    /** What the job has sent of a colour and may still be in stock. */
    private List<SizeStock> ours(AcknowledgedStock.Entry last) {
        // What a newer run has sent is not for this run to judge.
        return last == null || last.number() > run.number() ? List.of() : last.knownOf(run.job());
    }

    private boolean isOurs(AcknowledgedStock.Entry last) {
        return last != null && last.job().equals(run.job()) && last.number() <= run.number();
    }

    private void count(int product, List<SizeStock> lacks) {
        if (!lacks.isEmpty()) {
            products.add(product);
            colours++;
            sizes += lacks.size();
            pieces += pieces(lacks);
        }
    }

    private LedgerColour added(
            AcknowledgedStock.Key key, ColourState state, List<SizeStock> sizes) {
        PackedSizes packed =
                PackedSizes.of(
                        sizes.stream()
                                .map(size -> new SizeStock(size.size(), 0, size.barcode()))
                                .toList());
        int number = Staging.ADDED + added.size();
        ProductRef product = new ProductRef(key.product(), null);
        added.add(new StagedColour(state, product, key.colour(), packed, NO_ROWS));
        return new LedgerColour(
                0, READY, key.product(), key.colour(), packed, NO_ROWS, new int[] {number});
    }

    /** The colours that are not in the sheet but are sent, in the order of their numbers. */
    List<StagedColour> added() {
        return added;
    }

    /** What is missing, of which nothing is set to 0 yet. */
    Tally.Missing count() {
        return new Tally.Missing(colours, sizes, (int) Math.min(Integer.MAX_VALUE, pieces), 0);
    }

    /** How many sizes are to be set to 0. */
    int zeros() {
        return zeros;
    }

    /** The earlier sizes of colours that the service does not have any more. */
    Map<AcknowledgedStock.Key, Set<Size>> goneSizes() {
        return goneSizes;
    }

    /** How many pieces the job has at the service, by what it sent last. */
    long knownPieces() {
        return known;
    }

    /** What is missing, in a sentence; empty where nothing is. */
    Optional<String> sentence() {
        return sizes == 0
                ? Optional.empty()
                : Optional.of(
                        respelled == 0
                                ? told()
                                : "%s; %s of them may go on under a new spelling (%s), which shows once that is sent"
                                        .formatted(told(), Count.of(respelled), example));
    }

    private String told() {
        String left =
                "%s of %s left the sheet"
                        .formatted(Count.of(sizes, "size"), Count.of(products.size(), "product"));
        String shown = " and still show %s".formatted(Count.of(pieces, "piece"));
        if (mode == MissingMode.TELL) {
            return left + shown;
        }
        return obstacle == null
                ? "%s%s, %s fewer"
                        .formatted(left, MissingWarning.PLANNED, Count.of(pieces, "piece"))
                : "%s%s. Nothing was set to 0: %s".formatted(left, shown, obstacle);
    }

    /** What may stand beside a range of the sheet that has it too. */
    SizesInRanges inRanges() {
        return inRanges;
    }
}
