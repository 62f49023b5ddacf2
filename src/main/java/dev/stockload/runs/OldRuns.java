package dev.stockload.runs;

import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.SENDING;

import dev.stockload.database.Database;
import dev.stockload.stock.ColourState;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The old runs of which something is no longer kept, and the unfinished ones that end. */
public record OldRuns(Runs runs) {
    /** How long runs, their requests, problems and reports are kept, unless it is set. */
    public static final Duration KEPT = Duration.ofDays(400);

    public static final int COLOUR_DAYS = 30;

    /** How long those of a finished run are; while they exist it can be verified and undone. */
    public static final Duration COLOURS_KEPT = Duration.ofDays(COLOUR_DAYS);

    /** How long an unfinished run can be resumed; then it ends with its counts. */
    public static final Duration RESUMABLE = COLOURS_KEPT;

    /** Runs that ended before this time and still have colours: the oldest 1000. */
    public List<Run> withColours(Instant endedBefore) {
        return runs.select(
                """
                where has_colours = true and ended_at < :time and standing <> 'OPEN'
                order by has_colours, ended_at fetch first 1000 rows only
                """,
                Map.of("time", endedBefore));
    }

    /** Ended runs that no later run needs any more: newer ones of their jobs have replaced them. */
    public List<Run> replacedBefore(Instant time) {
        return runs.select(
                """
                r where ended_at < :time and state <> 'RUNNING'
                   and tally not like :sending and tally not like :doubt
                   and not exists (select 1 from run other where other.id = r.corrected_by)
                   and exists (select 1 from run newer
                                where newer.account = r.account and newer.job = r.job
                                  and newer.number > r.number
                                  and not newer.former and newer.standing <> 'UNUSABLE')
                   and (state <> 'COMPLETED'
                        or exists (select 1 from run newer
                                    where newer.account = r.account and newer.job = r.job
                                      and newer.number > r.number and not newer.former
                                      and newer.state = 'COMPLETED'))
                 order by ended_at fetch first 1000 rows only
                """,
                Map.of("time", time, "sending", has(SENDING), "doubt", has(IN_DOUBT)));
    }

    private static String has(ColourState state) {
        return "%" + state.letter() + "%";
    }

    /** Unfinished runs that began before a time and were seen to be overdue before another. */
    public List<Run> overdueSince(Instant begunBefore, Instant seen) {
        return runs.select(
                """
                where started_at < :begun and overdue_at <= :seen
                  and standing = 'OPEN' and state <> 'RUNNING'
                order by started_at fetch first 1000 rows only
                """,
                Map.of("begun", begunBefore, "seen", seen));
    }

    /** Marks the unfinished runs that began before a time, and unmarks the others. */
    public void markOverdue(Instant begunBefore, Instant now) {
        runs.database()
                .sql(
                        """
                        update run set overdue_at = case when started_at < :begun then :now end
                         where standing = 'OPEN' and send <> 'DETAILS'
                           and (started_at < :begun and overdue_at is null
                                or started_at >= :begun and overdue_at <= :now)
                        """)
                .params(Map.of("begun", Database.time(begunBefore), "now", Database.time(now)))
                .update();
    }
}
