package dev.stockload.runs;

import dev.stockload.book.rules.Work;
import dev.stockload.database.Database;
import dev.stockload.process.RunFailedException;
import dev.stockload.stock.Refusal;
import dev.stockload.stock.Standing;

import org.apache.commons.collections4.ListUtils;
import org.apache.commons.io.function.IOSupplier;

import java.nio.file.Path;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The table of runs; each query reads only the rows it returns. */
public record Runs(Database database, SheetStore sheets, MetricTotals totals) {
    static final List<String> WITHOUT_SHEET =
            Stream.of(Work.values()).filter(work -> !work.hasSheet()).map(Work::name).toList();

    private static final List<String> OWN =
            Stream.of(Standing.values()).filter(Standing::isOfItsOwn).map(Standing::name).toList();

    static final String UNFINISHED = "standing = 'OPEN'";

    /** A statement of PostgreSQL has at most 65,535 values. */
    private static final int MOST_ASKED = 1000;

    /** All but those that fetch details. */
    static final String IMPORTS = "send <> 'DETAILS'";

    /** Fails with a DuplicateKeyException if another process has taken the number or the id. */
    public Run add(Run run) {
        return add(run, () -> {});
    }

    /**
     * The sheet is put in its place once the id is the run's: another account may take it first.
     */
    public Run add(Run run, IOSupplier<Path> sheet) {
        return add(run, () -> sheets.keep(run.id(), sheet.getUnchecked()));
    }

    private Run add(Run run, Runnable keepSheet) {
        database.inTransaction(
                () -> {
                    RunRow.insert(run, database);
                    keepSheet.run();
                    counts().add(run, 1);
                });
        return run;
    }

    public RunCounts counts() {
        return new RunCounts(database);
    }

    /** The number of an account's newest run; 0 if there is none. */
    public long last(String account) {
        return last(account, database);
    }

    /** So ordered that H2 takes the index; it would read all for a maximum. */
    public static long last(String account, Database database) {
        return database.sql(
                        """
                        select number from run where account = ?
                         order by account desc, number desc fetch first row only
                        """)
                .param(account)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    /** The number for the next run of an account. */
    public long nextNumber(String account) {
        return last(account) + 1;
    }

    List<Run> select(String rest, Map<String, ?> values) {
        Map<String, Object> stored = new HashMap<>(values);
        stored.replaceAll((name, it) -> it instanceof Instant at ? Database.time(at) : it);
        return database.sql("select * from run " + rest).params(stored).query(RunRow::read).list();
    }

    Optional<Run> first(String rest, Map<String, ?> values) {
        return select(rest + " fetch first row only", values).stream().findFirst();
    }

    public Optional<Run> find(String id) {
        return select("where id = :id", Map.of("id", id)).stream().findFirst();
    }

    public Optional<Run> find(String account, long number) {
        return first(
                "where account = :account and number = :number",
                Map.of("account", account, "number", number));
    }

    /** The run with this id, if it belongs to this account and not to a store before it moved. */
    public Optional<Run> findIn(String account, String id) {
        return first(
                "where id = :id and account = :account and not former",
                Map.of("id", id, "account", account));
    }

    /** Those of these runs that belong to this account, and not to a store before it moved. */
    public Map<String, Run> findIn(String account, Collection<String> ids) {
        Map<String, Run> found = new HashMap<>();
        for (List<String> some : ListUtils.partition(List.copyOf(ids), MOST_ASKED)) {
            select(
                            "where id in (:ids) and account = :account and not former",
                            Map.of("ids", some, "account", account))
                    .forEach(run -> found.put(run.id(), run));
        }
        return found;
    }

    public Run get(String id) {
        return find(id).orElseThrow(() -> new IllegalStateException("There is no run " + id));
    }

    /** The run that a person wants to resume. */
    public Run toResume(String id) {
        return find(id).orElseThrow(() -> Refusal.notFound(Run.unknown(id)));
    }

    /** The import that a person names. */
    public Run require(String id) {
        return find(id).filter(run -> !run.isDetails())
                .orElseThrow(() -> Refusal.notFound(Run.unknown(id)));
    }

    public Optional<Run> latest(String account, String job, String content) {
        return first(
                """
                where account = :account and job = :job and content = :content
                  and not former and standing <> 'UNUSABLE' order by number desc
                """,
                Map.of("account", account, "job", job, "content", content));
    }

    /** The newest run of a job, without those whose sheet is unusable or probably so. */
    public Optional<Run> latestUsable(String account, String job) {
        return first(
                """
                r where account = :account and job = :job and rank > 0 and not former
                  and standing <> 'UNUSABLE' and (state <> 'RUNNING' or columns is not null or not exists
                  (select 1 from run u where u.content = r.content and u.account = r.account
                      and u.job = r.job and u.standing = 'UNUSABLE'))
                order by account, job, rank desc, number desc
                """,
                Map.of("account", account, "job", job));
    }

    public Optional<Run> lastFinished(String account, String job) {
        return first(
                """
                where account = :account and job = :job and state = 'COMPLETED'
                  and not former order by account, job, number desc
                """,
                Map.of("account", account, "job", job));
    }

    public List<Instant> finishedSince(String account, String job, Instant since) {
        return select(
                        """
                        where account = :account and job = :job and not former
                          and state = 'COMPLETED' and ended_at > :since order by ended_at
                        """,
                        Map.of("account", account, "job", job, "since", since))
                .stream()
                .map(Run::endedAt)
                .toList();
    }

    /**
     * The runs that can be resumed or are running, oldest first. The content of one may have been
     * given again since; it may still have colours that no other run has, for example from another
     * sheet of the workbook, and leaves out what a newer run has settled.
     */
    public List<Run> unfinished() {
        return select("where %s order by number, started_at".formatted(UNFINISHED), Map.of());
    }

    /** Imports of one job, newest first; of all jobs if it is empty. */
    public List<Run> page(String job, int from, int most) {
        // By the index: H2 sorts all runs of the job if the order does not begin with it.
        String order = job.isEmpty() ? "" : "job, ";
        return select(
                "where %s order by %sstarted_at desc, id desc offset :from rows fetch next :most rows only"
                        .formatted(of(job), order),
                Map.of("job", job, "from", from, "most", most));
    }

    /** How many imports a job has; all if it is empty. */
    public int size(String job) {
        return counts().imports(job);
    }

    private static String of(String job) {
        return IMPORTS + (job.isEmpty() ? "" : " and job = :job");
    }

    /** The runs of a job that are not finished, or ended after this time; newest first. */
    public List<Run> shown(String job, Instant since) {
        return select(
                """
                where job = :job and (standing = 'OPEN' or ended_at >= :since)
                order by started_at desc, id desc
                """,
                Map.of("job", job, "since", since));
    }

    public Optional<Run> latest(String job) {
        return first("where job = :job order by job, started_at desc", Map.of("job", job));
    }

    /** Newest first; of all jobs if none are given. */
    public List<Run> startedSince(Instant since, Collection<String> jobs) {
        return select(
                "where started_at >= :since and not former and send not in (:withoutSheet)"
                        + (jobs.isEmpty() ? "" : " and job in (:jobs)")
                        + " order by started_at desc, id desc",
                Map.of("since", since, "withoutSheet", WITHOUT_SHEET, "jobs", jobs));
    }

    /** The number of the first run of an account after this time; one that never comes if none. */
    public long firstSince(String account, Instant since) {
        return database.sql(
                        """
                        select coalesce(min(number), :none) from run
                         where account = :account and started_at >= :since
                        """)
                .param("none", Long.MAX_VALUE)
                .param("account", account)
                .param("since", Database.time(since))
                .query(Long.class)
                .single();
    }

    public List<Run> newerOf(Run run, String job) {
        return select(
                """
                where account = :account and job = :job and number > :number
                order by account, job, number desc
                """,
                Map.of("account", run.account(), "job", job, "number", run.number()));
    }

    /** Runs in state RUNNING; their processes may have died. */
    public List<Run> running() {
        return select("where state = 'RUNNING' order by started_at", Map.of());
    }

    /** The runs that send for an account; their processes may have died. */
    public List<Run> running(String account) {
        return select(
                "where state = 'RUNNING' and account = :account and " + IMPORTS,
                Map.of("account", account));
    }

    /** The runs that are worked on, and those that have ended since; not those that wait. */
    public List<Run> active(Instant since) {
        return select(
                """
                r where state = 'RUNNING'
                    and not exists (select 1 from accepted_run a where a.run = r.id and not a.taken)
                union all select * from run where ended_at >= :since
                """,
                Map.of("since", since));
    }

    /** Which of these runs exist. */
    public Set<String> known(Collection<String> runs) {
        return database.sql("select id from run where id in (:runs)")
                .param("runs", runs)
                .query(String.class)
                .set();
    }

    /** Makes the run ours and running; empty if another process was faster. */
    public Optional<Run> claim(Run run, String owner) {
        return take(
                run, owner, ", state = 'RUNNING', ended_at = null, message = null, cause = 'NONE'");
    }

    /**
     * Makes a run that is not running ours, so that no other process stores its end; empty if
     * another process was faster.
     */
    public Optional<Run> adopt(Run run, String owner) {
        return take(run, owner, "");
    }

    private Optional<Run> take(Run run, String owner, String also) {
        int taken =
                database.sql(
                                """
                                update run set owner = :owner%s
                                 where id = :id and owner = :before and state = :state
                                """
                                        .formatted(also))
                        .params(Map.of("owner", owner, "id", run.id()))
                        .params(Map.of("before", run.owner(), "state", run.state().name()))
                        .update();
        return taken == 1 ? find(run.id()) : Optional.empty();
    }

    /** Stores how a run of this process ended; false if another process has taken it over. */
    public boolean ended(Run run, Run.End end) {
        return database.inTransaction(
                () -> {
                    Run before = get(run.id());
                    boolean ours = write(run, end);
                    if (ours && end.state() == Run.State.COMPLETED && before.isUnfinished()) {
                        totals.addFinished(before);
                    }
                    return ours;
                });
    }

    private boolean write(Run run, Run.End end) {
        return database.sql(
                                """
                                update run set state = :state, ended_at = :ended, message = :message, cause = :cause,
                                       standing = case when standing in (:own) then :standing else standing end
                                 where id = :id and owner = :owner
                                """)
                        .param("state", end.state().name())
                        .param("ended", Database.time(end.at()), Types.TIMESTAMP_WITH_TIMEZONE)
                        .param("message", Database.cut(end.message(), 4000), Types.VARCHAR)
                        .param("cause", end.cause().name())
                        .param("standing", end.standing().name())
                        .param("own", OWN)
                        .params(Map.of("id", run.id(), "owner", run.owner()))
                        .update()
                == 1;
    }

    /** What a run of ours does now, in a sentence, if that is unusual; otherwise empty. */
    public void doing(String id, String sentence) {
        String change =
                "message = case when state = 'RUNNING' then nullif(:now, '') else message end";
        change(id, "message", change, Map.of("now", Database.cut(sentence, 4000)));
    }

    /** Whether its process still works on a run, and no other works for the account. */
    public boolean isOwned(Run run) {
        return owned(run, "").isPresent();
    }

    /**
     * A run of ours with its balance as it is stored; fails if it is not. Until the transaction
     * ends, no process can take the run over.
     */
    public Run expectOwner(Run run) {
        return owned(run, " for update")
                .orElseThrow(
                        () ->
                                new RunFailedException(
                                        "This process did not renew its lease for %d s, so another may have taken over run %s; nothing was sent since. stockload status shows which"
                                                .formatted(
                                                        OwnerLeases.LEASE.toSeconds(), run.id())));
    }

    private Optional<Run> owned(Run run, String lock) {
        return database.sql(
                        """
                        select r.tally, r.requests from pace p join run r on r.account = p.account
                         where r.id = :id and r.owner = :owner and p.holder = :owner
                        """
                                + lock)
                .params(Map.of("id", run.id(), "owner", run.owner()))
                .query((row, n) -> run.with(Tally.parse(row.getString(1)), row.getInt(2)))
                .optional();
    }

    public void staged(String id, String columns, Tally tally) {
        Map<String, String> values = Map.of("columns", columns, "tally", tally.toString());
        change(id, "columns", "columns = :columns, tally = :tally", values);
    }

    /** The run has named what its sheet has; from now on it counts in the book. */
    public void named(Run run) {
        change(run.id(), "naming", "named = true", Map.of());
        correctedBy(run);
    }

    private void correctedBy(Run run) {
        if (run.corrects() != null) {
            database.sql("update run set corrected_by = :by where id = :corrected")
                    .param("by", run.id())
                    .param("corrected", run.corrects())
                    .update();
        }
    }

    /** What the run had corrected is to correct again. */
    public void undone(Run run) {
        standing(run.id(), Standing.UNDONE);
        database.sql("update run set corrected_by = null where corrected_by = :by")
                .param("by", run.id())
                .update();
    }

    /** The undo of the run was undone. */
    public void standsAgain(Run run) {
        standing(run.id(), Standing.DONE);
        correctedBy(run);
    }

    public void standing(String id, Standing standing) {
        change(id, "standing", "standing = :standing", Map.of("standing", standing.name()));
    }

    public void tally(String id, UnaryOperator<Tally> to, int moreRequests) {
        Tally before =
                Tally.parse(
                        database.sql("select tally from run where id = :id")
                                .param("id", id)
                                .query(String.class)
                                .single());
        tally(id, to.apply(before), moreRequests);
    }

    public void tally(String id, Tally tally, int moreRequests) {
        Map<String, ?> values = Map.of("tally", tally.toString(), "more", moreRequests);
        change(id, "tally", "tally = :tally, requests = requests + :more", values);
    }

    /** The path of the file that it reads or writes, as given by whoever resumes it. */
    public void file(String id, String file) {
        change(id, "file", "file = :file", Map.of("file", file));
    }

    private void change(String id, String what, String change, Map<String, ?> values) {
        Database.one(
                database.sql("update run set %s where id = :id".formatted(change))
                        .params(values)
                        .param("id", id),
                "%s of run %s".formatted(what, id));
    }

    public void rename(String job, String other) {
        database.sql("update run set job = :other where job = :job")
                .params(Map.of("other", other, "job", job))
                .update();
        counts().rename(job, other);
    }

    public void withoutColours(String id) {
        change(id, "colours", "has_colours = false", Map.of());
    }

    public void withoutColours() {
        database.sql("update run set has_colours = false").update();
    }

    /** Keeps other processes from working on a run in this transaction; false if one has. */
    public boolean lock(Run run) {
        return select("where id = :id for update", Map.of("id", run.id())).stream()
                .anyMatch(now -> now.owner().equals(run.owner()) && now.state() == run.state());
    }

    public void remove(String id) {
        database.inTransaction(
                () -> {
                    // Under the name that its job has by now.
                    Run run = get(id);
                    Database.one(
                            database.sql("delete from run where id = :id").param("id", id),
                            "run " + id);
                    counts().add(run, -1);
                });
    }

    /** The account is another store from now on: its unfinished runs end. */
    public void moved(String account) {
        database.sql(
                        """
                        update run set former = true,
                               standing = case when standing in (:own) then 'EXPIRED' else standing end
                         where account = :account
                        """)
                .params(Map.of("account", account, "own", OWN))
                .update();
    }
}
