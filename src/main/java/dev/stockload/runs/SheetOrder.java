package dev.stockload.runs;

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

    /** The last ended runs of the same job that are older than this one: at most 100. */
    public List<Run> endedBefore(Run run) {
        return ofJob(
                run,
                """
                and number < :number and rank <= :rank and standing <> 'OPEN'
                and send not in (:withoutSheet)
                order by account, job, number desc fetch first 100 rows only
                """);
    }

    private List<Run> ofJob(Run run, String rest) {
        return runs.select(
                "where account = :account and job = :job " + rest,
                Map.of(
                        "account",
                        run.account(),
                        "job",
                        run.job(),
                        "content",
                        run.content(),
                        "rank",
                        run.rank(),
                        "number",
                        run.number(),
                        "withoutSheet",
                        Runs.WITHOUT_SHEET));
    }

    /** Whether the colours of a run are kept: it is no month old, nor from before a restore. */
    public boolean hasColours(Run run) {
        return runs.first("where id = :id and has_colours = true", Map.of("id", run.id()))
                .isPresent();
    }
}
