package dev.stockload.sandbox;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/** The stock entries of the products. */
final class Stock {
    /** One colour and size of a product; the barcode is null where none is set. */
    record Entry(String guid, String barCode, String color, String size, int stock) {}

    private static final String INSERT =
            """
            insert into stock_entry (guid, product, colour, size, stock, bar_code)
            values (?, ?, ?, ?, ?, ?)
            """;

    private final SandboxDatabase database;

    Stock(SandboxDatabase database) {
        this.database = database;
    }

    /** Creates or replaces all of it, or nothing where a product is unknown: then says which. */
    SortedSet<Integer> create(List<ColourGroup> groups) {
        return database.transaction(
                connection -> {
                    SortedSet<Integer> unknown = new TreeSet<>();
                    groups.forEach(group -> unknown.add(group.pid()));
                    for (int pid : List.copyOf(unknown)) {
                        if (Products.exists(connection, pid)) {
                            unknown.remove(pid);
                        }
                    }
                    if (unknown.isEmpty()) {
                        apply(connection, groups);
                    }
                    return unknown;
                });
    }

    private static void apply(Connection connection, List<ColourGroup> groups) throws SQLException {
        // Two plain statements: H2 takes many times as long for the same as one MERGE.
        try (PreparedStatement update =
                        connection.prepareStatement(
                                """
                                update stock_entry set stock = ?, bar_code = coalesce(?, bar_code)
                                 where guid = ?
                                """);
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (ColourGroup group : groups) {
                for (ColourGroup.SizeItem item : group.param()) {
                    update.setInt(1, item.stock());
                    update.setString(2, item.barCode());
                    update.setString(3, guid(group, item));
                    if (update.executeUpdate() == 0) {
                        addTo(insert, group, item);
                    }
                }
            }
            insert.executeBatch();
        }
    }

    /** Adds stock that is known not to be there yet. */
    static void add(Connection connection, List<ColourGroup> groups) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (ColourGroup group : groups) {
                for (ColourGroup.SizeItem item : group.param()) {
                    addTo(insert, group, item);
                }
            }
            insert.executeBatch();
        }
    }

    private static void addTo(
            PreparedStatement insert, ColourGroup group, ColourGroup.SizeItem item)
            throws SQLException {
        insert.setString(1, guid(group, item));
        insert.setInt(2, group.pid());
        insert.setString(3, group.color());
        insert.setString(4, item.size());
        insert.setInt(5, item.stock());
        insert.setString(6, item.barCode());
        insert.addBatch();
    }

    static List<Entry> entries(Connection connection, int pid) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select guid, bar_code, colour, size, stock from stock_entry
                         where product = ? order by id
                        """)) {
            select.setInt(1, pid);
            List<Entry> entries = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    entries.add(
                            new Entry(
                                    row.getString("guid"),
                                    row.getString("bar_code"),
                                    row.getString("colour"),
                                    row.getString("size"),
                                    row.getInt("stock")));
                }
            }
            return entries;
        }
    }

    /** An entry keeps its identifier for good: it follows from what the entry is for. */
    private static String guid(ColourGroup group, ColourGroup.SizeItem item) {
        String name = group.pid() + " " + item.size() + " " + group.color();
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
