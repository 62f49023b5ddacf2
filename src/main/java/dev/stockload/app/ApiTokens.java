package dev.stockload.app;

import dev.stockload.database.Database;
import dev.stockload.process.Sha256;

import org.springframework.dao.DuplicateKeyException;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tokens for the HTTP interface. Only their hashes are stored. */
public record ApiTokens(Database database) {
    /** The right of every token; a browser user does not have it. */
    public static final String READ = "read";

    public static final String WRITE = "write";

    private static final String PREFIX = "stockload_";
    private static final int RANDOM_BYTES = 32;
    private static final String SELECT =
            "select name, read_only as readOnly, created_at as createdAt from api_token";

    /** A token without its text. */
    public record Token(String name, boolean readOnly, Instant createdAt) {}

    /** Returns its text, which cannot be looked up later; empty if the name is taken. */
    public Optional<String> add(String name, boolean readOnly, Instant at) {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        String text = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        try {
            database.sql(
                            """
                            insert into api_token (name, hash, read_only, created_at)
                            values (:name, :hash, :readOnly, :at)
                            """)
                    .params(Map.of("name", name, "hash", Sha256.of(text), "readOnly", readOnly))
                    .param("at", Database.time(at))
                    .update();
            return Optional.of(text);
        } catch (DuplicateKeyException e) {
            return Optional.empty();
        }
    }

    public Optional<Token> find(String text) {
        return database.sql(SELECT + " where hash = :hash")
                .param("hash", Sha256.of(text))
                .query(Token.class)
                .optional();
    }

    public List<Token> all() {
        return database.sql(SELECT + " order by name").query(Token.class).list();
    }

    public boolean remove(String name) {
        return database.sql("delete from api_token where name = :name").param("name", name).update()
                > 0;
    }
}
