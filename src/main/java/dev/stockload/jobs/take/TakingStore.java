package dev.stockload.jobs.take;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;

import dev.stockload.database.Database;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Fate;
import dev.stockload.jobs.take.TakingRules.Had;
import dev.stockload.jobs.take.TakingRules.Seen;
import dev.stockload.runs.Runs;
import dev.stockload.sources.SourceFile;

import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import tools.jackson.databind.json.JsonMapper;

import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What is stored of one job in one account and source: the job and each file as JSON. A decision is
 * one transaction that holds the job's row (rule 8).
 */
record TakingStore(
        Database database, String job, String account, String source, boolean newestOnly) {
    private static final JsonMapper JSON =
            JsonMapper.builder().addMixIn(TakingRules.class, StoredFields.class).build();

    private static final String KEY = "job = :job and account = :account";
    private static final String SOURCE = " and source = :source";
    private static final String FILE = KEY + SOURCE + " and path = :path";

    private static final String INSERT =
            """
            insert into taking_file (job, account, source, path, state, turn, content, copy)
            values (:job, :account, :source, :path, :state, :turn, :content, :copy)
            """;

    /** A path that was decided about anew has no run yet. */
    private static final String UPDATE =
            """
            update taking_file
               set state = :state, run = case when turn = :turn then run end, turn = :turn,
                   content = :content, copy = :copy, restored = false
            """
                    + " where "
                    + FILE;

    /** What is stored of a job, besides its files and contents. */
    @JsonIncludeProperties({"clock", "messaged", "newest", "entered", "failure"})
    @JsonAutoDetect(fieldVisibility = Visibility.ANY)
    private interface StoredFields {}

    /** A look that failed; {@code message} is a sentence without secrets. */
    record Failure(String source, Instant at, String message) {}

    private record FileState(Seen seen, Decided decided) {}

    private record JobRow(boolean restored, String state) {}

    private record FileRow(String path, String state, String run, boolean restored) {}

    private StatementSpec sql(String sql) {
        return database.sql(sql).param("job", job).param("account", account);
    }

    /** What is stored now, for looking only. */
    TakingRules load() {
        return load(row(""));
    }

    /** Why the last look failed, without what is known of files. */
    Optional<Failure> failure() {
        return sql("select state from taking_job where " + KEY)
                .query(String.class)
                .optional()
                .flatMap(state -> read(state, new TakingRules(newestOnly)).failure);
    }

    private Optional<JobRow> row(String lock) {
        return sql("select restored, state from taking_job where " + KEY + lock)
                .query(JobRow.class)
                .optional();
    }

    private TakingRules load(Optional<JobRow> job) {
        TakingRules taking = new TakingRules(newestOnly);
        job.ifPresent(row -> load(taking, row));
        sql("select path, state, run, restored from taking_file where " + KEY + SOURCE)
                .param("source", source)
                .query(FileRow.class)
                .list()
                .forEach(row -> load(taking, row));
        sql("select content, time, decided_at as at from taking_content where " + KEY)
                .query(Had.class)
                .list()
                .forEach(each -> taking.had.put(each.content(), each));
        return taking;
    }

    private static void load(TakingRules taking, JobRow row) {
        taking.restored = row.restored();
        if (row.state() == null) {
            return;
        }
        read(row.state(), taking);
        if (taking.restored) {
            taking.entered.ifPresent(run -> taking.unfinished.add(run.sheet()));
        }
    }

    private static TakingRules read(String state, TakingRules taking) {
        return JSON.readerForUpdating(taking).readValue(state);
    }

    private static void load(TakingRules taking, FileRow row) {
        FileState file = JSON.readValue(row.state(), FileState.class);
        if (file.seen() != null) {
            taking.seen.put(row.path(), file.seen());
        }
        if (file.decided() != null) {
            taking.decided.put(row.path(), file.decided().of(row.run()));
            if (row.restored() && !taking.unfinished.contains(file.decided().sheet())) {
                taking.unfinished.add(file.decided().sheet());
            }
        }
    }

    /** The jobs that have decided about one of these files. */
    Set<String> takenBy(List<SourceFile> files) {
        Set<String> paths = files.stream().map(SourceFile::path).collect(Collectors.toSet());
        Set<String> jobs = new TreeSet<>();
        sql("""
        select job, path from taking_file
         where job <> :job and account = :account and source = :source and turn > 0
        """)
                .param("source", source)
                .query(
                        row -> {
                            if (paths.contains(row.getString("path"))) {
                                jobs.add(row.getString("job"));
                            }
                        });
        return jobs;
    }

    /** Decides in a transaction of its own; returns what is stored then. */
    TakingRules change(Consumer<TakingRules> decision) {
        return database.inTransaction(() -> changed(decision))
                .orElseGet(
                        () -> {
                            add();
                            return database.inTransaction(() -> changed(decision)).orElseThrow();
                        });
    }

    /** On its own: on PostgreSQL a failed insert would end the transaction. */
    private void add() {
        database.put(
                "update taking_job set job = job where " + KEY,
                "insert into taking_job (job, account) values (:job, :account)",
                row -> row.param("job", job).param("account", account));
    }

    /** Empty if the job has no row yet that could be locked. */
    private Optional<TakingRules> changed(Consumer<TakingRules> decision) {
        Optional<JobRow> row = row(" for update");
        if (row.isEmpty()) {
            return Optional.empty();
        }
        TakingRules taking = load(row);
        taking.lastRun = Runs.last(account, database);
        Map<String, FileState> before = files(taking);
        decision.accept(taking);
        save(row.get(), taking);
        save(before, taking);
        save(taking.remembered);
        return Optional.of(taking);
    }

    private static Map<String, FileState> files(TakingRules taking) {
        Map<String, FileState> files = new HashMap<>();
        Set<String> paths = new HashSet<>(taking.seen.keySet());
        paths.addAll(taking.decided.keySet());
        paths.forEach(
                path ->
                        files.put(
                                path,
                                new FileState(taking.seen.get(path), taking.decided.get(path))));
        return files;
    }

    private void save(JobRow before, TakingRules now) {
        JobRow after = new JobRow(now.restored, JSON.writeValueAsString(now));
        if (!after.equals(before)) {
            Database.one(
                    sql("update taking_job set restored = :restored, state = :state where " + KEY)
                            .param("restored", after.restored())
                            .param("state", after.state()),
                    "job " + job);
        }
    }

    private void save(Map<String, FileState> before, TakingRules now) {
        Map<String, FileState> after = files(now);
        for (String path : before.keySet()) {
            if (!after.containsKey(path)) {
                sql("delete from taking_file where " + FILE)
                        .param("source", source)
                        .param("path", path)
                        .update();
            }
        }
        after.forEach(
                (path, file) -> {
                    if (!file.equals(before.get(path))) {
                        save(path, before.containsKey(path), file);
                    }
                });
    }

    private void save(List<Had> contents) {
        for (Had had : contents) {
            sql("""
            insert into taking_content (job, account, content, time, decided_at)
            values (:job, :account, :content, :time, :at)
            """)
                    .param("content", had.content())
                    .param("time", Database.time(had.time()))
                    .param("at", Database.time(had.at()))
                    .update();
        }
    }

    private void save(String path, boolean known, FileState file) {
        Decided decided = file.decided();
        Copied taken = decided != null && decided.fate() == Fate.TAKEN ? decided.sheet() : null;
        Database.one(
                sql(known ? UPDATE : INSERT)
                        .param("source", source)
                        .param("path", path)
                        .param("state", JSON.writeValueAsString(file))
                        .param("turn", decided == null ? 0 : decided.sheet().turn())
                        .param("content", taken == null ? null : taken.content(), Types.VARCHAR)
                        .param("copy", taken == null ? null : taken.copy(), Types.VARCHAR),
                "file " + path);
    }
}
