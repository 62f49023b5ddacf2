package dev.stockload.web;

import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailQuota.Limit;
import dev.stockload.details.DetailQuota.Reached;
import dev.stockload.details.QuotaReport;
import dev.stockload.details.ServiceDay;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailRuns.Wanted;
import dev.stockload.ledger.RunState;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the limits of product detail leave to an account.
 *
 * @param name as people know it
 * @param key as the ledger knows it
 * @param fault why the account cannot be used; null where it can
 * @param level how good the news is: {@code good}, {@code warn} or {@code bad}
 * @param news what can be fetched, or when
 * @param open how many fetched products are not marked as published
 */
record QuotaView(
        String name,
        String key,
        String fault,
        String level,
        String news,
        List<Meter> meters,
        List<DetailJob> jobs,
        int fetched,
        int open) {
    private static final int WIDTH = 1000;
    private static final double NEARLY = 0.8;
    private static final int PUBLISHED = 1;

    /**
     * How much of a limit is used, as a bar.
     *
     * @param width of the filled part, of 1000
     * @param mark where enough is reached, of 1000; 0 for none
     */
    record Meter(String name, int used, int of, int width, int mark, String key, String remark) {
        public String numbers() {
            return "%s of %s".formatted(Count.of(used), Count.of(of));
        }
    }

    /** A job over product details that has not come to its end, as the page shows it. */
    record DetailJob(String id, String stateKey, String state, String progress, String message) {
        static DetailJob of(DetailRun job, List<Wanted> wanted, ZoneId zone) {
            long waiting = wanted.stream().filter(product -> product.state() == 'W').count();
            return new DetailJob(
                    job.id(),
                    job.state() == RunState.RUNNING
                            ? "running"
                            : job.waits()
                                    ? "partly"
                                    : job.state() == RunState.FAILED ? "failed" : "",
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

    static QuotaView unusable(String name, String fault) {
        return new QuotaView(name, name, fault, "bad", "", List.of(), List.of(), 0, 0);
    }

    static QuotaView of(
            String name,
            String key,
            DetailQuota quota,
            List<DetailJob> jobs,
            Products products,
            ZoneId zone,
            Instant now) {
        Optional<Reached> reached = quota.beforeAny(now);
        QuotaReport report = QuotaReport.of(key, quota, now, zone);
        List<Meter> meters = report.meters().stream().map(QuotaView::used).toList();
        meters = new ArrayList<>(meters);
        meters.set(PUBLISHED, published(report.meters().get(PUBLISHED), report.published()));
        return new QuotaView(
                name,
                key,
                null,
                reached.isEmpty() ? "good" : reached.get().from().isPresent() ? "warn" : "bad",
                reached.map(limit -> news(limit, quota, products, zone, now))
                        .orElseGet(
                                () ->
                                        Count.of(quota.left(now), "more product")
                                                + " can be fetched now."),
                meters,
                jobs,
                products.fetched(),
                products.fetched() - products.published());
    }

    /** How many products were fetched so far, and how many of them are marked. */
    record Products(int fetched, int published) {}

    public boolean usable() {
        return fault == null;
    }

    public String openWords() {
        return "%s of %s fetched products %s not marked as published"
                .formatted(Count.of(open), Count.of(fetched), open == 1 ? "is" : "are");
    }

    private static String news(
            Reached reached, DetailQuota quota, Products products, ZoneId zone, Instant now) {
        if (reached.limit() == Limit.PUBLISHED) {
            int lacking = DetailQuota.lacking(quota.earlier(now), quota.published(now));
            return "Nothing can be fetched before %s%s published and marked here."
                    .formatted(Count.of(lacking, "more product"), lacking == 1 ? " is" : " are");
        }
        String until =
                reached.from()
                        .map(
                                from ->
                                        "Nothing more can be fetched until %s."
                                                .formatted(ServiceDay.show(from, zone)))
                        .orElse("Nothing more can be fetched.");
        int lacking = DetailQuota.lacking(products.fetched(), products.published());
        return reached.limit() == Limit.STORE || lacking == 0
                ? until
                : "%s By then %s must be published and marked here."
                        .formatted(until, Count.of(lacking, "more product"));
    }

    private static Meter used(QuotaReport.Meter meter) {
        String key =
                meter.used() >= meter.limit()
                        ? "rejected"
                        : meter.used() >= meter.limit() * NEARLY ? "held" : "sent";
        return new Meter(
                meter.name(),
                meter.used(),
                meter.limit(),
                width(meter.used(), meter.limit()),
                0,
                key,
                meter.remark());
    }

    /** The one of which much is good. */
    private static Meter published(QuotaReport.Meter meter, QuotaReport.Publishing state) {
        return new Meter(
                meter.name(),
                meter.used(),
                meter.limit(),
                width(meter.used(), meter.limit()),
                meter.limit() == 0 ? 0 : WIDTH * 2 / 3,
                state.lacking() == 0 ? "sent" : "held",
                meter.remark());
    }

    private static int width(int used, int of) {
        return of == 0 ? 0 : (int) Math.min(WIDTH, (long) used * WIDTH / of);
    }
}
