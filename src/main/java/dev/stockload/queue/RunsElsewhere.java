package dev.stockload.queue;

import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The runs that other processes work on; listeners in this process hear of them too. */
final class RunsElsewhere {
    private final Ledger ledger;
    private final Consumer<StatusReport> listener;
    private volatile Map<String, Run> last = Map.of();

    RunsElsewhere(Ledger ledger, Consumer<StatusReport> listener) {
        this.ledger = ledger;
        this.listener = listener;
    }

    /** Whether another process worked on the run at the last check. */
    boolean has(String run) {
        return last.containsKey(run);
    }

    boolean isWorkedOn(Run run) {
        return run.state() == RunState.RUNNING && isAlive(run.owner());
    }

    boolean isAlive(String process) {
        return !process.equals(ledger.owners().name()) && ledger.owners().isAlive(process);
    }

    void report() {
        Map<String, Run> now = new HashMap<>();
        ledger.runs().running().stream()
                .filter(run -> !run.owner().equals(ledger.owners().name()))
                .forEach(run -> now.put(run.id(), run));
        Map<String, Run> before = new HashMap<>(last);
        last = now;
        now.values().stream()
                .filter(run -> !run.equals(before.remove(run.id())))
                .forEach(run -> listener.accept(Reports.of(run)));
        before.keySet().stream()
                .filter(run -> !now.containsKey(run))
                .flatMap(run -> ledger.runs().find(run).stream())
                .forEach(run -> listener.accept(Reports.of(run)));
    }
}
