package dev.stockload.compare;

/** Hears how far a look at products has come: a diff, an undo, or reading back. */
public interface ProductProgress {
    void at(int product, int products);
}
