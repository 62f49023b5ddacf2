package dev.stockload.web;

import dev.stockload.details.QuotaReport;
import dev.stockload.ledger.Accounts;
import dev.stockload.stock.Refusal;
import dev.stockload.web.ApiDescription.Refuses;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;

/** The accounts and what limits leave to them, for other programs. */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiAccounts {
    private final ConsoleOptions options;

    /** An account by the name that is set, and by the key that runs and quotas have it by. */
    record AccountAnswer(String name, String key) {}

    ApiAccounts(ConsoleOptions options) {
        this.options = options;
    }

    @Tag(name = "Accounts")
    @Operation(summary = "The accounts whose service has accepted us")
    @GetMapping("/accounts")
    List<Accounts.Known> accounts() {
        return options.ledger().accounts().all();
    }

    @Tag(name = "Accounts")
    @Operation(summary = "The key by which runs and quotas have an account")
    @GetMapping("/accounts/{name}")
    @Refuses(404)
    AccountAnswer account(@PathVariable String name) {
        try {
            return new AccountAnswer(name, options.workspace().account(name));
        } catch (Refusal e) {
            throw Refusal.notFound(e.getMessage());
        }
    }

    @Operation(summary = "What the limits of product details leave to an account")
    @Tag(name = "Details")
    @GetMapping("/quotas")
    @Refuses(422)
    QuotaReport quota(@RequestParam(defaultValue = "") String account) {
        String name = account.isEmpty() ? options.accounts().get(0) : account;
        return QuotaReport.of(
                options.ledger(),
                options.workspace().account(name),
                options.serviceZone(),
                options.clock().instant());
    }
}
