package dev.stockload.ledger;

import dev.stockload.database.Database;

import okio.ByteString;

import java.net.IDN;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Which store at which service an account is; credentials are stored as salted hashes. */
public record Accounts(Database database) {
    /** What distinguishes one store from another; its address is normalized. */
    public record Identity(String address, String application, String token) {
        public Identity {
            address = plain(address);
        }

        /** Normalizes a URL, so that spellings of the same address are equal. */
        private static String plain(String address) {
            URI url = URI.create(address).normalize();
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            String usual = "https".equals(scheme) ? "443" : "80";
            String host =
                    IDN.toASCII(url.getRawAuthority())
                            .toLowerCase(Locale.ROOT)
                            .replaceFirst("\\.?(:(%s)?)?$".formatted(usual), "");
            String path = url.getPath().replaceFirst("^(/\\.\\.)+", "").replaceFirst("/+$", "");
            return scheme + "://" + host + path.replaceAll("/+", "/");
        }

        @Override
        public String toString() {
            return address;
        }
    }

    /** An account that its service has accepted. */
    public record Known(String name, String address, Instant since) {}

    /** How an account's settings compare with what was stored. */
    public enum Sameness {
        /** No service has accepted this account yet. */
        UNKNOWN,
        SAME,
        /** Only the token is new. */
        RENEWED,
        /** The address or the application is another. */
        MOVED
    }

    private record Row(String name, String salt, String service, String token) {
        boolean isServiceOf(Identity identity) {
            return service.equals(Accounts.service(salt, identity));
        }

        boolean isTokenOf(Identity identity) {
            return token.equals(hash(salt, identity.token()));
        }
    }

    public List<Known> all() {
        return database.sql("select name, address, at as since from account order by name")
                .query(Known.class)
                .list();
    }

    public Optional<Known> find(String name) {
        return all().stream().filter(known -> known.name().equals(name)).findFirst();
    }

    public Sameness compare(String name, Identity identity) {
        Optional<Row> known = rows().stream().filter(row -> row.name().equals(name)).findFirst();
        if (known.isEmpty()) {
            return Sameness.UNKNOWN;
        }
        if (!known.get().isServiceOf(identity)) {
            return Sameness.MOVED;
        }
        return known.get().isTokenOf(identity) ? Sameness.SAME : Sameness.RENEWED;
    }

    public Optional<String> otherName(String name, Identity identity) {
        return rows().stream()
                .filter(row -> !row.name().equals(name))
                .filter(row -> row.isServiceOf(identity) && row.isTokenOf(identity))
                .map(row -> row.name())
                .findFirst();
    }

    public void remember(String name, Identity identity, Instant at) {
        String salt = UUID.randomUUID().toString().replace("-", "");
        database.inTransaction(
                () -> {
                    forget(name);
                    Database.one(
                            database.sql(
                                            """
                                            insert into account (name, salt, service, token, address, at)
                                            values (:name, :salt, :service, :token, :address, :at)
                                            """)
                                    .param("name", name)
                                    .param("salt", salt)
                                    .param("service", service(salt, identity))
                                    .param("token", hash(salt, identity.token()))
                                    .param("address", Database.cut(identity.address(), 1000))
                                    .param("at", Database.time(at)),
                            "account " + name);
                });
    }

    /**
     * The account is another store from now on: its book is emptied and its unfinished runs end
     * (rule 12).
     *
     * @return whether it was known
     */
    public boolean moved(String name) {
        return database.inTransaction(
                () -> {
                    for (String sql :
                            List.of(
                                    "delete from book where account = :name",
                                    "delete from history where account = :name",
                                    "delete from store where account = :name",
                                    "update request set is_open = false where account = :name",
                                    "update run set former = true, standing = case when standing ="
                                        + " 'OPEN' then 'EXPIRED' else standing end where account ="
                                        + " :name")) {
                        database.sql(sql).param("name", name).update();
                    }
                    return forget(name);
                });
    }

    private boolean forget(String name) {
        return database.sql("delete from account where name = :name").param("name", name).update()
                == 1;
    }

    private List<Row> rows() {
        return database.sql("select name, salt, service, token from account order by name")
                .query(Row.class)
                .list();
    }

    private static String service(String salt, Identity identity) {
        return hash(salt, identity.address() + "\n" + identity.application());
    }

    static String hash(String salt, String text) {
        return ByteString.encodeUtf8(text).hmacSha256(ByteString.encodeUtf8(salt)).hex();
    }
}
