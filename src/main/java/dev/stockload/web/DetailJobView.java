package dev.stockload.web;

import dev.stockload.details.ServiceDay;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.WantedDetails.Wanted;
import dev.stockload.stock.Count;

import java.time.ZoneId;
import java.util.List;

/** A job over product details that has not come to its end, as the page shows it. */
record DetailJobView(String id, String stateKey, String state, String progress, String message) {
    static DetailJobView of(DetailRun job, List<Wanted> wanted, ZoneId zone) {
        long waiting = wanted.stream().filter(product -> product.state() == 'W').count();
        return new DetailJobView(
                job.id(),
                job.state() == RunState.RUNNING
                        ? "running"
                        : job.waits() ? "partly" : job.state() == RunState.FAILED ? "failed" : "",
                job.state() == RunState.RUNNING
                        ? "Fetching"
                        : job.waits()
                                ? until(job, zone)
                                : job.state() == RunState.FAILED ? "Failed" : "Stopped",
                wanted.isEmpty()
                        ? ""
                        : "%s of %s done"
                                .formatted(
                                        Count.of(wanted.size() - waiting),
                                        Count.of(wanted.size(), "product")),
                job.message() == null ? "" : job.message());
    }

    private static String until(DetailRun job, ZoneId zone) {
        return job.resumeAt() == null
                ? "Waiting until enough is published"
                : "Waiting until " + ServiceDay.show(job.resumeAt(), zone);
    }
}
