package dev.stockload.service;

import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Caller;

import okio.ByteString;

import java.net.IDN;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Which store at which service an account is, and whether its name still stands for that store:
 * what was sent to one store says nothing about another. Credentials are stored as salted hashes.
 */
public record AccountIdentities(Ledger ledger) {
    private static final int LONGEST_ADDRESS = 1000;

    /** An account cannot be used as it is configured; the message says what to do. */
    public static final class UnusableAccountException extends RunFailedException {
        private UnusableAccountException(String message) {
            super(Kind.UNUSABLE_SETTINGS, message);
        }
    }

    /** What distinguishes one store from another; its address is normalized and may be cut. */
    record Identity(String address, String application, String token) {
        Identity {
            address = Database.cut(normalized(address), LONGEST_ADDRESS);
        }

        /** The credentials of every sandbox are the same, and no secret. */
        private boolean isOfSandbox() {
            return application.equals(Account.SANDBOX_APP_ID);
        }

        private static Identity of(Account account) {
            return new Identity(
                    account.baseUrl().toString(), account.appId(), account.accessToken());
        }

        /** Normalizes a URL, so that spellings of the same address are equal. */
        private static String normalized(String address) {
            URI url = URI.create(address).normalize();
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            String defaultPort = "https".equals(scheme) ? "443" : "80";
            String host =
                    IDN.toASCII(url.getRawAuthority())
                            .toLowerCase(Locale.ROOT)
                            .replaceFirst("\\.?(:(%s)?)?$".formatted(defaultPort), "");
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

    private record Row(String name, String salt, String application, String token, String address) {
        private boolean isApplicationOf(Identity identity) {
            return application.equals(hash(salt, identity.application()));
        }

        private boolean isTokenOf(Identity identity) {
            return token.equals(hash(salt, identity.token()));
        }

        private boolean isAddressOf(Identity identity) {
            return address.equals(identity.address());
        }

        /** Whether it is this store, which may answer at several addresses. */
        boolean isStoreOf(Identity identity) {
            return isApplicationOf(identity)
                    && isTokenOf(identity)
                    && (!identity.isOfSandbox() || isAddressOf(identity));
        }

        Sameness compare(Identity identity) {
            if (!isAddressOf(identity) || !isApplicationOf(identity)) {
                return Sameness.MOVED;
            }
            return isTokenOf(identity) ? Sameness.SAME : Sameness.RENEWED;
        }
    }

    public List<Known> all() {
        return ledger.database()
                .sql("select name, address, at as since from account order by name")
                .query(Known.class)
                .list();
    }

    /** The accounts that are known or have runs, without the sandbox. */
    public List<String> real() {
        return ledger
                .database()
                .sql(
                        """
                        select name from account
                        union select account from run_count
                        order by 1
                        """)
                .query(String.class)
                .list()
                .stream()
                .filter(name -> !name.equals(Account.SANDBOX))
                .toList();
    }

    /** Checks without a request; throws if it is another store, or known by another name. */
    public Sameness checkSettings(Account account) {
        if (account.name().equals(Account.SANDBOX)) {
            return Sameness.SAME;
        }
        String name = account.name();
        Identity identity = Identity.of(account);
        Sameness sameness = compare(name, identity);
        // The others are many, and none was this store when it was accepted.
        Optional<String> other =
                sameness == Sameness.SAME ? Optional.empty() : otherName(name, identity);
        if (other.isPresent()) {
            throw new UnusableAccountException(
                    "The accounts '%s' and '%s' are the same store with the same token: keep one of the two names, since what is sent under one is not known under the other"
                            .formatted(other.get(), name));
        }
        if (sameness == Sameness.MOVED) {
            throw new UnusableAccountException(
                    "The account '%1$s' was at %2$s until now, but is set to %3$s, with another address or application id: what was sent there is not here. Use another name for it, or, if '%1$s' has moved for good: stockload accounts %1$s --moved"
                            .formatted(name, row(name).orElseThrow().address(), identity));
        }
        return sameness;
    }

    /** Only the token is new: the product list shows whether it is another store's. */
    void checkToken(RetryingClient service, InstantSource clock) {
        Account account = service.merchant().account();
        Set<Integer> known = ledger.book(account.name()).products();
        Set<Integer> listed =
                known.isEmpty()
                        ? Set.of()
                        : service.products().stream()
                                .map(ProductSummary::id)
                                .collect(Collectors.toSet());
        long still = known.stream().filter(listed::contains).count();
        if (still * 2 < known.size()) {
            throw new UnusableAccountException(
                    "The account '%1$s' has a new access token, but with it the product list has only %2$d of the %3$d products that were sent before: it looks like another store. Use another name for it, or, if '%1$s' has moved for good: stockload accounts %1$s --moved"
                            .formatted(account.name(), still, known.size()));
        }
        accepted(account, clock);
    }

    /** The service has accepted the account: from now on its name stands for this store. */
    void accepted(Account account, InstantSource clock) {
        // Two processes may enter the same store under two names at the same time.
        AccountTurn.alone(
                ledger.database(),
                () -> {
                    if (checkSettings(account) != Sameness.SAME) {
                        remember(account.name(), Identity.of(account), clock.instant());
                    }
                });
    }

    Sameness compare(String name, Identity identity) {
        return row(name).map(row -> row.compare(identity)).orElse(Sameness.UNKNOWN);
    }

    Optional<String> otherName(String name, Identity identity) {
        return rows("order by name").stream()
                .filter(row -> !row.name().equals(name))
                .filter(row -> row.isStoreOf(identity))
                .map(Row::name)
                .findFirst();
    }

    void remember(String name, Identity identity, Instant at) {
        String salt = UUID.randomUUID().toString().replace("-", "");
        Database database = ledger.database();
        database.inTransaction(
                () -> {
                    forget(name);
                    Database.one(
                            database.sql(
                                            """
                                            insert into account (name, salt, application, token, address, at)
                                            values (:name, :salt, :application, :token, :address, :at)
                                            """)
                                    .param("name", name)
                                    .param("salt", salt)
                                    .param("application", hash(salt, identity.application()))
                                    .param("token", hash(salt, identity.token()))
                                    .param("address", identity.address())
                                    .param("at", Database.time(at)),
                            "account " + name);
                });
    }

    /** As {@link #moved(String)}, once no run of the account is under way. */
    public void moved(String name, ProcessContext process, Caller caller) {
        AccountTurn turn = new AccountTurn(process);
        turn.take(name, caller);
        try {
            moved(name);
        } finally {
            turn.release(name);
        }
    }

    /**
     * The account is another store from now on: its book is emptied and its unfinished runs end
     * (rule 12).
     *
     * @return whether it was known
     */
    public boolean moved(String name) {
        Database database = ledger.database();
        return database.inTransaction(
                () -> {
                    for (String sql :
                            List.of(
                                    "delete from book where account = :name",
                                    "delete from history where account = :name",
                                    "delete from store where account = :name",
                                    "update request set is_open = false where account = :name")) {
                        database.sql(sql).param("name", name).update();
                    }
                    ledger.runs().moved(name);
                    return forget(name);
                });
    }

    private boolean forget(String name) {
        return ledger.database()
                        .sql("delete from account where name = :name")
                        .param("name", name)
                        .update()
                == 1;
    }

    private Optional<Row> row(String name) {
        return rows("where name = ?", name).stream().findFirst();
    }

    private List<Row> rows(String which, Object... values) {
        return ledger.database()
                .sql("select name, salt, application, token, address from account " + which)
                .params(values)
                .query(Row.class)
                .list();
    }

    private static String hash(String salt, String text) {
        return ByteString.encodeUtf8(text).hmacSha256(ByteString.encodeUtf8(salt)).hex();
    }
}
