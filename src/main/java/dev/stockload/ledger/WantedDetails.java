package dev.stockload.ledger;

import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The products that jobs over details are to fetch, and what became of each. */
public final class WantedDetails {
    private final Database database;

    /**
     * A product that a job is to fetch.
     *
     * @param state W waits, F is fetched, R was refused
     * @param refusedAt when the service last would not, though the product is in its list
     */
    public record Wanted(int product, char state, Instant refusedAt, String words) {}

    WantedDetails(Database database) {
        this.database = database;
    }

    /** The products of a job: those that wait and were never refused come first. */
    public List<Wanted> of(String run) {
        return database.sql(
                        """
                        select product, state, refused_at, words from detail_wanted where run = :run
                         order by case when refused_at is null then 0 else 1 end, position
                        """)
                .param("run", run)
                .query(
                        (row, number) ->
                                new Wanted(
                                        row.getInt("product"),
                                        row.getString("state").charAt(0),
                                        Database.time(row, "refused_at"),
                                        row.getString("words")))
                .list();
    }

    /** The fetched products of a job in their order. */
    public List<Integer> fetched(String run) {
        return database.sql(
                        """
                        select product from detail_wanted where run = :run and state = 'F'
                         order by position
                        """)
                .param("run", run)
                .query(Integer.class)
                .list();
    }

    /** Adds products that the job does not know yet; they wait. */
    public void add(String run, Collection<Integer> products) {
        database.inTransaction(
                () -> {
                    Set<Integer> known =
                            new HashSet<>(
                                    database.sql(
                                                    "select product from detail_wanted where run ="
                                                            + " :run")
                                            .param("run", run)
                                            .query(Integer.class)
                                            .list());
                    List<Object[]> rows = new ArrayList<>();
                    for (int product : products) {
                        int position = known.size();
                        if (known.add(product)) {
                            rows.add(new Object[] {run, product, position});
                        }
                    }
                    database.template()
                            .batchUpdate(
                                    """
                                    insert into detail_wanted (run, product, position, state)
                                    values (?, ?, ?, 'W')
                                    """,
                                    rows);
                });
    }

    /** Settles the products whose detail was fetched before, by whatever job. */
    public void takeKept(DetailRun run) {
        database.sql(
                        """
                        update detail_wanted set state = 'F', refused_at = null, words = null
                         where run = :run and state = 'W'
                           and exists (select 1 from detail d
                                        where d.account = :account
                                          and d.product = detail_wanted.product)
                        """)
                .param("run", run.id())
                .param("account", run.account())
                .update();
    }

    /** Forgets the product lists of jobs that finished before this time. */
    public void tidy(Instant before) {
        database.sql(
                        """
                        delete from detail_wanted
                         where run in (select id from detail_run
                                        where state = 'COMPLETED' and ended_at < :before)
                        """)
                .param("before", Database.time(before))
                .update();
    }

    /** The service would not, for a reason that may be the product's own or a limit. */
    public void suspected(String run, int product, Instant at, String words) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set refused_at = :at, words = :words
                                 where run = :run and product = :product and state = 'W'
                                """)
                        .param("at", Database.time(at))
                        .param("words", Database.cut(words, 2000))
                        .param("run", run)
                        .param("product", product),
                "product %d of job %s".formatted(product, run));
    }

    /** The service has no detail of this product for us. */
    public void refused(String run, int product, String words) {
        settle(run, product, "R", words);
    }

    void fetched(String run, int product) {
        settle(run, product, "F", null);
    }

    private void settle(String run, int product, String state, String words) {
        Database.one(
                database.sql(
                                """
                                update detail_wanted set state = :state, words = :words, refused_at = null
                                 where run = :run and product = :product and state = 'W'
                                """)
                        .param("state", state)
                        .param("words", Database.cut(words, 2000), Types.VARCHAR)
                        .param("run", run)
                        .param("product", product),
                "product %d of job %s".formatted(product, run));
    }
}
