package dev.stockload.imports.report;

import dev.stockload.details.DetailsReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far runs and detail jobs are, newest first.
 *
 * @param total how many runs there are; this may show only the newest
 * @param over why unfinished runs cannot be resumed, as far as known here
 */
public record Status(
        List<StatusReport> runs, int total, Map<String, String> over, List<DetailsReport> details) {
    public static final Status NONE = new Status(List.of(), 0, Map.of(), List.of());
    private static final int NEWEST = 20;

    /**
     * The status of one run; if {@code id} is null, of the newest runs or of all. Runs of dead
     * processes show as interrupted.
     */
    public static Status of(Ledger ledger, String id, boolean all) {
        Map<String, String> over = new HashMap<>();
        List<StatusReport> reports = new ArrayList<>();
        for (Run stored : runs(ledger, id, all)) {
            Run run = ledger.owners().seen(stored);
            over(run).ifPresent(why -> over.put(run.id(), why));
            reports.add(Reports.of(run));
        }
        return new Status(reports, ledger.runs().size(), over, details(ledger, id));
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

    private static List<DetailsReport> details(Ledger ledger, String id) {
        return id == null
                ? DetailsReport.all(ledger)
                : DetailsReport.find(ledger, id).stream().toList();
    }

    private static int most(boolean all) {
        return all ? Integer.MAX_VALUE : NEWEST;
    }

    private static List<Run> runs(Ledger ledger, String run, boolean all) {
        return run == null
                ? ledger.runs().newest(0, most(all))
                : ledger.runs().find(run).filter(each -> !each.isDetails()).stream().toList();
    }
}
