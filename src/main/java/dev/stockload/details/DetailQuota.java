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
 * What the three limits of product detail leave at a time: fetches a day, products published of
 * those fetched on earlier days, and products of a store in three months. It counts what it is
 * told; asking changes nothing.
 */
public record DetailQuota(ZoneId zone, List<Instant> fetches, List<FetchedProduct> products) {
    public static final int A_DAY = 300;
    public static final int IN_THREE_MONTHS = 5_000;
    private static final int MONTHS = 3;
    private static final Duration A_DAY_WHEREVER = Duration.ofDays(2);

    /** No product has this id. */
    private static final int NEVER_FETCHED = 0;

    /**
     * The limit that the next fetch would break.
     *
     * @param words what it is and how much of it is used, one sentence without a full stop
     * @param from when it is out of the way by itself; empty where people have to publish first
     * @param help what people can do meanwhile; may be empty
     */
    public record Reached(String words, Optional<Instant> from, String help) {}

    /** What the ledger counts of an account. */
    public static DetailQuota of(Ledger ledger, String account, ZoneId zone, Instant now) {
        return new DetailQuota(
                zone,
                ledger.details().counted(account, now.minus(A_DAY_WHEREVER)),
                ledger.details().products(account));
    }

    /** The limit in the way of fetching this product now; that of the day comes first. */
    public Optional<Reached> before(int product, Instant now) {
        if (today(now) >= A_DAY) {
            return Optional.of(day(now));
        }
        if (lacking(earlier(now), published(now)) > 0) {
            return Optional.of(publishing(now));
        }
        return store(product, now);
    }

    /** The limit in the way of fetching any product that was not fetched before. */
    public Optional<Reached> beforeAny(Instant now) {
        return before(NEVER_FETCHED, now);
    }

    /** How many products that were not fetched before can be fetched now. */
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

    /** How many of those fetched before today are published. */
    public int published(Instant now) {
        Instant midnight = midnight(now, 0);
        return (int)
                products.stream()
                        .filter(p -> p.published() && p.firstAt().isBefore(midnight))
                        .count();
    }

    /** How many more of them have to be published before anything can be fetched. */
    public static int lacking(int fetched, int published) {
        int needed = (fetched * 2 + 2) / 3;
        return Math.max(0, needed - published);
    }

    /** The stores that products were fetched of, by name; at least one. */
    public List<QuotaReport.Store> stores(Instant now) {
        Instant since = since(now);
        Map<String, List<Instant>> times = new TreeMap<>();
        List<Instant> anywhere = new ArrayList<>();
        for (FetchedProduct product : products) {
            List<Instant> known =
                    product.store() == null
                            ? anywhere
                            : times.computeIfAbsent(product.store(), s -> new ArrayList<>());
            if (product.lastAt().isAfter(since)) {
                known.add(product.lastAt());
            }
        }
        if (times.isEmpty()) {
            times.put("", new ArrayList<>());
        }
        List<QuotaReport.Store> uses = new ArrayList<>();
        times.forEach(
                (store, counted) -> {
                    // What came without an answer may be of any store.
                    counted.addAll(anywhere);
                    uses.add(
                            new QuotaReport.Store(
                                    store, counted.size(), IN_THREE_MONTHS, nextFree(counted)));
                });
        return uses;
    }

    private Optional<Reached> store(int product, Instant now) {
        FetchedProduct known =
                products.stream().filter(p -> p.product() == product).findFirst().orElse(null);
        if (known != null && known.lastAt().isAfter(since(now))) {
            return Optional.empty();
        }
        String store = known == null ? null : known.store();
        // The store of a product is known once it was fetched: until then it may be the fullest.
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

    /**
     * When so many have left the three months that one more fits, or the first of fewer; null for
     * none.
     */
    private Instant nextFree(List<Instant> counted) {
        List<Instant> ordered = counted.stream().sorted().toList();
        return ordered.isEmpty()
                ? null
                : leaves(ordered.get(Math.max(0, ordered.size() - IN_THREE_MONTHS)));
    }

    /** The first time that this one does not count; three months after the 30th may be too soon. */
    private Instant leaves(Instant at) {
        ZonedDateTime time = at.atZone(zone).plusMonths(MONTHS);
        while (at.isAfter(since(time.toInstant()))) {
            time = time.toLocalDate().plusDays(1).atStartOfDay(zone);
        }
        return time.toInstant();
    }
}
