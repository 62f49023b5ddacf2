package dev.stockload.sandbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The product list, page by page. */
final class Products {
    /** An element of the product list. */
    record Summary(int id, String artNo, String pic) {}

    /** One page of the product list, and how many there are. */
    record Page(int totalPages, List<Summary> products) {}

    private static final int PAGE_SIZE = 50;
    private static final String CHOSEN =
            """
            product p
            where cast(? as boolean) is null
               or cast(? as boolean) = (p.id in (select product from stock_entry))
            """;

    private final SandboxDatabase database;

    Products(SandboxDatabase database) {
        this.database = database;
    }

    Page page(int number, Optional<Boolean> withStock) {
        return database.transaction(
                connection ->
                        new Page(
                                (count(connection, withStock) + PAGE_SIZE - 1) / PAGE_SIZE,
                                summaries(connection, number, withStock)));
    }

    static boolean exists(Connection connection, int pid) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select 1 from product where id = ?")) {
            select.setInt(1, pid);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    private static int count(Connection connection, Optional<Boolean> withStock)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("select count(*) from " + CHOSEN)) {
            choose(select, withStock);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static List<Summary> summaries(
            Connection connection, int page, Optional<Boolean> withStock) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select id, art_no, images[1] as pic from "
                                + CHOSEN
                                + "order by id offset ? rows fetch next ? rows only")) {
            choose(select, withStock);
            select.setLong(3, (page - 1L) * PAGE_SIZE);
            select.setInt(4, PAGE_SIZE);
            List<Summary> found = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(
                            new Summary(
                                    row.getInt("id"),
                                    row.getString("art_no"),
                                    row.getString("pic")));
                }
            }
            return found;
        }
    }

    private static void choose(PreparedStatement select, Optional<Boolean> withStock)
            throws SQLException {
        select.setObject(1, withStock.orElse(null));
        select.setObject(2, withStock.orElse(null));
    }
}
