package dev.stockload.jobs;

import dev.stockload.jobs.FoundSheets.Sheet;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.SourceFiles.Seen;
import dev.stockload.runs.Time;
import dev.stockload.sources.RemoteFile;
import dev.stockload.sources.Source;
import dev.stockload.sources.Sources;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the sheets of a job from its source: those that are complete and were not imported before,
 * each copied into the data folder under its hash before anything is read.
 */
final class RemoteSheets {
    /** No run goes before this. */
    private static final Duration LONG_AGO = Duration.ofDays(30);

    private final Ledger ledger;
    private final Path data;
    private final Sources sources;
    private final Time time;

    RemoteSheets(JobContext context) {
        this.ledger = context.ledger();
        this.data = context.data();
        this.sources = context.sources();
        this.time = context.time();
    }

    /**
     * The sheets to import now, oldest first.
     *
     * @param account as the ledger knows it
     * @param again whether those are wanted too that were imported before
     * @param after the account's newest run when they are looked for
     */
    FoundSheets take(JobDefinition job, String account, boolean again, long after)
            throws IOException {
        String name = job.sheets().from().orElseThrow();
        try (Source source = open(job, name)) {
            Map<String, Seen> known = ledger.sourceFiles().of(job.name(), name);
            UnusableSheets unusable = UnusableSheets.of(ledger, account, job.name());
            List<RemoteFile> files = RemoteListing.matching(job, source);
            RemoteFetch fetch = new RemoteFetch(data, time, job, source);
            List<RemoteFile> wanted = new ArrayList<>();
            for (RemoteFile file : files) {
                Seen seen = known.get(file.path());
                boolean newest = file.equals(files.get(files.size() - 1));
                Optional<Run> outdated =
                        again || newest || !isNoted(file, seen)
                                ? Optional.empty()
                                : unusable.find(seen.content()).filter(unusable::isOutdated);
                if (outdated.isPresent()) {
                    fetch.left().add(UnusableSheets.left(file.path(), outdated.get()));
                } else if (again || !isDone(job, account, file, seen)) {
                    wanted.add(file);
                }
            }
            wanted.retainAll(fetch.standingStill(wanted, known));
            List<Sheet> taken = new ArrayList<>();
            for (RemoteFile file : wanted) {
                Seen seen = known.get(file.path());
                boolean newest = file.equals(files.get(files.size() - 1));
                boolean enough = !again && seen != null && isImported(job, account, seen);
                Optional<RemoteFetch.Fetched> fetched = fetch.fetch(file, seen, enough);
                if (fetched.isPresent()) {
                    Path copy = fetched.get().copy();
                    fetched.get().news().ifPresent(ledger.sourceFiles()::put);
                    Optional<Run> before =
                            again || !isUnchanged(file, seen, copy)
                                    ? Optional.empty()
                                    : begun(job, account, seen)
                                            .filter(run -> !newest)
                                            .or(() -> unusable.find(seen.content()));
                    taken.add(Sheet.of(copy, null, after, before));
                }
            }
            return new FoundSheets(taken, fetch.left());
        }
    }

    /** A copy of the newest sheet, of which nothing is noted. */
    JobSheets.Newest newest(JobDefinition job) throws IOException {
        String name = job.sheets().from().orElseThrow();
        try (Source source = open(job, name)) {
            Map<String, Seen> known = ledger.sourceFiles().of(job.name(), name);
            List<RemoteFile> files = RemoteListing.matching(job, source);
            RemoteFetch fetch = new RemoteFetch(data, time, job, source);
            List<RemoteFile> last = files.subList(Math.max(0, files.size() - 1), files.size());
            for (RemoteFile file : fetch.standingStill(last, known)) {
                Optional<RemoteFetch.Fetched> fetched =
                        fetch.fetch(file, known.get(file.path()), false);
                if (fetched.isPresent()) {
                    return new JobSheets.Newest(fetched.get().copy(), files.size());
                }
            }
            throw JobSheets.none(job, fetch.left());
        }
    }

    /** Whether a file is the one that was seen, as far as its version tells. */
    private static boolean isNoted(RemoteFile file, Seen seen) {
        return seen != null && !file.version().isEmpty() && seen.version().equals(file.version());
    }

    /** Whether a file is the one that was seen; where its version does not tell, its content. */
    private static boolean isUnchanged(RemoteFile file, Seen seen, Path copy) {
        boolean sameCopy = seen != null && copy.toString().equals(seen.copy());
        return isNoted(file, seen) || file.version().isEmpty() && sameCopy;
    }

    /** The run of a file that was found before and did not come to its end. */
    private Optional<Run> begun(JobDefinition job, String account, Seen seen) {
        return ledger.runs().latest(account, job.name(), seen.content()).filter(Run::isUnfinished);
    }

    Source open(JobDefinition job, String name) throws IOException {
        return sources.open(name, time.instant().atZone(job.zoneOrUsual()).toLocalDate());
    }

    /** Whether this version was imported; where its run is not finished, it is to go on. */
    boolean isDone(JobDefinition job, String account, RemoteFile file, Seen known) {
        return isNoted(file, known) && isImported(job, account, known);
    }

    /** Runs are kept for a while: what was seen long before that has had its own. */
    private boolean isImported(JobDefinition job, String account, Seen known) {
        return ledger.runs()
                .latest(account, job.name(), known.content())
                .map(run -> run.state() == RunState.COMPLETED)
                .orElseGet(() -> known.seenAt().isBefore(time.instant().minus(LONG_AGO)));
    }
}
