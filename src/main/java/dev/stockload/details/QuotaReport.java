package dev.stockload.details;

import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of the three limits of product detail an account has used.
 *
 * @param zone in which the service counts its days
 * @param left how many products that were not fetched before can be fetched now
 */
public record QuotaReport(
        String account, String zone, Day day, Publishing published, List<Store> stores, int left) {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV");

    /** The fetches of today. */
    public record Day(int fetched, int limit, Instant endsAt) {}

    /**
     * The products fetched before today.
     *
     * @param lacking how many more have to be published before anything can be fetched
     */
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
     * The products of a store in three months.
     *
     * @param store empty where none is known yet
     * @param nextFree when one less counts; null where none does
     */
    public record Store(String store, int products, int limit, Instant nextFree) {
        public String counted() {
            return store.isEmpty()
                    ? "Products of the store in three months"
                    : "Products of store %s in three months".formatted(store);
        }
    }

    /** One of the limits for people: what is counted, how much is used, and what follows. */
    public record Meter(String name, int used, int limit, String remark) {}

    /** The limits: the day, then what is published, then the stores. */
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

    /**
     * A time for people: its minute, or the next one where that has begun, so that whoever comes
     * then does not come too soon.
     */
    public static String minute(Instant time, ZoneId zone) {
        Instant minute = time.truncatedTo(ChronoUnit.MINUTES);
        return MINUTE.format(
                (minute.equals(time) ? time : minute.plus(1, ChronoUnit.MINUTES)).atZone(zone));
    }
}
