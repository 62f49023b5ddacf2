package dev.stockload.details;

import dev.stockload.details.table.FetchedProduct;
import dev.stockload.ledger.Ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the three limits of product details allow: fetches per day, the share of earlier products
 * that are published, and products per store in three months.
 */
public record DetailQuota(ZoneId zone, List<Instant> fetches, List<FetchedProduct> products) {
    public static final int A_DAY = 300;
    public static final int IN_THREE_MONTHS = 5_000;
    private static final int MONTHS = 3;
    private static final Duration DAY_IN_ANY_ZONE = Duration.ofDays(2);

    private static final int NEVER_FETCHED = 0;

    /**
     * The limit that the next fetch would exceed.
     *
     * @param words the limit and how much of it is used, without a full stop
     * @param from when fetching can continue; empty if people have to publish first
     * @param help what people can do; may be empty
     */
    public record Reached(String words, Optional<Instant> from, String help) {}

    /** Reads the counts of an account from the ledger. */
    public static DetailQuota of(Ledger ledger, String account, ZoneId zone, Instant now) {
        return new DetailQuota(
                zone,
                ledger.details().counted(account, now.minus(DAY_IN_ANY_ZONE)),
                ledger.details().products(account));
    }

    /** The limit that prevents fetching this product now, the daily limit first. */
    public Optional<Reached> before(int product, Instant now) {
        if (today(now) >= A_DAY) {
            return Optional.of(day(now));
        }
        if (lacking(earlier(now), published(now)) > 0) {
            return Optional.of(publishing(now));
        }
        return store(product, now);
    }

    /** The limit that prevents fetching a new product now. */
    public Optional<Reached> beforeAny(Instant now) {
        return before(NEVER_FETCHED, now);
    }

    /** How many new products can be fetched now. */
    public int left(Instant now) {
        if (lacking(earlier(now), published(now)) > 0) {
            return 0;
        }
        int fullest = stores(now).stream().mapToInt(QuotaReport.Store::products).max().orElse(0);
        return Math.max(0, Math.min(A_DAY - today(now), IN_THREE_MONTHS - fullest));
    }

    /** How much of the limits an account has used. */
    public QuotaReport report(String account, Instant now) {
        int earlier = earlier(now);
        int published = published(now);
        return new QuotaReport(
                account,
                zone.getId(),
                new QuotaReport.Day(today(now), A_DAY, nextDay(now)),
                new QuotaReport.Publishing(earlier, published, lacking(earlier, published)),
                stores(now),
                left(now));
    }

    int today(Instant now) {
        Instant midnight = midnight(now, 0);
        return (int) fetches.stream().filter(at -> !at.isBefore(midnight)).count();
    }

    Instant nextDay(Instant now) {
        return midnight(now, 1);
    }

    /** How many products were fetched before today. */
    public int earlier(Instant now) {
        Instant midnight = midnight(now, 0);
        return (int) products.stream().filter(p -> p.firstAt().isBefore(midnight)).count();
    }

    /** How many of these are published. */
    public int published(Instant now) {
        Instant midnight = midnight(now, 0);
        return (int)
                products.stream()
                        .filter(p -> p.published() && p.firstAt().isBefore(midnight))
                        .count();
    }

    /** How many more of these must be published before anything can be fetched. */
    public static int lacking(int fetched, int published) {
        int needed = (fetched * 2 + 2) / 3;
        return Math.max(0, needed - published);
    }

    /** The use of each store's limit, by name; at least one entry. */
    public List<QuotaReport.Store> stores(Instant now) {
        Instant since = since(now);
        Map<String, List<Instant>> times = new TreeMap<>();
        List<Instant> unknownStore = new ArrayList<>();
        for (FetchedProduct product : products) {
            List<Instant> known =
                    product.store() == null
                            ? unknownStore
                            : times.computeIfAbsent(product.store(), s -> new ArrayList<>());
            if (product.lastAt().isAfter(since)) {
                known.add(product.lastAt());
            }
        }
        if (times.isEmpty()) {
            times.put("", new ArrayList<>());
        }
        List<QuotaReport.Store> stores = new ArrayList<>();
        times.forEach(
                (store, counted) -> {
                    // Products without an answer may be of any store.
                    counted.addAll(unknownStore);
                    stores.add(
                            new QuotaReport.Store(
                                    store, counted.size(), IN_THREE_MONTHS, nextFree(counted)));
                });
        return stores;
    }

    private Optional<Reached> store(int product, Instant now) {
        FetchedProduct known =
                products.stream().filter(p -> p.product() == product).findFirst().orElse(null);
        if (known != null && known.lastAt().isAfter(since(now))) {
            return Optional.empty();
        }
        String store = known == null ? null : known.store();
        // The store of a new product is unknown: it may be the one that is full.
        return stores(now).stream()
                .filter(use -> use.products() >= IN_THREE_MONTHS)
                .filter(use -> store == null || store.equals(use.store()))
                .findFirst()
                .map(
                        use ->
                                new Reached(
                                        "%,d products of %s were fetched within three months; the limit for a store is %,d"
                                                .formatted(
                                                        use.products(),
                                                        use.store().isEmpty()
                                                                ? "the store"
                                                                : "store " + use.store(),
                                                        IN_THREE_MONTHS),
                                        Optional.of(use.nextFree()),
                                        ""));
    }

    private Reached day(Instant now) {
        long marked = products.stream().filter(FetchedProduct::published).count();
        int lacking = lacking(products.size(), (int) marked);
        return new Reached(
                "%,d details were fetched today; the limit is %,d a day"
                        .formatted(today(now), A_DAY),
                Optional.of(nextDay(now)),
                lacking == 0
                        ? ""
                        : "By then %,d more of the %,d fetched products must be published: mark them with stockload published"
                                .formatted(lacking, products.size()));
    }

    private Reached publishing(Instant now) {
        int earlier = earlier(now);
        int published = published(now);
        return new Reached(
                "of %,d products fetched before today %,d are published; at least two thirds must be before more are fetched"
                        .formatted(earlier, published),
                Optional.empty(),
                "Publish %,d more and mark them with stockload published; stockload published --list shows which are left"
                        .formatted(lacking(earlier, published)));
    }

    private Instant midnight(Instant now, int days) {
        return now.atZone(zone).toLocalDate().plusDays(days).atStartOfDay(zone).toInstant();
    }

    private Instant since(Instant now) {
        return now.atZone(zone).minusMonths(MONTHS).toInstant();
    }

    /** When one more product fits, or when the first one stops counting; null if there are none. */
    private Instant nextFree(List<Instant> counted) {
        List<Instant> ordered = counted.stream().sorted().toList();
        return ordered.isEmpty()
                ? null
                : stopsCounting(ordered.get(Math.max(0, ordered.size() - IN_THREE_MONTHS)));
    }

    /** When this product stops counting; three months after the 30th may be too soon. */
    private Instant stopsCounting(Instant at) {
        ZonedDateTime time = at.atZone(zone).plusMonths(MONTHS);
        while (at.isAfter(since(time.toInstant()))) {
            time = time.toLocalDate().plusDays(1).atStartOfDay(zone);
        }
        return time.toInstant();
    }
}
