package dev.stockload.sources;

import dev.stockload.database.Database;

import java.time.Instant;
import java.util.Optional;

/** The table of jobs whose last fetch failed. */
public record FetchFailures(Database database) {
    private static final int LONGEST = 2000;

    /** A fetch that failed; {@code message} is a sentence without secrets. */
    public record Failure(String job, String source, Instant failedAt, String message) {}

    public void put(Failure failure) {
        database.put(
                """
                update fetch_failure set source = :source, failed_at = :at, message = :message
                 where job = :job
                """,
                """
                insert into fetch_failure (job, source, failed_at, message)
                values (:job, :source, :at, :message)
                """,
                change ->
                        change.param("job", failure.job())
                                .param("source", failure.source())
                                .param("at", Database.time(failure.failedAt()))
                                .param("message", Database.cut(failure.message(), LONGEST)));
    }

    public void clear(String job) {
        database.sql("delete from fetch_failure where job = :job").param("job", job).update();
    }

    /** Empty if the last fetch succeeded. */
    public Optional<Failure> find(String job) {
        return database.sql(
                        """
                        select job, source, failed_at as failedAt, message from fetch_failure
                         where job = :job
                        """)
                .param("job", job)
                .query(Failure.class)
                .optional();
    }
}
