package dev.stockload.book;

import dev.stockload.database.Database;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The shapes of sheets that jobs have had, by the options under which they were read. */
public record SheetShapes(Database database) {
    /**
     * The sheets of a job that are read alike.
     *
     * @param options what they are read under, as a hash
     */
    public record Reading(String account, String job, String options) {}

    /** The known shapes, the newest last. */
    public List<String> known(Reading reading) {
        return database.sql(
                        """
                        select shape from sheet_shape
                         where account = ? and job = ? and options = ?
                         order by learnt_at
                        """)
                .params(reading.account(), reading.job(), reading.options())
                .query(String.class)
                .list();
    }

    /** When a job learnt each shape, by the options. */
    public Map<String, SortedMap<Instant, String>> learnt(String account, String job) {
        Map<String, SortedMap<Instant, String>> learnt = new HashMap<>();
        database.sql(
                        """
                        select options, shape, learnt_at from sheet_shape
                         where account = ? and job = ?
                        """)
                .params(account, job)
                .query(
                        row -> {
                            learnt.computeIfAbsent(row.getString(1), options -> new TreeMap<>())
                                    .put(Database.time(row, "learnt_at"), row.getString(2));
                        });
        return learnt;
    }

    public void learn(Reading reading, String shape, Instant now) {
        if (!known(reading).contains(shape)) {
            database.sql(
                            """
                            insert into sheet_shape (account, job, options, shape, learnt_at)
                            values (:account, :job, :options, :shape, :at)
                            """)
                    .param("account", reading.account())
                    .param("job", reading.job())
                    .param("options", reading.options())
                    .param("shape", shape)
                    .param("at", Database.time(now))
                    .update();
        }
    }

    /** What a job knew belongs to another from now on, or is forgotten with it. */
    public void endJob(String job, String to) {
        String change = to == null ? "delete from sheet_shape" : "update sheet_shape set job = :to";
        database.sql(change + " where job = :job").param("job", job).param("to", to).update();
    }
}
