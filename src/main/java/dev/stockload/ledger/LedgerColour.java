package dev.stockload.ledger;

import dev.stockload.stock.Colour;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.SizeStock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A colour of a run whose product is settled, with the rows it comes from. The product is 0 where
 * it could not be found.
 *
 * @param position its place in the sending order of the run
 * @param staged the numbers of the staged colours that it consists of; mostly one
 */
public record LedgerColour(
        int position,
        ColourState state,
        int product,
        String name,
        PackedSizes sizes,
        int[] rows,
        int[] staged) {
    /** What goes to the merchant. */
    public Colour colour() {
        return new Colour(product, name, sizes.unpack());
    }

    /** The same with other sizes. */
    public LedgerColour with(PackedSizes other) {
        return new LedgerColour(position, state, product, name, other, rows, staged);
    }

    public LedgerColour in(ColourState other) {
        return new LedgerColour(position, other, product, name, sizes, rows, staged);
    }

    /** The colour that these are together. */
    public static LedgerColour joined(List<LedgerColour> parts) {
        LedgerColour first = parts.get(0);
        if (parts.size() == 1) {
            return first;
        }
        List<SizeStock> sizes = new ArrayList<>();
        parts.forEach(part -> sizes.addAll(part.sizes.unpack()));
        return new LedgerColour(
                first.position,
                first.state,
                first.product,
                first.name,
                PackedSizes.of(sizes),
                parts.stream().flatMapToInt(part -> IntStream.of(part.rows)).sorted().toArray(),
                parts.stream().flatMapToInt(part -> IntStream.of(part.staged)).toArray());
    }

    void write(PackedWriter out) {
        out.number(product);
        out.numbers(staged);
    }

    /** The numbers of the staged colours that the next one consists of. */
    static int[] staged(PackedReader in) {
        in.number();
        return in.numbers();
    }

    static LedgerColour read(
            int position,
            ColourState state,
            PackedReader in,
            IntFunction<StagedColour> stagedColours) {
        int product = in.number();
        List<LedgerColour> parts = new ArrayList<>(1);
        for (int number : in.numbers()) {
            StagedColour part = stagedColours.apply(number);
            parts.add(
                    new LedgerColour(
                            position,
                            state,
                            product,
                            part.name(),
                            part.sizes(),
                            part.rows(),
                            new int[] {number}));
        }
        return joined(parts);
    }
}
