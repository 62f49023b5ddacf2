package dev.stockload.web.parts;

import dev.stockload.database.Database;
import dev.stockload.stock.Sha256;

import org.springframework.dao.DuplicateKeyException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What requests with a key have brought about, for whoever sends one again. */
public final class RequestKeys {
    /** How long a key stands for its first request. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** A request that has no answer after so long was cut off: it may be made again. */
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    private static final String SEPARATOR = "\n";

    private final Database database;

    /**
     * What came of the first request.
     *
     * @param meaning a hash of what it asked for
     */
    public record Answer(String meaning, List<String> runs) {
        /** Whether it asked for just this. */
        public boolean isOf(String asked) {
            return meaning.equals(Sha256.of(asked));
        }
    }

    RequestKeys(Database database) {
        this.database = database;
    }

    /**
     * Enters a request before anything is done for it.
     *
     * @param asked what it asks for
     * @return what came of an earlier request with this key; empty where this is the first
     */
    public Optional<Answer> begin(String key, String asked, Instant now) {
        database.sql(
                        """
                        delete from request_key
                         where made_at <= :old or hash = :hash and runs = '' and made_at <= :given_up
                        """)
                .param("old", Database.time(now.minus(KEPT)))
                .param("hash", Sha256.of(key))
                .param("given_up", Database.time(now.minus(LONGEST_ANSWER)))
                .update();
        try {
            database.sql(
                            """
                            insert into request_key (hash, meaning, runs, made_at)
                            values (:hash, :meaning, '', :at)
                            """)
                    .param("hash", Sha256.of(key))
                    .param("meaning", Sha256.of(asked))
                    .param("at", Database.time(now))
                    .update();
            return Optional.empty();
        } catch (DuplicateKeyException e) {
            return find(key);
        }
    }

    /** What came of a request; its runs are empty until it is answered. */
    public Optional<Answer> find(String key) {
        return database.sql("select meaning, runs from request_key where hash = :hash")
                .param("hash", Sha256.of(key))
                .query(
                        (row, number) ->
                                new Answer(
                                        row.getString("meaning"),
                                        row.getString("runs")
                                                .lines()
                                                .filter(run -> !run.isEmpty())
                                                .toList()))
                .optional();
    }

    /** Keeps what came of a request. */
    public void answered(String key, List<String> runs) {
        database.sql("update request_key set runs = :runs where hash = :hash")
                .param("hash", Sha256.of(key))
                .param("runs", String.join(SEPARATOR, runs))
                .update();
    }

    /** The key was used for nothing: another request may have it. */
    public void forget(String key) {
        database.sql("delete from request_key where hash = :hash")
                .param("hash", Sha256.of(key))
                .update();
    }
}
