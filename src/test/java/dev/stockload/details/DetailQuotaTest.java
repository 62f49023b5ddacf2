package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.details.DetailQuota.Reached;
import dev.stockload.details.QuotaReport.Store;
import dev.stockload.details.table.FetchedProduct;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class DetailQuotaTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    @Test
    void at_first_a_whole_day_is_available() {
        DetailQuota quota = new DetailQuota(NOON, UTC, List.of(), List.of());
        assertThat(quota.left()).isEqualTo(300);
        assertThat(quota.before(1)).isEmpty();
        assertThat(quota.stores()).containsExactly(new Store("", 0, 5000, null));
    }

    @Test
    void the_300th_fetch_of_a_day_is_the_last() {
        List<FetchedProduct> products = new ArrayList<>();
        for (int n = 1; n <= 299; n++) {
            products.add(new FetchedProduct(n, "a", NOON, NOON, false));
        }
        DetailQuota nearly = new DetailQuota(NOON, UTC, Collections.nCopies(299, NOON), products);
        assertThat(nearly.before(300)).isEmpty();
        assertThat(nearly.left()).isEqualTo(1);
        DetailQuota quota = new DetailQuota(NOON, UTC, Collections.nCopies(300, NOON), products);
        Reached reached = quota.before(300).orElseThrow();
        assertThat(reached.from()).contains(Instant.parse("2026-11-16T00:00:00Z"));
        assertThat(reached.words()).contains("300 a day");
        assertThat(reached.help()).contains("200 more of the 299");
        assertThat(quota.left()).isZero();
        assertThat(quota.before(1)).as("also for one fetched before").isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        // the day of Shanghai begins at 16:00 UTC
        "UTC,           2026-11-15T15:59:59Z, 2026-11-15T16:00:00Z, 2, 2026-11-16T00:00:00Z",
        "Asia/Shanghai, 2026-11-15T15:59:59Z, 2026-11-15T16:00:00Z, 1, 2026-11-16T16:00:00Z",
        "UTC,           2026-11-15T23:59:59Z, 2026-11-16T00:00:00Z, 1, 2026-11-17T00:00:00Z",
        // a day of 25 hours
        "Europe/Vienna, 2026-10-24T22:00:00Z, 2026-10-25T22:59:59Z, 2, 2026-10-25T23:00:00Z",
    })
    void days_follow_the_zone_of_the_service(
            ZoneId zone, Instant first, Instant second, int today, Instant next) {
        DetailQuota quota = new DetailQuota(second, zone, List.of(first, second), List.of());
        assertThat(quota.day().fetched()).isEqualTo(today);
        assertThat(quota.day().endsAt()).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "1, 0, 1",
        "1, 1, 0",
        "2, 1, 1",
        "2, 2, 0",
        "3, 1, 1",
        "3, 2, 0",
        "4, 2, 1",
        "4, 3, 0",
        "300, 199, 1",
        "300, 200, 0",
        "301, 200, 1",
        "301, 201, 0",
        "5000, 0, 3334"
    })
    void at_least_two_thirds_must_be_published(int fetched, int published, int lacking) {
        assertThat(DetailQuota.lacking(fetched, published)).isEqualTo(lacking);
    }

    @Test
    void only_products_fetched_before_today_must_be_published() {
        Instant yesterday = NOON.minus(Duration.ofDays(1));
        List<FetchedProduct> products = new ArrayList<>();
        for (int n = 1; n <= 6; n++) {
            products.add(new FetchedProduct(n, "a", yesterday, yesterday, n <= 3));
        }
        DetailQuota broken = new DetailQuota(NOON, UTC, List.of(), products);
        Reached reached = broken.before(9).orElseThrow();
        assertThat(reached.from()).isEmpty();
        assertThat(reached.words()).contains("of 6 products", "3 are published");
        assertThat(reached.help()).contains("Publish 1 more");
        assertThat(broken.left()).isZero();
        assertThat(at(yesterday, broken).before(9)).as("on the day itself").isEmpty();

        products.set(3, new FetchedProduct(4, "a", yesterday, NOON, true));
        DetailQuota met = new DetailQuota(NOON, UTC, List.of(), products);
        assertThat(met.before(9)).isEmpty();
        assertThat(met.left()).isEqualTo(300);
    }

    @Test
    void five_thousand_products_of_a_store_fit_into_three_months() {
        DetailQuota quota = new DetailQuota(NOON, UTC, List.of(), full("a", 5000, NOON));
        Instant later = NOON.plus(Duration.ofDays(60));

        Reached reached = at(later, quota).before(9999).orElseThrow();
        assertThat(reached.words()).contains("store a", "5,000");
        Instant free = Instant.parse("2027-02-15T12:00:00Z");
        assertThat(reached.from()).contains(free);
        assertThat(at(later, quota).left()).isZero();
        assertThat(at(later, quota).before(1)).as("one that counts already").isEmpty();
        assertThat(at(free.minusMillis(1), quota).before(9999)).isPresent();
        assertThat(at(free, quota).before(9999)).isEmpty();
        assertThat(at(free, quota).left()).isEqualTo(1);
    }

    @Test
    void the_window_slides_with_each_product() {
        List<FetchedProduct> products = full("a", 5003, NOON);
        DetailQuota quota = new DetailQuota(NOON, UTC, List.of(), products);
        // 5003 were fetched, a second apart: four must stop counting before one more fits.
        Instant free = Instant.parse("2027-02-15T12:00:03Z");
        assertThat(at(NOON.plus(Duration.ofDays(1)), quota).before(9999).orElseThrow().from())
                .contains(free);
        Instant again = NOON.plus(Duration.ofDays(40));
        products.set(0, new FetchedProduct(1, "a", NOON, again, true));
        DetailQuota moved = new DetailQuota(NOON, UTC, List.of(), products);
        assertThat(at(free, moved).before(9999)).as("the first was fetched again").isPresent();
        assertThat(at(free.plusSeconds(1), moved).before(9999)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-08-15T12:00:00Z, 2026-11-15T12:00:00Z",
        "2026-08-31T12:00:00Z, 2026-12-01T00:00:00Z",
        "2026-11-28T12:00:00Z, 2027-02-28T12:00:00Z",
        "2026-11-29T12:00:00Z, 2027-03-01T00:00:00Z",
        "2026-11-30T00:00:00Z, 2027-03-01T00:00:00Z",
        "2026-12-01T00:00:00Z, 2027-03-01T00:00:00Z",
    })
    void three_months_end_at_the_first_time_that_no_longer_looks_back_far_enough(
            Instant at, Instant free) {
        DetailQuota quota =
                new DetailQuota(
                        NOON, UTC, List.of(), List.of(new FetchedProduct(1, "a", at, at, true)));
        Store use = at(at, quota).stores().get(0);
        assertThat(use.nextFree()).isEqualTo(free);
        assertThat(at(free.minusSeconds(1), quota).stores().get(0).products()).isEqualTo(1);
        assertThat(at(free, quota).stores().get(0).products()).isZero();
    }

    @Test
    void a_product_of_an_unknown_store_may_belong_to_the_full_one() {
        List<FetchedProduct> products = full("a", 5000, NOON);
        Instant old = NOON.minus(Duration.ofDays(200));
        products.add(new FetchedProduct(7001, "b", old, old, true));
        products.add(new FetchedProduct(7002, "a", old, old, true));
        products.add(new FetchedProduct(7003, null, NOON, NOON, true));
        DetailQuota quota = new DetailQuota(NOON, UTC, List.of(), products);
        Instant now = NOON.plusSeconds(6000);
        assertThat(at(now, quota).before(9999)).isPresent();
        assertThat(at(now, quota).before(7001)).as("surely of another store").isEmpty();
        assertThat(at(now, quota).before(7002)).isPresent();
        assertThat(at(now, quota).stores())
                .extracting(Store::store, Store::products)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", 5001),
                        org.assertj.core.groups.Tuple.tuple("b", 1));
    }

    private static DetailQuota at(Instant now, DetailQuota quota) {
        return new DetailQuota(now, quota.zone(), quota.fetches(), quota.products());
    }

    private static List<FetchedProduct> full(String store, int count, Instant from) {
        List<FetchedProduct> products = new ArrayList<>();
        for (int n = 1; n <= count; n++) {
            Instant at = from.plusSeconds(n - 1);
            products.add(new FetchedProduct(n, store, at, at, true));
        }
        return products;
    }
}
