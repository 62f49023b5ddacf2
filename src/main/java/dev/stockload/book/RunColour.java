package dev.stockload.book;

import dev.stockload.book.rules.ColourEntry;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

/**
 * A colour of a run: its rows in the sheet and its state in this run. The wanted stock is in the
 * book. The product is 0 if it was not found.
 *
 * @param position its position in the sending order of the run
 * @param key identifies it among the colours of its product
 * @param name as the sheet has it
 * @param rows those of it that are good
 * @param badRows how many others it has
 * @param sizes how many single sizes the run had to send of it when it was settled
 */
public record RunColour(
        int position,
        ColourState state,
        int product,
        String key,
        String name,
        int[] rows,
        int badRows,
        int sizes) {
    /** A colour of the book that no row of the sheet has, or of a run without a sheet. */
    public static RunColour withoutRows(ColourEntry colour, int sizes) {
        return new RunColour(
                0,
                ColourState.READY,
                colour.product().id(),
                colour.key(),
                colour.shownName(),
                new int[0],
                0,
                sizes);
    }

    void write(PackedWriter out) {
        out.number(product);
        out.text(key.equals(ColourKey.of(name)) ? null : key);
        out.text(name);
        out.numbers(rows);
        out.number(badRows);
        out.number(sizes);
    }

    static RunColour read(int position, ColourState state, PackedReader in) {
        int product = in.number();
        String key = in.text();
        String name = in.text();
        String known = key == null ? ColourKey.of(name) : key;
        int[] rows = in.numbers();
        return new RunColour(position, state, product, known, name, rows, in.number(), in.number());
    }
}
