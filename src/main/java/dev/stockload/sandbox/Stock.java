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

    private final Database database;

    Stock(Database database) {
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

    static void apply(Connection connection, List<ColourGroup> groups) throws SQLException {
        try (PreparedStatement merge =
                connection.prepareStatement(
                        """
                        merge into stock_entry e
                        using (values (cast(? as char(32)), cast(? as int), cast(? as varchar),
                                cast(? as varchar), cast(? as int), cast(? as varchar)))
                            s (guid, product, colour, size, stock, bar_code)
                        on e.guid = s.guid
                        when matched then update set
                            stock = s.stock, bar_code = coalesce(s.bar_code, e.bar_code)
                        when not matched then
                            insert (guid, product, colour, size, stock, bar_code)
                            values (s.guid, s.product, s.colour, s.size, s.stock, s.bar_code)
                        """)) {
            for (ColourGroup group : groups) {
                for (ColourGroup.SizeItem item : group.param()) {
                    merge.setString(1, guid(group, item));
                    merge.setInt(2, group.pid());
                    merge.setString(3, group.color());
                    merge.setString(4, item.size());
                    merge.setInt(5, item.stock());
                    merge.setString(6, item.barCode());
                    merge.addBatch();
                }
            }
            merge.executeBatch();
        }
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
        String name = "%d %s %s".formatted(group.pid(), item.size(), group.color());
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
