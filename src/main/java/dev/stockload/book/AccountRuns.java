package dev.stockload.book;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.RunView;
import dev.stockload.database.Database;
import dev.stockload.runs.Run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The runs of an account as the rules of the book ask about them; a snapshot. */
public final class AccountRuns implements RunFacts {
    private final Database database;
    private final String account;
    private final Map<Long, Row> runs = new HashMap<>();
    private final Map<String, Long> newest = new HashMap<>();
    private final Map<String, Long> newestZeroing = new HashMap<>();
    private final Map<SheetOfJob, Long> newestOfSheet = new HashMap<>();

    private Predicate<String> isDefined = job -> true;
    private final Map<String, Boolean> defined = new TreeMap<>();

    private record Row(SheetOfJob sheet, Standing standing) {}

    private record SheetOfJob(String job, String content) {}

    AccountRuns(Database database, String account) {
        this.database = database;
        this.account = account;
        database.sql(
                        """
                        select number, job, standing, named, missing, send, content from run
                         where account = :account and not former order by number
                        """)
                .param("account", account)
                .query(
                        row -> {
                            long number = row.getLong(1);
                            String job = row.getString(2);
                            runs.put(
                                    number,
                                    new Row(
                                            new SheetOfJob(job, row.getString(7)),
                                            Standing.valueOf(row.getString(3))));
                            if (row.getBoolean(4) && Run.hasSheet(row.getString(6))) {
                                named(number, job, row.getString(5));
                            }
                        });
    }

    private void named(long number, String job, String missing) {
        newest.merge(job, number, Math::max);
        if (MissingMode.ZERO.name().equals(missing)) {
            newestZeroing.merge(job, number, Math::max);
        }
        newestOfSheet.merge(runs.get(number).sheet(), number, Math::max);
    }

    void naming(RunView run) {
        if (run.hasSheet()) {
            named(run.number(), run.job(), run.missing().name());
        }
    }

    String account() {
        return account;
    }

    /** A run that retention has deleted has no job that a rule could ask for. */
    @Override
    public String jobOf(long run) {
        Row row = runs.get(run);
        return row == null ? "" : row.sheet().job();
    }

    @Override
    public Standing standing(long run) {
        Row row = runs.get(run);
        return row == null ? Standing.DONE : row.standing();
    }

    @Override
    public long senderOf(long request) {
        return database.sql(
                        """
                        select r.number from request q join run r on r.id = q.run
                         where q.account = :account and q.number = :number
                        """)
                .param("account", account)
                .param("number", request)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    @Override
    public boolean isOvertaken(RunView run) {
        return run.hasSheet()
                && (newestZeroing.getOrDefault(run.job(), 0L) > run.number() || isReadAnew(run));
    }

    /** By hand, another table of the same file may be meant. */
    private boolean isReadAnew(RunView run) {
        return runs.containsKey(run.number())
                && !run.job().equals(RunView.BY_HAND)
                && newestOfSheet.getOrDefault(runs.get(run.number()).sheet(), 0L) > run.number();
    }

    public AccountRuns knowing(Predicate<String> jobs) {
        isDefined = jobs;
        return this;
    }

    @Override
    public boolean isDefined(String job) {
        return defined.computeIfAbsent(job, isDefined::test);
    }

    /** The jobs that the rules asked for and that are no longer defined. */
    public List<String> undefined() {
        return defined.keySet().stream().filter(job -> !defined.get(job)).toList();
    }

    @Override
    public long newestOf(String job) {
        return newest.getOrDefault(job, 0L);
    }
}
