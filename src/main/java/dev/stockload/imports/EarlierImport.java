package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;

import java.util.Optional;

/**
 * What is told of a run that has imported a sheet before.
 *
 * @param otherwise how it was begun, where that is not what was asked for now
 * @param undone that it was undone since
 */
public record EarlierImport(Optional<String> otherwise, Optional<String> undone) {
    static final EarlierImport PLAIN = new EarlierImport(Optional.empty(), Optional.empty());

    EarlierImport with(Optional<String> how) {
        return new EarlierImport(how, undone);
    }

    EarlierImport undoneSince(Ledger ledger, Run run) {
        return new EarlierImport(otherwise, UndoneRun.of(ledger, run).map(UndoneRun::words));
    }

    /** The run, and what is to be known of it. */
    public String run(String id) {
        return "run "
                + id
                + otherwise.map(how -> ", with " + how).orElse("")
                + undone.map(since -> ", " + since).orElse("");
    }

    /** What other programs and the console say. */
    public String sentence(String id) {
        return "This sheet was already imported by %s, so nothing was sent".formatted(run(id));
    }
}
