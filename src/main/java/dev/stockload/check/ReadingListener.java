package dev.stockload.check;

/** Hears how far the reading of a sheet has come. */
public interface ReadingListener {
    /** Nobody listens. */
    ReadingListener NONE = rows -> {};

    /** Called now and then with the number of rows read so far. */
    void rows(int count);
}
