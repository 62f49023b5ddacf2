package dev.stockload.sandbox;

import org.h2.api.ErrorCode;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The products and their stock: one H2 connection, one transaction at a time. */
final class SandboxDatabase implements AutoCloseable {
    private static final String SCHEMA =
            """
            create table if not exists product (id int primary key);
            create table if not exists stock_entry (
                id bigint generated always as identity primary key,
                guid char(32) not null unique,
                product int not null references product,
                colour varchar not null,
                size varchar not null,
                stock int not null,
                bar_code varchar);
            create table if not exists pace (
                one int primary key check (one = 1),
                ended timestamp(3) with time zone not null);
            create table if not exists fetched (
                product int not null,
                at timestamp(3) with time zone not null);
            create index if not exists fetched_at on fetched (at);
            create table if not exists published (product int primary key);
            """;

    /** The number of products added at once, so that a large catalogue needs little memory. */
    private static final int AT_ONCE = 10_000;

    /** One colour and size of a product as on the wire; the barcode may be null. */
    record Entry(String guid, String barCode, String color, Object size, int stock) {
        /** The document says string and shows a number; a range can only be a string. */
        Entry {
            String text = size.toString();
            size = text.contains("-") ? (Object) text : Integer.valueOf(text);
        }
    }

    private final SingleConnectionDataSource source;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;

    /** The database in a folder, locked until it is closed; in memory if the folder is null. */
    SandboxDatabase(Path folder) {
        String url = folder == null ? "jdbc:h2:mem:" : url(folder);
        source = new SingleConnectionDataSource(url, "sandbox", "", true);
        jdbc = new JdbcTemplate(source);
        transaction = new TransactionTemplate(new JdbcTransactionManager(source));
        try {
            jdbc.execute(SCHEMA);
        } catch (DataAccessException e) {
            close();
            SQLException fault = (SQLException) e.getCause();
            String sentence =
                    fault.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1
                            ? "Another sandbox is running with the data in %s. Stop it first, or"
                                    + " choose another folder"
                            : "The sandbox cannot use its data in %s (%s). Make room if the"
                                    + " disk is full, or delete the folder to start afresh";
            throw new UnusableSandboxException(
                    sentence.formatted(folder == null ? "memory" : folder, fault.getMessage()), e);
        }
    }

    private static String url(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        if (absolute.toString().contains(";")) {
            throw new UnusableSandboxException(
                    "The sandbox cannot keep its data in %s: its database does not allow ; in a path"
                            .formatted(folder));
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
        // The operating system releases its lock when a process is killed, while H2's lock file
        // would have to expire. Without a write delay, a kill loses nothing that was answered.
        return "jdbc:h2:file:%s;OPEN_NEW=TRUE;FILE_LOCK=FS;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0"
                .formatted(absolute.resolve("sandbox"));
    }

    /** Runs work in a transaction; statements run within one. */
    synchronized <T> T transaction(Supplier<T> work) {
        return transaction.execute(status -> work.get());
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    int count(String from, Object... values) {
        return jdbc.queryForObject("select count(*) from " + from, Integer.class, values);
    }

    /** The time that a query finds; empty if it has no row. */
    Optional<Instant> time(String sql, Object... values) {
        return jdbc.queryForList(sql, Instant.class, values).stream().findFirst();
    }

    /** Adds the missing products; refuses a database that is not one of the sandbox. */
    void fill(int products) {
        try {
            transaction(() -> add(products));
        } catch (DataAccessException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot add products to its data (%s). Delete its folder to start afresh"
                            .formatted(e.getMessage()),
                    e);
        }
    }

    private int add(int products) {
        int there = count("product");
        int end = Product.FIRST + products;
        for (int first = Product.FIRST + there; first < end; first += AT_ONCE) {
            int last = Math.min(first + AT_ONCE, end) - 1;
            jdbc.update("insert into product (id) select x from system_range(?, ?)", first, last);
            replace(
                    IntStream.rangeClosed(first, last)
                            .mapToObj(id -> new Product(id).initialStock())
                            .flatMap(List::stream)
                            .toList());
        }
        return there;
    }

    boolean hasProduct(int pid) {
        return count("product where id = ?", pid) > 0;
    }

    /** When the last create ended; the epoch if there was none. */
    Instant lastCreate() {
        return transaction(() -> time("select ended from pace").orElse(Instant.EPOCH));
    }

    void createEnded(Instant at) {
        transaction(() -> jdbc.update("merge into pace (one, ended) key (one) values (1, ?)", at));
    }

    /** Creates or replaces all stock, or nothing if products are unknown; returns these. */
    SortedSet<Integer> create(List<ColourGroup> groups) {
        return transaction(
                () -> {
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
                });
    }

    List<Entry> entries(int pid) {
        return jdbc.query(
                """
                select guid, bar_code as barCode, colour as color, size, stock from stock_entry
                 where product = ? order by id
                """,
                new SimplePropertyRowMapper<>(Entry.class),
                pid);
    }

    private void replace(List<ColourGroup> groups) {
        // Two plain statements, since one MERGE is many times slower in H2.
        List<Object[]> rows = rows(groups);
        int[] updated =
                jdbc.batchUpdate(
                        "update stock_entry set stock = ?, bar_code = coalesce(?, bar_code)"
                                + " where guid = ?",
                        rows.stream().map(row -> new Object[] {row[4], row[5], row[0]}).toList());
        jdbc.batchUpdate(
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

    @Override
    public synchronized void close() {
        source.destroy();
    }
}
