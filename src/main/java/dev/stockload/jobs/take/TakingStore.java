package dev.stockload.jobs.take;

import dev.stockload.database.Database;
import dev.stockload.jobs.take.Taking.Decided;
import dev.stockload.jobs.take.Taking.Fate;
import dev.stockload.jobs.take.Taking.Found;
import dev.stockload.jobs.take.Taking.Order;
import dev.stockload.jobs.take.Taking.Seen;
import dev.stockload.jobs.take.Taking.Taken;
import dev.stockload.jobs.take.Taking.Told;
import dev.stockload.jobs.take.Taking.Why;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The tables of one job in one account and source: loads what is stored for a {@link Taking}, and
 * stores what it has decided, in one transaction that holds the job's row (rule 8).
 */
final class TakingStore {
    private static final String KEY = "job = :job and account = :account";
    private static final String FILE = KEY + " and source = :source and path = :path";

    private final Database database;
    private final Map<String, String> key;
    private final boolean newestOnly;

    TakingStore(Database database, String job, String account, String source, boolean newestOnly) {
        this.database = database;
        this.key = Map.of("job", job, "account", account, "source", source);
        this.newestOnly = newestOnly;
    }

    /** The copy of a file, and what an HTTP server calls its version. */
    record Copy(String path, String version) {}

    /** A file as it is stored, with its run, which is null if it has none. */
    record Row(String path, Copy copy, String run) {}

    /** A sheet that was taken; {@code after} is the account's newest run at that time. */
    record TakenRow(Taken sheet, String copy, long after, Instant at) {}

    /** What is stored, as it was loaded. */
    static final class Loaded {
        final Taking taking;
        final Map<String, Row> rows = new HashMap<>();
        final Map<String, TakenRow> sheets = new HashMap<>();

        private Loaded(boolean newestOnly) {
            taking = new Taking(newestOnly);
        }

        Optional<TakenRow> newest() {
            return Optional.ofNullable(sheets.get("N"));
        }

        Optional<TakenRow> entered() {
            return Optional.ofNullable(sheets.get("E"));
        }
    }

    boolean newestOnly() {
        return newestOnly;
    }

    private StatementSpec sql(String sql) {
        StatementSpec statement = database.sql(sql);
        for (Map.Entry<String, String> part : key.entrySet()) {
            if (sql.contains(":" + part.getKey())) {
                statement = statement.param(part.getKey(), part.getValue());
            }
        }
        return statement;
    }

    /** What is stored now, for looking only. */
    Loaded load() {
        return load("");
    }

    private Loaded load(String lock) {
        Loaded loaded = new Loaded(newestOnly);
        Taking taking = loaded.taking;
        sql("select * from taking_job where " + KEY + lock)
                .query(
                        row -> {
                            taking.clock = Database.time(row, "clock");
                            taking.restored = row.getBoolean("restored");
                        });
        sql("select * from taking_sheet where " + KEY)
                .query(
                        row -> {
                            loaded.sheets.put(row.getString("role"), taken(row));
                        });
        taking.newest = loaded.newest().map(TakenRow::sheet);
        taking.entered = loaded.entered().map(TakenRow::sheet);
        sql("select * from taking_file where " + KEY + " and source = :source")
                .query(
                        row -> {
                            file(row, loaded);
                        });
        sql("select * from taking_content where " + KEY)
                .query(
                        row -> {
                            taking.had
                                    .computeIfAbsent(row.getString("content"), c -> new HashMap<>())
                                    .put(
                                            Database.time(row, "time"),
                                            Database.time(row, "decided_at"));
                        });
        return loaded;
    }

    private static TakenRow taken(ResultSet row) throws SQLException {
        Instant stated = Database.time(row, "stated");
        Instant seen = Database.time(row, "first_seen");
        String path = row.getString("path");
        Order order =
                new Order(
                        Database.time(row, "time"),
                        Database.time(row, "seen"),
                        stated == null ? Instant.MAX : stated,
                        path);
        return new TakenRow(
                new Taken(
                        path,
                        row.getString("content"),
                        order,
                        seen == null ? Instant.MIN : seen,
                        row.getBoolean("by_hand"),
                        stated == null,
                        row.getInt("turn")),
                row.getString("copy"),
                row.getLong("after_run"),
                Database.time(row, "taken_at"));
    }

    private static void file(ResultSet row, Loaded loaded) throws SQLException {
        String path = row.getString("path");
        Instant since = Database.time(row, "seen_at");
        Found found = new Found(path, row.getLong("size"), Database.time(row, "time"));
        loaded.taking.seen.put(path, new Seen(found, since));
        if (row.getString("fate") != null) {
            loaded.taking.decided.put(
                    path,
                    new Decided(
                            new Found(
                                    path,
                                    row.getLong("decided_size"),
                                    Database.time(row, "decided_time")),
                            row.getString("content"),
                            Fate.valueOf(row.getString("fate")),
                            row.getInt("turn")));
        }
        Copy copy = new Copy(row.getString("copy"), row.getString("version"));
        loaded.rows.put(path, new Row(path, copy, row.getString("run")));
    }

    /**
     * Decides in a transaction of its own.
     *
     * @param copies the copies of the sheets that may be decided about, by their paths
     * @param tell stores messages, in the same transaction
     */
    <T> T change(
            Map<String, Copy> copies,
            Function<Loaded, T> decision,
            BiConsumer<Loaded, List<Told>> tell) {
        ensureRow();
        return database.inTransaction(
                () -> {
                    Loaded loaded = load(" for update");
                    Taking before = loaded.taking.copy();
                    T result = decision.apply(loaded);
                    save(before, loaded, copies);
                    if (!loaded.taking.told.isEmpty()) {
                        told(loaded.taking);
                        tell.accept(loaded, loaded.taking.told);
                    }
                    return result;
                });
    }

    /** Inserted on its own: on PostgreSQL a failed insert would end the transaction. */
    private void ensureRow() {
        if (sql("select count(*) from taking_job where " + KEY).query(Integer.class).single() > 0) {
            return;
        }
        try {
            sql("insert into taking_job (job, account, clock) values (:job, :account, :clock)")
                    .param("clock", Database.time(Instant.EPOCH))
                    .update();
        } catch (DuplicateKeyException e) {
            // Another process has inserted it.
        }
    }

    private void save(Taking before, Loaded loaded, Map<String, Copy> copies) {
        Taking now = loaded.taking;
        sql("update taking_job set clock = :clock, restored = :restored where " + KEY)
                .param("clock", Database.time(now.clock))
                .param("restored", now.restored)
                .update();
        Set<String> paths = new HashSet<>(now.seen.keySet());
        paths.addAll(before.seen.keySet());
        paths.addAll(now.decided.keySet());
        for (String path : paths) {
            save(path, before, now);
            Decided decided = now.decided.get(path);
            if (decided != null && !decided.equals(before.decided.get(path))) {
                decided(path, decided, before.decided.get(path), copies.get(path), now.clock);
            }
        }
        List<Object[]> contents = new ArrayList<>();
        now.had.forEach(
                (content, times) ->
                        times.forEach(
                                (time, at) -> {
                                    if (!before.had
                                            .getOrDefault(content, Map.of())
                                            .containsKey(time)) {
                                        contents.add(
                                                new Object[] {
                                                    key.get("job"),
                                                    key.get("account"),
                                                    content,
                                                    Database.time(time),
                                                    Database.time(at)
                                                });
                                    }
                                }));
        database.addAll(
                """
                insert into taking_content (job, account, content, time, decided_at)
                values (?, ?, ?, ?, ?)
                """,
                contents);
        saveSheets(before, loaded, copies);
    }

    private void save(String path, Taking before, Taking now) {
        Seen seen = now.seen.get(path);
        if (seen == null && !now.decided.containsKey(path)) {
            sql("delete from taking_file where " + FILE).param("path", path).update();
            return;
        }
        if (seen == null) {
            // Decided about without a look, as by hand.
            seen = new Seen(now.decided.get(path).found(), now.clock);
        }
        if (seen.equals(before.seen.get(path))) {
            return;
        }
        String sql =
                before.seen.containsKey(path)
                        ? "update taking_file set size = :size, time = :time, seen_at = :seen where"
                                + " "
                                + FILE
                        : """
                        insert into taking_file (job, account, source, path, size, time, seen_at)
                        values (:job, :account, :source, :path, :size, :time, :seen)
                        """;
        Database.one(
                sql(sql).param("path", path)
                        .param("size", seen.found().size())
                        .param("time", Database.time(seen.found().time()))
                        .param("seen", Database.time(seen.since())),
                "file " + path);
    }

    /** A path that was decided about anew has another copy and no run yet. */
    private void decided(String path, Decided now, Decided before, Copy copy, Instant at) {
        boolean anew = before == null || before.turn() != now.turn();
        Database.one(
                sql("update taking_file set decided_size = :size, decided_time = :time, content ="
                                + " :content, fate = :fate, turn = :turn, decided_at = :at"
                                + (anew
                                        ? ", version = :version, copy = :copy, run = null,"
                                                + " told = null, told_at = null"
                                        : "")
                                + " where "
                                + FILE)
                        .param("path", path)
                        .param("size", now.found().size())
                        .param("time", Database.time(now.found().time()))
                        .param("content", now.content())
                        .param("fate", now.fate().name())
                        .param("turn", now.turn())
                        .param("at", Database.time(at))
                        .param("version", copy == null ? null : copy.version(), Types.VARCHAR)
                        .param("copy", copy == null ? null : copy.path(), Types.VARCHAR),
                "decision about " + path);
    }

    private void saveSheets(Taking before, Loaded loaded, Map<String, Copy> copies) {
        Taking now = loaded.taking;
        if (!Objects.equals(now.newest, before.newest)) {
            sql("delete from taking_sheet where role = 'N' and " + KEY).update();
            Taken newest = now.newest.orElseThrow();
            Optional<TakenRow> same =
                    loaded.sheets.values().stream()
                            .filter(row -> row.sheet().isSame(newest))
                            .findFirst();
            insert(
                    "N",
                    new TakenRow(
                            newest,
                            same.map(TakenRow::copy).orElse(null),
                            same.map(TakenRow::after).orElse(0L),
                            same.map(TakenRow::at).orElse(now.clock)));
        }
        if (!Objects.equals(now.entered, before.entered)) {
            sql("delete from taking_sheet where role = 'E' and " + KEY).update();
            now.entered.ifPresent(
                    sheet -> {
                        TakenRow row =
                                new TakenRow(
                                        sheet, copies.get(sheet.path()).path(), last(), now.clock);
                        insert("E", row);
                        loaded.sheets.put("E", row);
                    });
        }
    }

    /** The account's newest run: a later one over this sheet is this sheet's. */
    private long last() {
        return sql("select coalesce(max(number), 0) from run where account = :account")
                .query(Long.class)
                .single();
    }

    private void insert(String role, TakenRow row) {
        Taken sheet = row.sheet();
        Instant stated = sheet.line() ? null : sheet.order().stated();
        Instant seen = sheet.seen().equals(Instant.MIN) ? null : sheet.seen();
        sql("""
        insert into taking_sheet (job, account, role, source, path, content, time, seen, stated,
                                  first_seen, by_hand, turn, copy, after_run, taken_at)
        values (:job, :account, :role, :source, :path, :content, :time, :seen, :stated,
                :first, :hand, :turn, :copy, :after, :at)
        """)
                .param("role", role)
                .param("path", sheet.path())
                .param("content", sheet.content())
                .param("time", Database.time(sheet.order().time()))
                .param("seen", Database.time(sheet.order().seen()))
                .param("stated", Database.time(stated), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("first", Database.time(seen), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("hand", sheet.byHand())
                .param("turn", sheet.turn())
                .param("copy", row.copy(), Types.VARCHAR)
                .param("after", row.after())
                .param("at", Database.time(row.at()))
                .update();
    }

    private void told(Taking now) {
        for (Told each : now.told) {
            if (each.why() != Why.UNUSABLE) {
                sql("update taking_file set told = :why, told_at = :at where " + FILE)
                        .param("path", each.path())
                        .param("why", each.why().name())
                        .param("at", Database.time(now.clock))
                        .update();
            }
        }
    }
}
