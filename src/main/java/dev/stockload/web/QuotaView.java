package dev.stockload.web;

import dev.stockload.details.DetailQuota;
import dev.stockload.details.DetailQuota.Limit;
import dev.stockload.details.DetailQuota.Reached;
import dev.stockload.details.DetailQuota.StoreUse;
import dev.stockload.details.ServiceDay;
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
        List<DetailJobView> jobs,
        int fetched,
        int open) {
    private static final int WIDTH = 1000;
    private static final double NEARLY = 0.8;

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

    static QuotaView unusable(String name, String fault) {
        return new QuotaView(name, name, fault, "bad", "", List.of(), List.of(), 0, 0);
    }

    static QuotaView of(
            String name,
            String key,
            DetailQuota quota,
            List<DetailJobView> jobs,
            Products products,
            ZoneId zone,
            Instant now) {
        Optional<Reached> reached = quota.beforeAny(now);
        List<Meter> meters = new ArrayList<>();
        meters.add(
                used(
                        "Fetched today",
                        quota.today(now),
                        DetailQuota.A_DAY,
                        "the next day begins at " + ServiceDay.show(quota.nextDay(now), zone)));
        meters.add(published(quota, now));
        for (StoreUse use : quota.stores(now)) {
            meters.add(
                    used(
                            use.counted(),
                            use.products(),
                            DetailQuota.IN_THREE_MONTHS,
                            use.nextFree()
                                    .map(free -> "one less at " + ServiceDay.show(free, zone))
                                    .orElse("")));
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
                                                .formatted(ServiceDay.show(from, zone)))
                        .orElse("Nothing more can be fetched.");
        int lacking = DetailQuota.lacking(products.fetched(), products.published());
        return reached.limit() == Limit.STORE || lacking == 0
                ? until
                : "%s By then %s must be published and marked here."
                        .formatted(until, Count.of(lacking, "more product"));
    }

    private static Meter used(String name, int used, int of, String remark) {
        String key = used >= of ? "rejected" : used >= of * NEARLY ? "held" : "sent";
        return new Meter(name, used, of, width(used, of), 0, key, remark);
    }

    private static Meter published(DetailQuota quota, Instant now) {
        int earlier = quota.earlier(now);
        int published = quota.published(now);
        int lacking = DetailQuota.lacking(earlier, published);
        return new Meter(
                "Published, of those fetched before today",
                published,
                earlier,
                width(published, earlier),
                earlier == 0 ? 0 : WIDTH * 2 / 3,
                lacking == 0 ? "sent" : "held",
                earlier == 0
                        ? "nothing was fetched before today"
                        : lacking == 0
                                ? "two thirds are enough"
                                : Count.of(lacking) + " more to reach two thirds");
    }

    private static int width(int used, int of) {
        return of == 0 ? 0 : (int) Math.min(WIDTH, (long) used * WIDTH / of);
    }
}
