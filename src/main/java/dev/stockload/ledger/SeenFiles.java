package dev.stockload.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * The files that a job has imported, by name, size and time, so that those of earlier nights are
 * not read again to find that out.
 */
public final class SeenFiles {
    private static final int LONGEST_NAME = 1000;

    private final Database database;

    /** What tells that a file is as it was. */
    public record Stamp(long size, Instant modified) {
        public Stamp {
            modified = modified.truncatedTo(ChronoUnit.MICROS);
        }
    }

    SeenFiles(Database database) {
        this.database = database;
    }

    /** The files that a job has seen, with what they were like. */
    public Map<String, Stamp> of(String account, String job) {
        Map<String, Stamp> seen = new HashMap<>();
        database.sql(
                        """
                        select file, size, modified from seen_file
                         where account = :account and job = :job
                        """)
                .param("account", account)
                .param("job", job)
                .query(
                        row -> {
                            seen.put(
                                    row.getString("file"),
                                    new Stamp(
                                            row.getLong("size"), Database.time(row, "modified")));
                        });
        return seen;
    }

    /** A file was imported as it is; one with a name beyond all measure is read each time. */
    public void add(String account, String job, String file, Stamp stamp) {
        if (file.length() > LONGEST_NAME) {
            return;
        }
        database.inTransaction(
                () -> {
                    forget(account, job, file);
                    Database.one(
                            database.sql(
                                            """
                                            insert into seen_file (account, job, file, size, modified, seen_at)
                                            values (:account, :job, :file, :size, :modified, current_timestamp)
                                            """)
                                    .param("account", account)
                                    .param("job", job)
                                    .param("file", file)
                                    .param("size", stamp.size())
                                    .param("modified", Database.time(stamp.modified())),
                            "seen file " + file);
                });
    }

    /** A file is no longer there. */
    public void forget(String account, String job, String file) {
        database.sql(
                        """
                        delete from seen_file where account = :account and job = :job and file = :file
                        """)
                .param("account", account)
                .param("job", job)
                .param("file", file)
                .update();
    }
}
