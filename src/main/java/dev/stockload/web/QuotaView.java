package dev.stockload.web;

import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailQuota.Limit;
import dev.stockload.details.DetailQuota.Reached;
import dev.stockload.details.QuotaReport;
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
            String done =
                    "%s of %s done"
                            .formatted(
                                    Count.of(wanted.size() - waiting),
                                    Count.of(wanted.size(), "product"));
            String[] state = state(job, zone);
            return new DetailJob(
                    job.id(),
                    state[0],
                    state[1],
                    wanted.isEmpty() ? "" : done,
                    job.message() == null ? "" : job.message());
        }

        /** As a style knows it, and in words. */
        private static String[] state(DetailRun job, ZoneId zone) {
            if (job.state() == RunState.RUNNING) {
                return new String[] {"running", "Fetching"};
            }
            if (job.waits()) {
                return new String[] {"partly", until(job, zone)};
            }
            boolean failed = job.state() == RunState.FAILED;
            return new String[] {failed ? "failed" : "", failed ? "Failed" : "Stopped"};
        }

        private static String until(DetailRun job, ZoneId zone) {
            return job.resumeAt() == null
                    ? "Waiting until enough is published"
                    : "Waiting until " + QuotaReport.minute(job.resumeAt(), zone);
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
        List<Meter> meters = new ArrayList<>();
        for (QuotaReport.Meter each : report.meters()) {
            boolean published = meters.size() == PUBLISHED;
            int mark = published && each.limit() > 0 ? WIDTH * 2 / 3 : 0;
            String style = published ? goodIf(report.published().lacking() == 0) : style(each);
            meters.add(meter(each, mark, style));
        }
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
                                                .formatted(QuotaReport.minute(from, zone)))
                        .orElse("Nothing more can be fetched.");
        int lacking = DetailQuota.lacking(products.fetched(), products.published());
        return reached.limit() == Limit.STORE || lacking == 0
                ? until
                : "%s By then %s must be published and marked here."
                        .formatted(until, Count.of(lacking, "more product"));
    }

    private static String style(QuotaReport.Meter meter) {
        return meter.used() >= meter.limit()
                ? "rejected"
                : goodIf(meter.used() < meter.limit() * NEARLY);
    }

    private static String goodIf(boolean good) {
        return good ? "sent" : "held";
    }

    private static Meter meter(QuotaReport.Meter meter, int mark, String style) {
        int used = meter.used();
        int of = meter.limit();
        return new Meter(meter.name(), used, of, width(used, of), mark, style, meter.remark());
    }

    private static int width(int used, int of) {
        return of == 0 ? 0 : (int) Math.min(WIDTH, (long) used * WIDTH / of);
    }
}
