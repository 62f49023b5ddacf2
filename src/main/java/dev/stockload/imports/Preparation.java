package dev.stockload.imports;

import java.io.IOException;
import java.util.Optional;

/** What a run does before it sends: it finds out what to send, and brings that into its order. */
interface Preparation {
    /** Begins early with what can be done beside other work. */
    void begin();

    /** Brings what is to be sent into the ledger. */
    void stage() throws IOException;

    /** Brings its colours into sending order; tells what was found, where a sheet was settled. */
    Optional<StageStep.Settling> settle() throws IOException;

    /** Lets go of all that it holds, however the run ends. */
    default void end() {}
}
