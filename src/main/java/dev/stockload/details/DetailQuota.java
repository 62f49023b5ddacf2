package dev.stockload.details;

import dev.stockload.details.QuotaReport.Day;
import dev.stockload.details.QuotaReport.Publishing;
import dev.stockload.details.QuotaReport.Store;
import dev.stockload.details.table.FetchedProduct;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the three limits of product details allow now: fetches per day, the share of earlier
 * products that are published, and products per store in three months.
 */
public record DetailQuota(
        Instant now, ZoneId zone, List<Instant> fetches, List<FetchedProduct> products) {
    public static final int A_DAY = 300;
    public static final int IN_THREE_MONTHS = 5_000;
    private static final int MONTHS = 3;
    private static final int NEVER_FETCHED = 0;

    /** The limit that the next fetch would exceed; no time if people have to publish first. */
    public record Reached(String words, Optional<Instant> from, String help) {}

    /** The limit that prevents fetching this product now, the daily limit first. */
    Optional<Reached> before(int product) {
        if (day().fetched() >= A_DAY) {
            return Optional.of(dayIsOver());
        }
        Publishing publishing = publishing();
        return publishing.lacking() > 0 ? Optional.of(tooFew(publishing)) : store(product);
    }

    /** The limit that prevents fetching a new product now. */
    public Optional<Reached> beforeAny() {
        return before(NEVER_FETCHED);
    }

    int left() {
        if (publishing().lacking() > 0) {
            return 0;
        }
        int fullest = stores().stream().mapToInt(Store::products).max().orElse(0);
        return Math.max(0, Math.min(A_DAY - day().fetched(), IN_THREE_MONTHS - fullest));
    }

    public QuotaReport report(String account) {
        return new QuotaReport(account, zone.getId(), day(), publishing(), stores(), left());
    }

    Day day() {
        Instant midnight = midnight(0);
        long today = fetches.stream().filter(at -> !at.isBefore(midnight)).count();
        return new Day((int) today, A_DAY, midnight(1));
    }

    /** The products that were fetched before today, and how many of them are published. */
    Publishing publishing() {
        Instant midnight = midnight(0);
        List<FetchedProduct> earlier =
                products.stream().filter(p -> p.firstAt().isBefore(midnight)).toList();
        int published = (int) earlier.stream().filter(FetchedProduct::published).count();
        return new Publishing(earlier.size(), published, lacking(earlier.size(), published));
    }

    /** How many more of these must be published before anything can be fetched. */
    static int lacking(int fetched, int published) {
        int needed = (fetched * 2 + 2) / 3;
        return Math.max(0, needed - published);
    }

    /** The use of each store's limit, by name; at least one entry. */
    List<Store> stores() {
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
        List<Store> stores = new ArrayList<>();
        times.forEach(
                (store, counted) -> {
                    // Products without an answer may be of any store.
                    counted.addAll(unknownStore);
                    stores.add(
                            new Store(store, counted.size(), IN_THREE_MONTHS, nextFree(counted)));
                });
        return stores;
    }

    private Optional<Reached> store(int product) {
        FetchedProduct known =
                products.stream().filter(p -> p.product() == product).findFirst().orElse(null);
        if (known != null && known.lastAt().isAfter(since(now))) {
            return Optional.empty();
        }
        String store = known == null ? null : known.store();
        // The store of a new product is unknown: it may be the one that is full.
        return stores().stream()
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

    private Reached dayIsOver() {
        long marked = products.stream().filter(FetchedProduct::published).count();
        int lacking = lacking(products.size(), (int) marked);
        return new Reached(
                "%,d details were fetched today; the limit is %,d a day"
                        .formatted(day().fetched(), A_DAY),
                Optional.of(day().endsAt()),
                lacking == 0
                        ? ""
                        : "By then %,d more of the %,d fetched products must be published: mark them with stockload published"
                                .formatted(lacking, products.size()));
    }

    private static Reached tooFew(Publishing publishing) {
        return new Reached(
                "of %,d products fetched before today %,d are published; at least two thirds must be before more are fetched"
                        .formatted(publishing.fetchedBefore(), publishing.published()),
                Optional.empty(),
                "Publish %,d more and mark them with stockload published; stockload published --list shows which are left"
                        .formatted(publishing.lacking()));
    }

    private Instant midnight(int days) {
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
