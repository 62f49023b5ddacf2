package dev.stockload.sandbox;

import org.springframework.dao.DataAccessException;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The products and their stock entries. */
record SandboxStock(SandboxDatabase database) {
    /** The number of products added at once, so that a large catalogue needs little memory. */
    private static final int AT_ONCE = 10_000;

    /** One colour and size of a product as on the wire; the barcode may be null. */
    record Entry(String guid, String barCode, String color, Object size, int stock) {}

    /**
     * Adds the missing products with their initial stock.
     *
     * @throws UnusableSandboxException if the database is not one of the sandbox
     */
    void fill(int products) {
        try {
            database.transaction(() -> add(products));
        } catch (DataAccessException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot add products to its data (%s). Delete its folder to start afresh"
                            .formatted(e.getMessage()),
                    e);
        }
    }

    private int add(int products) {
        int there = database.count("product");
        int end = Product.FIRST + products;
        for (int first = Product.FIRST + there; first < end; first += AT_ONCE) {
            int last = Math.min(first + AT_ONCE, end) - 1;
            database.update(
                    "insert into product (id) select x from system_range(?, ?)", first, last);
            replace(
                    IntStream.rangeClosed(first, last)
                            .mapToObj(id -> new Product(id).initialStock())
                            .flatMap(List::stream)
                            .toList());
        }
        return there;
    }

    boolean hasProduct(int pid) {
        return database.count("product where id = ?", pid) > 0;
    }

    /** When the last create ended; the epoch if there was none. */
    Instant lastCreate() {
        return database.transaction(
                () ->
                        database.one(
                                        "select ended from pace",
                                        (row, number) -> row.getObject(1, Instant.class))
                                .orElse(Instant.EPOCH));
    }

    void createEnded(Instant at) {
        database.transaction(
                () -> database.update("merge into pace (one, ended) key (one) values (1, ?)", at));
    }

    /** Creates or replaces all stock, or nothing if products are unknown; returns these. */
    SortedSet<Integer> create(List<ColourGroup> groups) {
        return database.transaction(() -> createKnown(groups));
    }

    private SortedSet<Integer> createKnown(List<ColourGroup> groups) {
        SortedSet<Integer> unknown =
                groups.stream()
                        .map(ColourGroup::pid)
                        .distinct()
                        .filter(pid -> !hasProduct(pid))
                        .collect(Collectors.toCollection(TreeSet::new));
        if (unknown.isEmpty()) {
            replace(groups);
        }
        return unknown;
    }

    List<Entry> entries(int pid) {
        return database.list(
                """
                select guid, bar_code, colour, size, stock from stock_entry
                 where product = ? order by id
                """,
                (row, number) ->
                        new Entry(
                                row.getString("guid"),
                                row.getString("bar_code"),
                                row.getString("colour"),
                                size(row.getString("size")),
                                row.getInt("stock")),
                pid);
    }

    /** The document says string and shows a number; a range can only be a string. */
    private static Object size(String text) {
        return text.contains("-") ? (Object) text : Integer.valueOf(text);
    }

    private void replace(List<ColourGroup> groups) {
        // Two plain statements, since one MERGE is many times slower in H2.
        List<Object[]> rows = rows(groups);
        int[] updated =
                database.batch(
                        "update stock_entry set stock = ?, bar_code = coalesce(?, bar_code)"
                                + " where guid = ?",
                        rows.stream().map(row -> new Object[] {row[4], row[5], row[0]}).toList());
        database.batch(
                """
                insert into stock_entry (guid, product, colour, size, stock, bar_code)
                values (?, ?, ?, ?, ?, ?)
                """,
                IntStream.range(0, updated.length)
                        .filter(row -> updated[row] == 0)
                        .mapToObj(rows::get)
                        .toList());
    }

    private static List<Object[]> rows(List<ColourGroup> groups) {
        List<Object[]> rows = new ArrayList<>();
        for (ColourGroup group : groups) {
            for (ColourGroup.SizeItem item : group.param()) {
                rows.add(
                        new Object[] {
                            guid(group, item),
                            group.pid(),
                            group.color(),
                            item.size(),
                            item.stock(),
                            item.barCode()
                        });
            }
        }
        return rows;
    }

    /** The identifier of an entry never changes: it is derived from product, size and colour. */
    private static String guid(ColourGroup group, ColourGroup.SizeItem item) {
        String name = group.pid() + " " + item.size() + " " + group.color();
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }
}
