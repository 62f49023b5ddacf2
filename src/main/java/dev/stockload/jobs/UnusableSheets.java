package dev.stockload.jobs;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The sheets that a job could not use.
 *
 * @param runs that found it out, by content
 * @param newest the number of the job's newest run over a sheet that could be used
 */
record UnusableSheets(Map<String, Run> runs, long newest) {
    static UnusableSheets of(Ledger ledger, String account, String job) {
        Map<String, Run> runs = new HashMap<>();
        ledger.runList().unusable(account, job).forEach(run -> runs.put(run.content(), run));
        long newest = ledger.runs().newest(account, job).map(Run::number).orElse(0L);
        return new UnusableSheets(runs, newest);
    }

    Optional<Run> find(String content) {
        return Optional.ofNullable(runs.get(content));
    }

    /** Whether a newer sheet was taken since: then this one must not come after it. */
    boolean isOutdated(Run run) {
        return run.number() < newest;
    }

    /** What is said of one that is outdated. */
    static String left(Object file, Run run) {
        return "%s is left: run %s could not use it, and a newer sheet was taken since; --again takes all files"
                .formatted(file, run.id());
    }
}
