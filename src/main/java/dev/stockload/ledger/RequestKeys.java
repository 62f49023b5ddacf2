package dev.stockload.ledger;

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

    /** What came of the first request with this key; empty where there was none lately. */
    public Optional<Answer> find(String key, Instant now) {
        return database.sql(
                        """
                        select meaning, runs from request_key where hash = :hash and made_at > :after
                        """)
                .param("hash", Sha256.of(key))
                .param("after", Database.time(now.minus(KEPT)))
                .query(
                        (row, number) ->
                                new Answer(
                                        row.getString("meaning"),
                                        List.of(row.getString("runs").split(SEPARATOR))))
                .optional();
    }

    /**
     * Keeps what came of a request.
     *
     * @param asked what it asked for
     */
    public void add(String key, String asked, List<String> runs, Instant now) {
        database.sql("delete from request_key where made_at <= :old")
                .param("old", Database.time(now.minus(KEPT)))
                .update();
        try {
            database.sql(
                            """
                            insert into request_key (hash, meaning, runs, made_at)
                            values (:hash, :meaning, :runs, :at)
                            """)
                    .param("hash", Sha256.of(key))
                    .param("meaning", Sha256.of(asked))
                    .param("runs", String.join(SEPARATOR, runs))
                    .param("at", Database.time(now))
                    .update();
        } catch (DuplicateKeyException e) {
            // Another host was asked the same at the same time, and its answer stands.
        }
    }
}
