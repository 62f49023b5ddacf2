package dev.stockload.database;

import dev.stockload.stock.SafeText;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

/** Access to the ledger's database, shared by the classes that own its tables. */
public final class Database {
    private static final int BATCH_SIZE = 16;

    private final JdbcTemplate template;
    private final JdbcClient client;
    private final TransactionTemplate transaction;
    private final boolean h2;

    public Database(DataSource source, boolean h2) {
        this.h2 = h2;
        this.template = new JdbcTemplate(source);
        this.client = JdbcClient.create(template);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(source));
    }

    /**
     * Name a column like its record component ({@code seen_at as seenAt}): for a name that H2 does
     * not find, it throws and writes a stack trace.
     */
    public JdbcClient.StatementSpec sql(String sql) {
        return client.sql(sql);
    }

    public boolean isH2() {
        return h2;
    }

    public PlatformTransactionManager transactions() {
        return transaction.getTransactionManager();
    }

    /** Inserts many rows in batches. */
    public void addAll(String insert, List<Object[]> rows) {
        int[][] changed =
                template.batchUpdate(
                        insert,
                        rows,
                        BATCH_SIZE,
                        (statement, row) -> {
                            for (int i = 0; i < row.length; i++) {
                                statement.setObject(i + 1, row[i]);
                            }
                        });
        expect(rows.size(), Arrays.stream(changed).flatMapToInt(Arrays::stream).sum(), insert);
    }

    public <T> T inTransaction(Supplier<T> work) {
        return transaction.execute(status -> work.get());
    }

    public void inTransaction(Runnable work) {
        transaction.executeWithoutResult(status -> work.run());
    }

    /**
     * When this returns, all commits so far survive a power cut. PostgreSQL ensures that with each
     * commit; H2 only hands them to the operating system, where they survive a kill but not a power
     * cut.
     */
    public void sync() {
        if (h2) {
            template.execute("checkpoint sync");
        }
    }

    /** A number higher than all numbers ever given, also those of deleted rows. */
    public long nextNumber() {
        return sql(h2 ? "select next value for book_number" : "select nextval('book_number')")
                .query(Long.class)
                .single();
    }

    /** PostgreSQL's time, which all processes share; an H2 file has one holder and its clock. */
    public Instant now(InstantSource own) {
        return h2
                ? own.instant()
                : sql("select clock_timestamp()").query(OffsetDateTime.class).single().toInstant();
    }

    /** Updates a row, or inserts it if there is none; another process may insert it first. */
    public void put(String update, String insert, UnaryOperator<JdbcClient.StatementSpec> values) {
        if (values.apply(sql(update)).update() == 0) {
            try {
                values.apply(sql(insert)).update();
            } catch (DuplicateKeyException e) {
                values.apply(sql(update)).update();
            }
        }
    }

    /** Runs a statement that must change exactly one row. */
    public static void one(JdbcClient.StatementSpec change, String what) {
        expect(1, change.update(), what);
    }

    public static void expect(int wanted, int changed, String what) {
        if (changed != wanted) {
            throw new IllegalStateException(
                    "%s: %d rows changed, expected %d".formatted(what, changed, wanted));
        }
    }

    /**
     * Numbers as one array parameter, so that a join can use the index: in a list, H2 reads all of
     * an account.
     */
    public static <T> SqlArrayValue array(Collection<T> of, Function<T, Integer> number) {
        return new SqlArrayValue("integer", of.stream().map(number).toArray());
    }

    /** The same of numbers of runs, requests and blocks. */
    public static SqlArrayValue longs(Collection<Long> numbers) {
        return new SqlArrayValue("bigint", numbers.toArray());
    }

    public static OffsetDateTime time(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    public static Instant time(ResultSet row, String column) throws SQLException {
        return time(row, row.findColumn(column));
    }

    public static Instant time(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** Cuts a text to the length of its column and replaces NUL, which PostgreSQL refuses. */
    public static String cut(String uncut, int length) {
        String text = uncut == null ? null : uncut.replace('\0', '\uFFFD');
        return text == null ? null : SafeText.fit(text, length);
    }
}
