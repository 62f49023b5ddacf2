package dev.stockload.runs;

/** Follows the progress of a run, to show it to people. */
public interface RunListener {
    RunListener NOBODY = new RunListener() {};

    /** Reports how far a diff, an undo or a read-back of products has come. */
    interface ProductProgress {
        void at(int product, int products);
    }

    /** A run starts or is resumed. */
    default void onStart(Run run) {
        onProgress(run);
    }

    /** Called now and then while the sheet is read. */
    default void onRows(int rows) {}

    /** The sheet is settled; sending begins. */
    default void onSending(Run run) {
        onProgress(run);
    }

    /** A request was answered. */
    default void onProgress(Run run) {}

    /** A sentence for people who watch the run, without a full stop. */
    default void notice(String sentence) {}
}
