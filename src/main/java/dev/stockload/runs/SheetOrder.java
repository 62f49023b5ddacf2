package dev.stockload.runs;

import dev.stockload.book.rules.RunView;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which runs are over the same sheet, and which over a newer one (rules 2 and 11). */
public record SheetOrder(Runs runs) {
    /** The runs over the same sheet at the same place in the order (rule 11), oldest first. */
    public List<Run> ofSamePlace(Run run) {
        return ofJob(run, "and content = :content and rank = :rank and not former order by number");
    }

    /** The newest named run of the same job with a newer sheet than this one's. */
    public Optional<Run> ofNewerSheet(Run run) {
        return ofJob(
                        run,
                        """
                        and not former and named and rank > :rank and send not in (:withoutSheet)
                        order by rank desc, number desc fetch first row only
                        """)
                .stream()
                .findFirst();
    }

    /**
     * The newest named run of the same job with this sheet, read again and not undone, or with a
     * newer one.
     */
    public Optional<Run> ofLaterSheet(Run run) {
        return ofJob(
                        run,
                        ofSheet(run)
                                + """
                                and not former and named and number > :number
                                and rank >= :rank and send not in (:withoutSheet)
                                and (rank > :rank or standing <> 'UNDONE')
                                order by rank desc, number desc fetch first row only
                                """)
                .stream()
                .findFirst();
    }

    /** The last finished run whose sheet has the id of this run in its path. */
    public Optional<Run> ofSheetNamed(Run run) {
        return runs.first(
                """
                where account = :account and number > :number and state = 'COMPLETED'
                  and (file like :named or name like :named) order by account, number desc
                """,
                values(run));
    }

    /** Whether no run has named a sheet in the same account since. */
    public boolean isLast(Run run) {
        return runs.first(
                        """
                        where account = :account and number > :number and named
                          and send not in (:withoutSheet)
                        """,
                        values(run))
                .isEmpty();
    }

    /**
     * The last ended runs of the same job whose sheets nobody corrects after this one: at most 100.
     * What only corrects a sheet may be undone.
     */
    public List<Run> overtakenBy(Run run) {
        return ofJob(
                run,
                ofSheet(run)
                        + (run.corrects() == null ? "and rank <= :rank " : "and rank < :rank ")
                        + """
                        and number < :number and standing <> 'OPEN'
                        and send not in (:withoutSheet)
                        order by account, job, number desc fetch first 100 rows only
                        """);
    }

    /** The sheets of imports by hand replace each other only where they are the same. */
    private static String ofSheet(Run run) {
        return run.job().equals(RunView.BY_HAND) ? "and content = :content " : "";
    }

    private List<Run> ofJob(Run run, String rest) {
        return runs.select("where account = :account and job = :job " + rest, values(run));
    }

    private static Map<String, ?> values(Run run) {
        Map<String, Object> values = new HashMap<>();
        values.put("account", run.account());
        values.put("job", run.job());
        values.put("content", run.content());
        values.put("rank", run.rank());
        values.put("number", run.number());
        values.put("named", "%" + run.id().replace("_", "\\_") + "%");
        values.put("withoutSheet", Runs.WITHOUT_SHEET);
        return values;
    }

    /** Whether the colours of a run are kept: it is no month old, nor from before a restore. */
    public boolean hasColours(Run run) {
        return runs.first("where id = :id and has_colours = true", Map.of("id", run.id()))
                .isPresent();
    }

    /**
     * The number of the newest run of a job that has named a sheet, by its place (rule 2), among
     * those of this condition; 0 if there is none. Each has a rank above 0, which says so that H2
     * takes the index by rank.
     */
    public long newestNamed(String account, String job, String condition, Map<String, ?> values) {
        return runs.database()
                .sql(
                        """
                        select number from run
                         where account = :account and job = :job and rank > 0 and %s
                           and named and not former and send not in (:withoutSheet)
                         order by account, job, rank desc, number desc fetch first row only
                        """
                                .formatted(condition))
                .params(Map.of("account", account, "job", job, "withoutSheet", Runs.WITHOUT_SHEET))
                .params(values)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }
}
