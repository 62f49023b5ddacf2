package dev.stockload.imports.enter;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import java.util.Optional;

/**
 * What is reported about a run that has imported a sheet before.
 *
 * @param undone that it was undone since
 */
public record EarlierImportWords(Optional<String> undone) {
    public static EarlierImportWords of(Ledger ledger, Run run) {
        return new EarlierImportWords(UndoneRun.of(ledger, run).map(UndoneRun::words));
    }

    /** The run id, with a note if it was undone. */
    public String run(String id) {
        return "run " + id + undone.map(since -> ", " + since).orElse("");
    }

    /** The sentence for the console and other programs. */
    public String sentence(String id) {
        return "This sheet was already imported by %s, so nothing was sent".formatted(run(id));
    }
}
