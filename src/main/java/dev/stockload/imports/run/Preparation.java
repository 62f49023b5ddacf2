package dev.stockload.imports.run;

import java.io.IOException;

/** What a run does before it sends: it finds what to send, and names that in the book. */
public interface Preparation extends AutoCloseable {
    RunContext context();

    /** Reads the sheet; a run without one has nothing to read. */
    default void stage() throws IOException {
        context().ledger().settlement(context().book()).stageWithoutSheet(context().run());
    }

    /** Names it in the book, and puts its colours into sending order. */
    void settle() throws IOException;

    /** Releases all resources, however the run ends. */
    @Override
    default void close() {}
}
