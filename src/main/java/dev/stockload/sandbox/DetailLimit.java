package dev.stockload.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** The three limits of product details; a day begins at midnight UTC. */
record DetailLimit(SandboxDatabase database, Instant now) {
    private static final int FETCHES_A_DAY = 300;
    private static final int PRODUCTS_IN_THREE_MONTHS = 5_000;

    /** The Retry-After if products must be published first. */
    private static final Duration UNTIL_PUBLISHED = Duration.ofHours(1);

    /** Counts a fetch of this product, or returns the answer of the limit that was reached. */
    Optional<Answer> spend(int pid) {
        Optional<Answer> refusal = day().or(this::publishing).or(() -> threeMonths(pid));
        if (refusal.isEmpty()) {
            database.jdbc().update("insert into fetched (product, at) values (?, ?)", pid, now);
        }
        return refusal;
    }

    private Optional<Answer> day() {
        int fetched = database.count("fetched where at >= ?", midnight(today()));
        return fetched < FETCHES_A_DAY
                ? Optional.empty()
                : Optional.of(
                        Answer.tooMany(
                                "%d details were fetched today; an account may fetch %d a day"
                                        .formatted(FETCHES_A_DAY, FETCHES_A_DAY),
                                Duration.between(now, midnight(today().plusDays(1)))));
    }

    private Optional<Answer> publishing() {
        Map<String, Object> counts =
                database.jdbc()
                        .queryForMap(
                                """
                                select count(distinct f.product) as fetched,
                                       count(distinct p.product) as published
                                  from fetched f left join published p on p.product = f.product
                                 where f.at < ?
                                """,
                                midnight(today()));
        long fetched = (Long) counts.get("fetched");
        long published = (Long) counts.get("published");
        return published * 3 >= fetched * 2
                ? Optional.empty()
                : Optional.of(
                        Answer.tooMany(
                                "Of %d products fetched before today %d are published; at least two thirds must be. Tell the sandbox with a POST of pid=... to /sandbox/published"
                                        .formatted(fetched, published),
                                UNTIL_PUBLISHED));
    }

    private Optional<Answer> threeMonths(int pid) {
        return database.time(
                        """
                        select min(last) as oldest
                          from (select max(at) as last from fetched
                                 where at > ? and product <> ? group by product)
                        having count(*) >= ?
                        """,
                        now.atOffset(ZoneOffset.UTC).minusMonths(3).toInstant(),
                        pid,
                        PRODUCTS_IN_THREE_MONTHS)
                .map(
                        oldest ->
                                Answer.tooMany(
                                        "%d products of the store %s were fetched within three months, and a store may not exceed that"
                                                .formatted(
                                                        PRODUCTS_IN_THREE_MONTHS,
                                                        Product.STORE_URL),
                                        Duration.between(
                                                now,
                                                oldest.atOffset(ZoneOffset.UTC)
                                                        .plusMonths(3)
                                                        .toInstant())));
    }

    private LocalDate today() {
        return now.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
