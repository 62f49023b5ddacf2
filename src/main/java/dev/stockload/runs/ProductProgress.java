package dev.stockload.runs;

/** Reports how far a diff, an undo or a read-back of products has come. */
public interface ProductProgress {
    void at(int product, int products);
}
