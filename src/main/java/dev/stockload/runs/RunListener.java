package dev.stockload.runs;

/** Hears how a run goes on, to show it to people. */
public interface RunListener {
    /** Nobody looks on. */
    RunListener NOBODY = new RunListener() {};

    /** A run begins, or goes on where it was. */
    default void begins(Run run) {}

    /** Now and then while the sheet is read. */
    default void reads(int rows) {}

    /** The sheet is read and settled, and sending begins. */
    default void sends(Run run) {}

    /** A request was answered. */
    default void goesOn(Run run) {}

    /** The run is about to end, since this went wrong. */
    default void fails(Throwable fault) {}

    /** Something that a person who looks on should know, in one sentence without a full stop. */
    default void notice(String sentence) {}
}
