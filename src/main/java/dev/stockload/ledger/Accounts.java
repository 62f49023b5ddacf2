package dev.stockload.ledger;

import dev.stockload.book.Book;
import dev.stockload.database.Database;

import java.net.IDN;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Which store at which service each account is; the credentials are kept as salted hashes. */
public final class Accounts {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database;
    private final Book book;

    /**
     * What tells one store from another.
     *
     * @param address of its service, however it was written
     */
    public record Identity(String address, String application, String token) {
        public Identity {
            address = plain(address);
        }

        /** The form of an address in which one place has one name. */
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

    /** An account whose service has accepted us. */
    public record Known(String name, String address, Instant since) {}

    /** What an account is, beside what it was. */
    public enum Sameness {
        /** No service has accepted us under this name yet. */
        UNKNOWN,
        SAME,
        /** Only its token is another. */
        RENEWED,
        /** It is at another address, or for another application. */
        MOVED
    }

    private record Line(Known known, String salt, String service, String token) {
        boolean isServiceOf(Identity identity) {
            return service.equals(
                    Accounts.service(salt, identity.address(), identity.application()));
        }

        boolean isTokenOf(Identity identity) {
            return token.equals(hash(salt, identity.token()));
        }
    }

    Accounts(Database database, Book book) {
        this.database = database;
        this.book = book;
    }

    /** The accounts that are known, by name. */
    public List<Known> all() {
        return lines().stream().map(Line::known).toList();
    }

    public Optional<Known> find(String name) {
        return all().stream().filter(known -> known.name().equals(name)).findFirst();
    }

    public Sameness compare(String name, Identity identity) {
        Optional<Line> line =
                lines().stream().filter(each -> each.known().name().equals(name)).findFirst();
        if (line.isEmpty()) {
            return Sameness.UNKNOWN;
        }
        if (!line.get().isServiceOf(identity)) {
            return Sameness.MOVED;
        }
        return line.get().isTokenOf(identity) ? Sameness.SAME : Sameness.RENEWED;
    }

    /** Another name under which the same store is known. */
    public Optional<String> otherName(String name, Identity identity) {
        return lines().stream()
                .filter(each -> !each.known().name().equals(name))
                .filter(each -> each.isServiceOf(identity) && each.isTokenOf(identity))
                .map(each -> each.known().name())
                .findFirst();
    }

    /** Keeps what an account is, in place of what it was. */
    public void remember(String name, Identity identity, Instant at) {
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        String salt = HexFormat.of().formatHex(random);
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
                                    .param(
                                            "service",
                                            service(
                                                    salt,
                                                    identity.address(),
                                                    identity.application()))
                                    .param("token", hash(salt, identity.token()))
                                    .param("address", Database.cut(identity.address(), 1000))
                                    .param("at", Database.time(at)),
                            "account " + name);
                });
    }

    /**
     * The account is another store from now on: its book begins empty, and its unfinished runs have
     * ended (rule 12).
     *
     * @return whether it was known
     */
    public boolean moved(String name) {
        return database.inTransaction(
                () -> {
                    book.clear(name);
                    for (String sql :
                            List.of(
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

    private List<Line> lines() {
        return database.sql("select * from account order by name").query(Accounts::read).list();
    }

    private static Line read(ResultSet row, int number) throws SQLException {
        return new Line(
                new Known(
                        row.getString("name"), row.getString("address"), Database.time(row, "at")),
                row.getString("salt"),
                row.getString("service"),
                row.getString("token"));
    }

    private static String service(String salt, String address, String application) {
        return hash(salt, address + "\n" + application);
    }

    static String hash(String salt, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(salt.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
