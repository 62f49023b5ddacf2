package dev.stockload.service;

import dev.stockload.ledger.Accounts;
import dev.stockload.ledger.Accounts.Identity;
import dev.stockload.ledger.Accounts.Sameness;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.RunFailedException;

import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that an account's name still stands for the same store: what was sent to one store says
 * nothing about another.
 */
public record AccountCheck(Ledger ledger, Account account) {
    /** The built-in sandbox, whose address changes with every start. */
    private static final String SANDBOX = "sandbox";

    /** An account cannot be used as it is configured; the message says what to do. */
    public static final class UnusableAccountException extends RunFailedException {
        private UnusableAccountException(String message) {
            super(Kind.UNUSABLE_SETTINGS, message);
        }
    }

    /** Whether there are accounts that this one could be confused with. */
    public static boolean isNeeded(Ledger ledger, String name) {
        return !name.equals(SANDBOX) && !ledger.accounts().all().isEmpty();
    }

    /** Checks without a request; throws if it is another store, or known by another name. */
    public void checkSettings() {
        if (isBuiltIn()) {
            return;
        }
        String name = account.name();
        Accounts accounts = ledger.accounts();
        Optional<String> other = accounts.otherName(name, identity());
        if (other.isPresent()) {
            throw new UnusableAccountException(
                    "The accounts '%s' and '%s' are the same store with the same token: keep one of the two names, since what is sent under one is not known under the other"
                            .formatted(other.get(), name));
        }
        if (sameness() == Sameness.MOVED) {
            throw new UnusableAccountException(
                    "The account '%1$s' was at %2$s until now, but is set to %3$s or another application: what was sent there is not here. Use another name for it, or, if '%1$s' has moved for good: stockload accounts %1$s --moved"
                            .formatted(
                                    name,
                                    accounts.find(name).orElseThrow().address(),
                                    identity().address()));
        }
    }

    /** If only the token is new, checks the product list: the token may be another store's. */
    public void checkToken(RetryingClient service) {
        if (isBuiltIn() || sameness() != Sameness.RENEWED) {
            return;
        }
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
    }

    private Sameness sameness() {
        return ledger.accounts().compare(account.name(), identity());
    }

    /** The service has accepted the account: from now on its name stands for this store. */
    public void accepted(InstantSource clock) {
        if (isBuiltIn() || sameness() == Sameness.SAME) {
            return;
        }
        // Two processes may enter the same store under two names at the same time.
        ledger.accountLocks()
                .alone(
                        () -> {
                            checkSettings();
                            ledger.accounts().remember(account.name(), identity(), clock.instant());
                        });
    }

    private Identity identity() {
        return new Identity(account.baseUrl().toString(), account.appId(), account.accessToken());
    }

    private boolean isBuiltIn() {
        return account.name().equals(SANDBOX) && account.isLoopback();
    }
}
