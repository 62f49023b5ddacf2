package dev.stockload.web.parts;

import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.Sha256;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.stock.Refusal;

import org.apache.commons.io.function.IOSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Performs requests with the same key once, on whichever host they arrive: a repeated request gets
 * the runs of the first. The key is stored before the work starts.
 */
@Component
public record IdempotencyKeys(Ledger ledger, InstantSource clock) {
    public static final String HEADER = "Idempotency-Key";
    static final Duration KEPT = Duration.ofHours(24);

    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(100);
    private static final int ATTEMPTS = 300;

    /**
     * Each caller has its own keys; {@code key} is null if the request has none. {@code asked}
     * shows that a key is reused for another request.
     */
    public record Request(String key, String who, String asked) {
        private String hash() {
            return Sha256.of(who + " " + key);
        }

        private String meaning() {
            return Sha256.of(asked);
        }
    }

    /**
     * The result of the first request with a key: a run a line, none until it is answered.
     *
     * @param owner the process that performs it
     */
    record Answer(String meaning, String runs, String owner) {}

    @Autowired
    IdempotencyKeys(WebContext context) {
        this(context.ledger(), context.clock());
    }

    public List<String> once(Request request, IOSupplier<List<String>> work) throws IOException {
        if (request.key() == null) {
            return work.get();
        }
        Optional<List<String>> before = begin(request);
        if (before.isPresent()) {
            return before.get();
        }
        List<String> runs = List.of();
        try {
            runs = work.get();
            return runs;
        } finally {
            end(request, runs);
        }
    }

    /** The result of the first request with this key; empty if this is the first. */
    public Optional<List<String>> begin(Request request) {
        return entered(request).map(first -> sameAs(request, first));
    }

    /**
     * Stores a request; if there was one with its key, returns its answer instead. A request that
     * its process left without an answer when it ended may be repeated.
     */
    Optional<Answer> entered(Request request) {
        database()
                .sql("delete from request_key where made_at <= :old")
                .param("old", Database.time(clock.instant().minus(KEPT)))
                .update();
        while (!add(request)) {
            Optional<Answer> first = find(request);
            if (first.isPresent()
                    && (!first.get().runs().isEmpty()
                            || ledger.owners().isAlive(first.get().owner()))) {
                return first;
            }
            first.ifPresent(
                    interrupted ->
                            database()
                                    .sql(
                                            """
                                            delete from request_key
                                             where hash = :hash and owner = :owner and runs = ''
                                            """)
                                    .param("hash", request.hash())
                                    .param("owner", interrupted.owner())
                                    .update());
        }
        return Optional.empty();
    }

    private Database database() {
        return ledger.database();
    }

    /** False if there is a request with this key. */
    private boolean add(Request request) {
        try {
            database()
                    .sql(
                            """
                            insert into request_key (hash, meaning, runs, owner, made_at)
                            values (:hash, :meaning, '', :owner, :at)
                            """)
                    .params(Map.of("hash", request.hash(), "meaning", request.meaning()))
                    .param("owner", ledger.owners().name())
                    .param("at", Database.time(clock.instant()))
                    .update();
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    private Optional<Answer> find(Request request) {
        return database()
                .sql("select meaning, runs, owner from request_key where hash = :hash")
                .param("hash", request.hash())
                .query(Answer.class)
                .optional();
    }

    /** Stores the result. If there is none, a corrected request may use the key again. */
    public void end(Request request, List<String> made) {
        database()
                .sql(
                        made.isEmpty()
                                ? "delete from request_key where hash = :hash"
                                : "update request_key set runs = :runs where hash = :hash")
                .params(Map.of("hash", request.hash(), "runs", String.join("\n", made)))
                .update();
    }

    /** The runs of the first request; waits if it is not answered yet. */
    private List<String> sameAs(Request request, Answer first) {
        Optional<Answer> now = Optional.of(first);
        for (int attempt = 0; now.isPresent() && attempt < ATTEMPTS; attempt++) {
            if (!now.get().meaning().equals(request.meaning())) {
                throw Refusal.impossible(
                        "The %s '%s' was used for another sheet, other options or another operation: take a new one"
                                .formatted(HEADER, request.key()));
            }
            if (!now.get().runs().isEmpty()) {
                return now.get().runs().lines().toList();
            }
            Time.real().rest(BETWEEN_ATTEMPTS, new StopSignal());
            now = find(request);
        }
        throw Refusal.conflict(
                now.isPresent()
                        ? "The first request with this key is not answered yet; send it again later"
                        : "The first request with this key failed; send it again");
    }
}
