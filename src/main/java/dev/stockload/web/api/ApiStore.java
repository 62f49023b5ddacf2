package dev.stockload.web.api;

import dev.stockload.imports.change.StoreVerification;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.merchant.Account;
import dev.stockload.web.api.ApiDescription.Refuses;
import dev.stockload.web.parts.ConsoleOptions;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;

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
@Tag(name = "Store", description = "The whole store compared with what it accepted")
@RestController
@RequestMapping(path = "/api/store", produces = MediaType.APPLICATION_JSON_VALUE)
public record ApiStore(ConsoleOptions options) {
    @Operation(summary = "The last check of the whole store: each size that differs")
    @GetMapping
    @Refuses(404)
    StoreVerification.Result store(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        return options.storeCheck(account);
    }

    @Operation(
            summary = "Compare the whole store with what it accepted",
            description =
                    "It reads five products a second at most and pauses while a run sends; a check"
                            + " that is under way goes on. The result is at GET /api/store.")
    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    void check(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        options.workspace().storeChecks().start(options.workspace().account(account));
    }

    @Operation(
            summary = "Send again what the last check found more or gone, as a new run",
            description = "It sends what the newest sheets want. The answer is the new run.")
    @PostMapping("/send")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({404, 409, 503})
    StatusReport send(
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @Parameter(description = "whether to send also what is less, or sold")
                    @RequestParam(defaultValue = "false")
                    boolean alsoLess,
            Principal who) {
        ResendOrder order = options.storeCheck(account).resend(alsoLess, ApiImports.token(who));
        String run = options.queue().resend(order).run();
        return options.queue().report(options.run(run));
    }
}
