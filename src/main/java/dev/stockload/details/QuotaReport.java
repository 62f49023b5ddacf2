package dev.stockload.details;

import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** How much of its three limits an account used; {@code zone} is that of the service's days. */
public record QuotaReport(
        String account, String zone, Day day, Publishing published, List<Store> stores, int left) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV");

    record Day(int fetched, int limit, Instant endsAt) {}

    /** Products fetched before today; the next fetch needs {@code lacking} more published ones. */
    public record Publishing(int fetchedBefore, int published, int lacking) {
        private String words() {
            if (fetchedBefore == 0) {
                return "nothing was fetched before today";
            }
            return lacking == 0
                    ? "two thirds are enough"
                    : Count.of(lacking) + " more to reach two thirds";
        }
    }

    /**
     * The products of a store in three months; {@code nextFree} is null if nothing counts, and
     * {@code store} is empty if none is known yet.
     */
    record Store(String store, int products, int limit, Instant nextFree) {
        public String counted() {
            return store.isEmpty()
                    ? "Products of the store in three months"
                    : "Products of store %s in three months".formatted(store);
        }
    }

    public record Meter(String name, int used, int limit, String remark) {}

    /** The limits: the day, the published products, the stores. */
    public List<Meter> meters() {
        ZoneId days = ZoneId.of(zone);
        List<Meter> meters = new ArrayList<>();
        meters.add(
                new Meter(
                        "Fetched today",
                        day.fetched(),
                        day.limit(),
                        "the next day begins at " + minute(day.endsAt(), days)));
        meters.add(
                new Meter(
                        "Published, of those fetched before today",
                        published.published(),
                        published.fetchedBefore(),
                        published.words()));
        for (Store store : stores) {
            meters.add(
                    new Meter(
                            store.counted(),
                            store.products(),
                            store.limit(),
                            store.nextFree() == null
                                    ? ""
                                    : "one less at " + minute(store.nextFree(), days)));
        }
        return meters;
    }

    /** A time for people, rounded up to the minute, so that it is never too early. */
    public static String minute(Instant time, ZoneId zone) {
        Instant minute = time.truncatedTo(ChronoUnit.MINUTES);
        return MINUTE.format(
                (minute.equals(time) ? time : minute.plus(1, ChronoUnit.MINUTES)).atZone(zone));
    }
}
