package dev.stockload.web;

import dev.stockload.ledger.Accounts;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;

/** The accounts, for other programs. */
@RestController
@RequestMapping("/api/accounts")
class ApiAccounts {
    private final ConsoleOptions options;

    /** An account by the name that is set, and by the key that runs and quotas have it by. */
    record AccountAnswer(String name, String key) {}

    ApiAccounts(ConsoleOptions options) {
        this.options = options;
    }

    /** The accounts whose service has accepted us. */
    @GetMapping
    List<Accounts.Known> accounts() {
        return options.ledger().accounts().all();
    }

    @GetMapping("/{name}")
    AccountAnswer account(@PathVariable String name) {
        return new AccountAnswer(name, options.workspace().account(name));
    }
}
