package dev.stockload.web.api;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

import dev.stockload.details.Details;
import dev.stockload.details.Details.PublishedMarks;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsReport;
import dev.stockload.details.QuotaReport;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.imports.change.ProductSearch;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.service.AccountIdentities;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.WebContext;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The HTTP interface for accounts, product details and publication marks. */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
record ApiDetails(WebContext context, JsonMapper json) {
    private static final String LINES = "application/x-ndjson";

    /** The name of an account in the settings, and its key in runs and quotas. */
    record AccountAnswer(String name, String key) {}

    /** No {@code products} mean all of the merchant's; numbers are product ids. */
    record Fetch(
            String account,
            @JsonSetter(contentNulls = Nulls.FAIL) List<Object> products,
            Boolean refresh) {}

    record Marks(
            String account,
            @JsonSetter(contentNulls = Nulls.FAIL) List<Object> products,
            Boolean published) {}

    private Details details() {
        return context.workspace().details();
    }

    @PostMapping("/details")
    @ResponseStatus(HttpStatus.ACCEPTED)
    DetailsReport fetch(@RequestBody Fetch wanted) {
        if (wanted.products() == null) {
            throw Refusal.badRequest(
                    "Which products? An empty list means all, and each counts in the limits");
        }
        String account = key(wanted.account());
        DetailsRequest order =
                new DetailsRequest(
                        account,
                        ids(account, wanted.products()),
                        Boolean.TRUE.equals(wanted.refresh()),
                        Optional.empty());
        return find(context.queue().fetch(order).run());
    }

    @PostMapping("/details/{id}/resume")
    @ResponseStatus(HttpStatus.ACCEPTED)
    DetailsReport resume(@PathVariable String id) {
        context.queue().resume(run(id).id(), ResumeOptions.forced(false));
        return find(id);
    }

    @PostMapping("/details/{id}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    DetailsReport stop(@PathVariable String id) {
        if (!context.queue().stop(run(id).id())) {
            throw Refusal.conflict("Run %s neither runs nor waits".formatted(id));
        }
        return find(id);
    }

    @GetMapping("/details/unfinished")
    List<DetailsReport> unfinished() {
        return DetailsReport.unfinished(context.ledger());
    }

    @GetMapping("/details/{id}")
    DetailsReport find(@PathVariable String id) {
        return DetailsReport.of(context.ledger(), run(id));
    }

    private Run run(String id) {
        return context.ledger()
                .runs()
                .find(id)
                .filter(Run::isDetails)
                .orElseThrow(() -> Refusal.notFound("There is no details run " + id));
    }

    @GetMapping(path = "/details/{id}/products", produces = LINES)
    void products(@PathVariable String id, HttpServletResponse response) throws IOException {
        Run run = run(id);
        response.setContentType(LINES + ";charset=UTF-8");
        PrintWriter out = response.getWriter();
        new DetailsFile(context.ledger(), run)
                .each(
                        entry -> {
                            out.print(json.writeValueAsString(entry));
                            out.print('\n');
                        });
    }

    @GetMapping("/published")
    List<FetchedProduct> published(@RequestParam String account) {
        return context.ledger().details().products(key(account));
    }

    @PostMapping("/published")
    PublishedMarks publish(@RequestBody Marks marks) {
        if (marks.products() == null) {
            throw Refusal.badRequest("products is missing: it takes a list of products");
        }
        if (marks.published() == null) {
            throw Refusal.badRequest("published is missing: it takes true or false");
        }
        String account = key(marks.account());
        return details().publish(account, ids(account, marks.products()), marks.published());
    }

    /** Each product once. */
    private List<Integer> ids(String account, List<Object> products) {
        ProductSearch search = context.workspace().products(account);
        Set<Integer> ids = new LinkedHashSet<>();
        for (Object each : products) {
            if (!(each instanceof Integer || each instanceof String)) {
                throw Refusal.badRequest(
                        "products has a value of the wrong kind: it takes product ids, item numbers"
                                + " and barcodes");
            }
            ids.add(each instanceof Integer id ? id : search.one((String) each));
        }
        return List.copyOf(ids);
    }

    @GetMapping("/accounts")
    List<AccountIdentities.Known> accounts() {
        return new AccountIdentities(context.ledger()).all();
    }

    @GetMapping("/accounts/{name}")
    AccountAnswer account(@PathVariable String name) {
        try {
            return new AccountAnswer(name, context.workspace().account(name));
        } catch (Refusal e) {
            throw Refusal.notFound(e.getMessage());
        }
    }

    @GetMapping("/quotas")
    QuotaReport quota(@RequestParam(required = false) String account) {
        String key = key(account);
        return details().quota(key).report(key);
    }

    private String key(String name) {
        return context.workspace().account(name == null ? context.accounts().get(0) : name);
    }
}
