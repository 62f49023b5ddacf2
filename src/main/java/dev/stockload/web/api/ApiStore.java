package dev.stockload.web.api;

import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.merchant.Account;
import dev.stockload.web.parts.WebContext;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import java.security.Principal;

/** The HTTP interface for checks of the whole store. */
@RestController
@RequestMapping(path = "/api/store", produces = MediaType.APPLICATION_JSON_VALUE)
record ApiStore(WebContext options) {
    @GetMapping
    VerifyResult store(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        return options.storeCheck(account);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    void check(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        options.queue().check(options.workspace().account(account));
    }

    @PostMapping("/send")
    @ResponseStatus(HttpStatus.ACCEPTED)
    StatusReport send(
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(defaultValue = "false") boolean alsoLess,
            Principal who) {
        ResendOrder order = options.storeCheck(account).resend(alsoLess, ApiImports.token(who));
        String run = options.queue().resend(order).run();
        return options.report(run);
    }
}
