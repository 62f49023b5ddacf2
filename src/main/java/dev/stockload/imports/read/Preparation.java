package dev.stockload.imports.read;

import java.io.IOException;

/** What a run does before it sends: it finds out what to send, and names that in the book. */
public interface Preparation {
    /** Reads what is to be sent. */
    void stage() throws IOException;

    /** Names it in the book, and brings its colours into sending order. */
    void settle() throws IOException;

    /** Lets go of all that it holds, however the run ends. */
    default void end() {}
}
