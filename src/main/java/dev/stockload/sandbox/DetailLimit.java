package dev.stockload.sandbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/** The three limits of product detail; a day begins at midnight UTC. */
final class DetailLimit {
    private static final int FETCHES_A_DAY = 300;
    private static final int PRODUCTS_IN_THREE_MONTHS = 5_000;

    /** Nothing but publishing helps here: an hour later is soon enough to look again. */
    private static final Duration UNTIL_PUBLISHED = Duration.ofHours(1);

    /** Why and for how long a fetch is refused. */
    record Refusal(String message, Duration delay) {}

    private DetailLimit() {}

    /** Counts a fetch of this product, unless a limit is in the way. */
    static Optional<Refusal> spend(Connection connection, int pid, Instant now)
            throws SQLException {
        Optional<Refusal> refusal = day(connection, now);
        if (refusal.isEmpty()) {
            refusal = publishing(connection, now);
        }
        if (refusal.isEmpty()) {
            refusal = threeMonths(connection, pid, now);
        }
        if (refusal.isEmpty()) {
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            "insert into fetched (product, at) values (?, ?)")) {
                insert.setInt(1, pid);
                insert.setObject(2, now);
                insert.executeUpdate();
            }
        }
        return refusal;
    }

    private static Optional<Refusal> day(Connection connection, Instant now) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select count(*) from fetched where at >= ?")) {
            select.setObject(1, midnight(today(now)));
            return firstInt(select) < FETCHES_A_DAY
                    ? Optional.empty()
                    : Optional.of(
                            new Refusal(
                                    "%d details were fetched today; an account may fetch %d a day"
                                            .formatted(FETCHES_A_DAY, FETCHES_A_DAY),
                                    Duration.between(now, midnight(today(now).plusDays(1)))));
        }
    }

    private static Optional<Refusal> publishing(Connection connection, Instant now)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select count(distinct f.product) as fetched,
                               count(distinct p.product) as published
                          from fetched f left join published p on p.product = f.product
                         where f.at < ?
                        """)) {
            select.setObject(1, midnight(today(now)));
            try (ResultSet row = select.executeQuery()) {
                row.next();
                long fetched = row.getLong("fetched");
                long published = row.getLong("published");
                return published * 3 >= fetched * 2
                        ? Optional.empty()
                        : Optional.of(
                                new Refusal(
                                        "Of %d products fetched before today %d are published; at least two thirds must be. Tell the sandbox with a POST of pid=... to /sandbox/published"
                                                .formatted(fetched, published),
                                        UNTIL_PUBLISHED));
            }
        }
    }

    private static Optional<Refusal> threeMonths(Connection connection, int pid, Instant now)
            throws SQLException {
        Instant since = now.atOffset(ZoneOffset.UTC).minusMonths(3).toInstant();
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select count(*) as products, min(last) as oldest
                          from (select max(at) as last from fetched
                                 where at > ? and product <> ? group by product)
                        """)) {
            select.setObject(1, since);
            select.setInt(2, pid);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                if (row.getInt("products") < PRODUCTS_IN_THREE_MONTHS) {
                    return Optional.empty();
                }
                Instant free =
                        row.getObject("oldest", Instant.class)
                                .atOffset(ZoneOffset.UTC)
                                .plusMonths(3)
                                .toInstant();
                return Optional.of(
                        new Refusal(
                                "%d products of the store %s were fetched within three months, and a store may not exceed that"
                                        .formatted(PRODUCTS_IN_THREE_MONTHS, Product.STORE_URL),
                                Duration.between(now, free)));
            }
        }
    }

    private static int firstInt(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static LocalDate today(Instant now) {
        return now.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static Instant midnight(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
