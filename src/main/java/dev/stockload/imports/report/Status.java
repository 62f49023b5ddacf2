package dev.stockload.imports.report;

import dev.stockload.details.DetailsReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import java.util.List;

/**
 * How far runs and detail jobs are, newest first.
 *
 * @param total how many runs there are; this may show only the newest
 */
public record Status(List<Run> runs, int total, List<DetailsReport> details) {
    public static final Status NONE = new Status(List.of(), 0, List.of());
    private static final int NEWEST = 20;

    /**
     * The status of one run; if {@code id} is null, of the newest runs or of all. Runs of dead
     * processes show as interrupted.
     */
    public static Status of(Ledger ledger, String id, boolean all) {
        List<Run> runs =
                id == null
                        ? ledger.runs().page("", 0, all ? Integer.MAX_VALUE : NEWEST)
                        : ledger.runs().find(id).filter(run -> !run.isDetails()).stream().toList();
        List<DetailsReport> details =
                id == null
                        ? DetailsReport.all(ledger)
                        : ledger.runs().find(id).filter(Run::isDetails).stream()
                                .map(run -> DetailsReport.of(ledger, run))
                                .toList();
        return new Status(ledger.seen(runs), ledger.runs().size(""), details);
    }

    public List<StatusReport> reports() {
        return runs.stream().map(Reports::of).toList();
    }
}
