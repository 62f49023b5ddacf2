package dev.stockload.imports.report;

import dev.stockload.database.DataFolderLock;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.details.table.DetailStanding;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.BadSqlGrammarException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How far runs and detail jobs are, newest first: from the ledger or, while another process has it,
 * from the snapshots.
 *
 * @param total how many runs there are; this may show only the newest
 * @param over why unfinished runs cannot be resumed, as far as known here
 */
public record Status(
        List<StatusReport> runs,
        int total,
        Map<String, String> over,
        List<DetailStanding> details) {
    private static final Logger LOG = LoggerFactory.getLogger(Status.class);
    private static final int NEWEST = 20;

    /** The status of one run; if {@code run} is null, of the newest runs or of all. */
    public static Status of(Path data, LedgerAddress address, String run, boolean all)
            throws IOException {
        if (address.isFile() && !StateFolder.hasLedger(address)) {
            return new Status(List.of(), 0, Map.of(), List.of());
        }
        Optional<Status> known = read(data, address, ledger -> of(ledger, run, all));
        return known.isPresent() ? known.get() : ofSnapshots(data, run, all);
    }

    /** Asks the ledger; empty if another command holds the data folder, or it is not writable. */
    public static <T> Optional<T> read(
            Path data, LedgerAddress address, Function<Ledger, T> question) throws IOException {
        if (!address.isFile()) {
            return Optional.of(ofLedger(address, question));
        }
        Optional<DataFolderLock> own =
                Files.isWritable(data) ? DataFolderLock.take(data, "status") : Optional.empty();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        DataFolderLock folder = own.get();
        try (folder) {
            return Optional.of(ofLedger(address, question));
        }
    }

    /** What processes that hold or held the ledger last wrote. */
    public static Status ofSnapshots(Path data, String run, boolean all) throws IOException {
        List<String> runs = RunFolder.names(data);
        return new Status(
                RunFolder.snapshots(data, run == null ? runs : List.of(run))
                        .limit(most(all))
                        .sorted(
                                Comparator.comparing(StatusReport::startedAt)
                                        .thenComparing(StatusReport::run)
                                        .reversed())
                        .toList(),
                runs.size(),
                Map.of(),
                DetailStanding.read(data));
    }

    private static <T> T ofLedger(LedgerAddress address, Function<Ledger, T> question) {
        if (address.isFile() && address.isThere() || address.isLent()) {
            try (Ledger ledger = Ledger.openToRead(address)) {
                return question.apply(ledger);
            } catch (BadSqlGrammarException e) {
                // An earlier version wrote it last: migrate the tables first.
                LOG.debug("The tables are those of an earlier version", e);
            }
        }
        try (Ledger ledger = Ledger.open(address)) {
            return question.apply(ledger);
        }
    }

    /** From the ledger; runs of dead processes show as interrupted. */
    public static Status of(Ledger ledger, String id, boolean all) {
        Map<String, String> over = new HashMap<>();
        List<StatusReport> reports = new ArrayList<>();
        for (Run stored : runs(ledger, id, all)) {
            Run run = seen(ledger, stored);
            over(run).ifPresent(why -> over.put(run.id(), why));
            reports.add(Reports.of(run));
        }
        List<DetailStanding> details =
                ledger.details().standings().stream()
                        .map(
                                job ->
                                        job.run().state() == RunState.RUNNING
                                                        && !ledger.owners()
                                                                .isAlive(job.run().owner())
                                                ? job.cutOff()
                                                : job)
                        .toList();
        return new Status(reports, ledger.runs().size(), over, details);
    }

    /** Why a run cannot be resumed, if that is not simply because it is finished. */
    public static Optional<String> over(Run run) {
        return switch (run.standing()) {
            case OPEN, DONE -> Optional.empty();
            case UNUSABLE ->
                    Optional.of("The sheet cannot be used: correct it, then import it again");
            case UNDONE -> Optional.of("It was undone");
            case EXPIRED -> Optional.of("It ended unfinished: import the newest sheet again");
            case OVERTAKEN -> Optional.of("A newer sheet of its job has replaced it");
        };
    }

    private static int most(boolean all) {
        return all ? Integer.MAX_VALUE : NEWEST;
    }

    private static List<Run> runs(Ledger ledger, String run, boolean all) {
        return run == null
                ? ledger.runs().newest(0, most(all))
                : ledger.runs().find(run).stream().toList();
    }

    /** The run as people see it: a running run of a dead process was interrupted. */
    public static Run seen(Ledger ledger, Run run) {
        return run.state() == RunState.RUNNING && !ledger.owners().isAlive(run.owner())
                ? run.ended(Run.End.failed(null, "The program ended before the run did"))
                : run;
    }
}
