package dev.stockload.database;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;

import javax.sql.DataSource;

/** The connection to the ledger's tables, shared by the books in it. */
public final class Database {
    private static final int AT_A_TIME = 16;

    private final JdbcTemplate template;
    private final JdbcClient client;
    private final TransactionTemplate transaction;
    private final boolean h2;

    public Database(DataSource source, PlatformTransactionManager transactions, boolean h2) {
        this.h2 = h2;
        this.template = new JdbcTemplate(source);
        this.client = JdbcClient.create(template);
        this.transaction = new TransactionTemplate(transactions);
    }

    public JdbcClient.StatementSpec sql(String sql) {
        return client.sql(sql);
    }

    public boolean isH2() {
        return h2;
    }

    public JdbcTemplate template() {
        return template;
    }

    /** Adds many rows, some at a time, each made when it is needed. */
    public void addAll(String insert, Iterator<Object[]> rows) {
        template.execute(
                insert,
                (PreparedStatementCallback<Void>)
                        statement -> {
                            int waiting = 0;
                            while (rows.hasNext()) {
                                Object[] row = rows.next();
                                for (int i = 0; i < row.length; i++) {
                                    statement.setObject(i + 1, row[i]);
                                }
                                statement.addBatch();
                                if (++waiting == AT_A_TIME || !rows.hasNext()) {
                                    expect(waiting, sum(statement.executeBatch()), insert);
                                    waiting = 0;
                                }
                            }
                            return null;
                        });
    }

    private static int sum(int[] counts) {
        return Arrays.stream(counts).sum();
    }

    public <T> T inTransaction(Supplier<T> work) {
        return transaction.execute(status -> work.get());
    }

    public void inTransaction(Runnable work) {
        transaction.executeWithoutResult(status -> work.run());
    }

    /**
     * When this returns, a power cut forgets no commit so far. PostgreSQL sees to that with each
     * commit; H2 has only handed them to the system, which a kill does not undo but a power cut
     * does.
     */
    public void sync() {
        if (h2) {
            template.execute("checkpoint sync");
        }
    }

    /** A number above all that were ever given, also above those whose rows have gone. */
    public long nextNumber() {
        return sql(h2 ? "select next value for book_number" : "select nextval('book_number')")
                .query(Long.class)
                .single();
    }

    /** The row of this name. */
    public <T> Optional<T> find(String sql, String id, RowMapper<T> read) {
        return sql(sql).param("id", id).query(read).optional();
    }

    /** Makes a change that concerns one row. */
    public static void one(JdbcClient.StatementSpec change, String what) {
        expect(1, change.update(), what);
    }

    public static void expect(int wanted, int changed, String what) {
        if (changed != wanted) {
            throw new IllegalStateException(
                    "%s: %d rows changed, expected %d".formatted(what, changed, wanted));
        }
    }

    /** Numbers as one parameter, to be joined with by their index. */
    public static SqlArrayValue array(Collection<Integer> numbers) {
        return new SqlArrayValue("integer", numbers.toArray());
    }

    public static OffsetDateTime time(Instant instant) {
        return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
    }

    public static Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** As much of a text as its column takes; PostgreSQL takes no character zero. */
    public static String cut(String whole, int length) {
        String text = whole == null ? null : whole.replace('\0', '\uFFFD');
        return text == null || text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }
}
