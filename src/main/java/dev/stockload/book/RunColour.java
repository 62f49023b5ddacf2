package dev.stockload.book;

import dev.stockload.runs.ColourState;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

/**
 * A colour of a run: which one it is, the rows of the sheet that it comes from, and what became of
 * it in this run. What is wanted of it is in the book. The product is 0 where it was not found.
 *
 * @param position its place in the sending order of the run
 * @param key what tells it from the other colours of its product
 * @param name as the sheet has it
 */
public record RunColour(
        int position, ColourState state, int product, String key, String name, int[] rows) {
    public RunColour in(ColourState other) {
        return new RunColour(position, other, product, key, name, rows);
    }

    void write(PackedWriter out) {
        out.number(product);
        out.text(key.equals(ColourKey.of(name)) ? null : key);
        out.text(name);
        out.numbers(rows);
    }

    static RunColour read(int position, ColourState state, PackedReader in) {
        int product = in.number();
        String key = in.text();
        String name = in.text();
        String known = key == null ? ColourKey.of(name) : key;
        return new RunColour(position, state, product, known, name, in.numbers());
    }
}
