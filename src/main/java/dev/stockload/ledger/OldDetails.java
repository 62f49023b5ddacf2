package dev.stockload.ledger;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/**
 * Requests for details that no limit counts any more, and finished jobs of which nothing is left.
 * What the limits need stays whatever its age: that a product was fetched, when for the first time
 * and when for the last.
 */
public final class OldDetails {
    private static final String COUNTED =
            "same.account = f.account and same.product = f.product"
                    + " and (same.outcome is null or same.outcome in ('FETCHED', 'IN_DOUBT'))";

    private final Database database;

    OldDetails(Database database) {
        this.database = database;
    }

    /** Lets go of some requests of an account that left before this time. */
    public void removeFetches(String account, Instant before, int most) {
        database.sql(
                        """
                        delete from detail_fetch where id in (
                          select f.id from detail_fetch f
                           where f.account = :account and f.at < :before and f.outcome is not null
                             and (f.outcome not in ('FETCHED', 'IN_DOUBT')
                                  or exists (select 1 from detail_fetch same
                                              where %1$s and same.at < f.at)
                                 and exists (select 1 from detail_fetch same
                                              where %1$s and same.at > f.at))
                           order by f.account, f.at fetch first :most rows only)
                        """
                                .formatted(COUNTED))
                .param("account", account)
                .param("before", Database.time(before))
                .param("most", most)
                .update();
    }

    /**
     * Removes some jobs that finished before this time and have neither products nor requests left.
     *
     * @param beside what else goes with one, in the same transaction
     */
    public void removeRuns(Instant before, int most, Consumer<String> beside) {
        List<String> old =
                database.sql(
                                """
                                select r.id from detail_run r
                                 where r.state = 'COMPLETED' and r.ended_at < :before
                                   and not exists (select 1 from detail_fetch f where f.run = r.id)
                                   and not exists (select 1 from detail_wanted w where w.run = r.id)
                                 order by r.ended_at fetch first :most rows only
                                """)
                        .param("before", Database.time(before))
                        .param("most", most)
                        .query(String.class)
                        .list();
        for (String run : old) {
            database.inTransaction(
                    () -> {
                        beside.accept(run);
                        database.sql("delete from detail_run where id = :id")
                                .param("id", run)
                                .update();
                    });
        }
    }
}
