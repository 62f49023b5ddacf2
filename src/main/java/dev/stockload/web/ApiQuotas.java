package dev.stockload.web;

import dev.stockload.details.QuotaReport;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the limits of product details leave to an account, for other programs. */
@Tag(name = "Details")
@RestController
@RequestMapping(path = "/api/quotas", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiQuotas {
    private final ConsoleOptions options;

    ApiQuotas(ConsoleOptions options) {
        this.options = options;
    }

    @Operation(summary = "What the limits of product details leave to an account")
    @GetMapping
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
