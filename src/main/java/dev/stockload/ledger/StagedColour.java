package dev.stockload.ledger;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.ProductRef;

/**
 * A colour as its sheet has it: the product may not be known yet, and a part of its rows may be
 * bad. The sizes are those of the good rows.
 */
public record StagedColour(
        ColourState state, ProductRef product, String name, PackedSizes sizes, int[] rows) {
    void write(PackedWriter out) {
        out.letter(state.letter());
        out.number(product.id());
        out.text(product.item());
        out.text(name);
        out.bytes(sizes.bytes());
        out.numbers(rows);
    }

    static StagedColour read(PackedReader in) {
        return new StagedColour(
                ColourState.of(in.letter()),
                new ProductRef(in.number(), in.text()),
                in.text(),
                new PackedSizes(in.bytes()),
                in.numbers());
    }
}
