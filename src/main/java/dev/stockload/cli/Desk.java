package dev.stockload.cli;

import dev.stockload.ledger.Run;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.Imports;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Where a command brings its imports: to this process, or to the one that serves. */
interface Desk extends AutoCloseable {
    Imports.Result start(ImportOrder order) throws IOException;

    Imports.Result resume(Run run, boolean force) throws IOException;

    /** The runs that can be resumed, oldest first. */
    List<Run> unfinished() throws IOException;

    Optional<Run> run(String id) throws IOException;

    /** The name by which the ledger knows an account. */
    String account(String name);

    /** Tells those who wait for us what we do now. */
    void doing(String what) throws IOException;

    @Override
    void close();
}
