package dev.stockload.web.api;

import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.store.StoreExport.Exported;
import dev.stockload.merchant.Account;
import dev.stockload.web.parts.StoreFiles;
import dev.stockload.web.parts.WebContext;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.security.Principal;
import java.util.List;

/** The HTTP interface for checks of the whole store, and for sheets of it. */
@RestController
@RequestMapping(path = "/api/store", produces = MediaType.APPLICATION_JSON_VALUE)
record ApiStore(WebContext context, StoreFiles files) {
    @GetMapping
    VerifyResult store(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        return context.storeCheck(account);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    void check(@RequestParam(defaultValue = Account.DEFAULT) String account) {
        context.queue().check(context.workspace().account(account));
    }

    @PostMapping("/send")
    @ResponseStatus(HttpStatus.ACCEPTED)
    StatusReport send(
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(defaultValue = "false") boolean alsoLess,
            Principal who) {
        ResendOrder order = context.storeCheck(account).resend(alsoLess, ApiImports.token(who));
        String run = context.queue().resend(order).run();
        return context.report(run);
    }

    @PostMapping("/export")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void export(
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(defaultValue = "xlsx") String format,
            @RequestParam(defaultValue = "false") boolean known,
            @RequestParam(defaultValue = "") List<String> product)
            throws IOException {
        files.export(account, format, known, product);
    }

    /** Accepted and without a body as long as the store is being read. */
    @GetMapping("/export")
    ResponseEntity<Exported> exported(
            @RequestParam(defaultValue = Account.DEFAULT) String account) {
        return files.exported(account)
                .map(ResponseEntity::ok)
                .orElseGet(() -> ResponseEntity.accepted().build());
    }

    @GetMapping(path = "/export/file", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<Resource> file(@RequestParam(defaultValue = Account.DEFAULT) String account)
            throws IOException {
        return files.exportedFile(account);
    }

    @GetMapping(path = "/template", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<Resource> template(@RequestParam(defaultValue = Account.DEFAULT) String account)
            throws IOException {
        return files.template(account);
    }
}
