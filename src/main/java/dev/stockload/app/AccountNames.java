package dev.stockload.app;

import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.service.AccountIdentities;
import dev.stockload.stock.Count;
import dev.stockload.stock.Refusal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Which account a name means. Without settings, the default account is the built-in sandbox, but
 * only where the ledger knows no real account: nothing of a real one may reach the sandbox.
 *
 * @param real the accounts that the ledger knows or has runs of, without the sandbox
 */
public record AccountNames(Settings settings, Supplier<List<String>> real) {
    private static final int SHOWN = 5;

    public static AccountNames of(Settings settings, Ledger ledger) {
        return new AccountNames(settings, new AccountIdentities(ledger)::real);
    }

    /** For commands that leave the ledger alone: looks into the data folder where it must. */
    public static AccountNames ofFolder(Settings settings) {
        return new AccountNames(
                settings, () -> read(settings, AccountIdentities::real).orElse(List.of()));
    }

    /** Empty if there is no ledger yet. */
    private static <T> Optional<T> read(
            Settings settings, Function<AccountIdentities, T> question) {
        try {
            return new LedgerReader(settings)
                    .ask(ledger -> question.apply(new AccountIdentities(ledger)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Throws if the folder knows this account as another store. */
    public void expectSame(Account account) {
        read(settings, accounts -> accounts.checkSettings(account));
    }

    /** The same, asking the ledger once for all that it is asked. */
    AccountNames now() {
        List<String> known = real.get();
        return new AccountNames(settings, () -> known);
    }

    /** The ledger's name of an account, which may lack settings. */
    public String inLedger(String name) {
        if (settings.isSet(name) || name.equals(Account.SANDBOX)) {
            return name;
        }
        List<String> known = real.get();
        if (name.equals(Account.DEFAULT)) {
            return known.isEmpty() ? Account.SANDBOX : name;
        }
        if (!known.contains(name)) {
            throw Refusal.settings(
                    "There is no account '%s'; the accounts are %s. Set another under stockload.accounts.%s in application.yml"
                            .formatted(name, quoted(settings.accountNames()), name));
        }
        return name;
    }

    /** The ledger's name of an account to work with; throws if it lacks settings. */
    public String usable(String name) {
        String account = inLedger(name);
        expectSet(account);
        return account;
    }

    /**
     * Whether an account can be worked with; the ledger is asked only where settings do not say.
     */
    boolean isUsable(String name) {
        if (!settings.isSet(name)) {
            return name.equals(Account.SANDBOX)
                    || name.equals(Account.DEFAULT) && inLedger(name).equals(Account.SANDBOX);
        }
        try {
            return settings.account(name).name().equals(name);
        } catch (Refusal e) {
            return false;
        }
    }

    /** Throws if an account of the ledger lacks settings here. */
    void expectSet(String account) {
        if (settings.isSet(account)) {
            settings.account(account);
        } else if (!account.equals(Account.SANDBOX)) {
            throw Refusal.settings(
                    "%s belongs to %s, and the %s. To try something in the built-in sandbox: stockload import FILE --account sandbox"
                            .formatted(folder(), owners(), Settings.unset(account)));
        }
    }

    private String folder() {
        return settings.ledger().isFile()
                ? "The data folder " + settings.data()
                : "The database " + settings.ledger();
    }

    private String owners() {
        List<String> known = real.get();
        return (known.size() == 1 ? "the account " : "the accounts ") + quoted(known);
    }

    private static String quoted(List<String> names) {
        // One more than is shown: there may be thousands.
        return Count.first(
                SHOWN, names.stream().limit(SHOWN + 1).map("'%s'"::formatted).toList(), ", ");
    }
}
