package dev.stockload.web.api;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;

import dev.stockload.details.Details;
import dev.stockload.details.Details.PublishedMarks;
import dev.stockload.details.QuotaReport;
import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailTable;
import dev.stockload.details.table.DetailsOrder;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.imports.change.ProductSearch;
import dev.stockload.service.Accounts;
import dev.stockload.stock.Refusal;
import dev.stockload.web.api.ApiDescription.Refuses;
import dev.stockload.web.parts.ConsoleOptions;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

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
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The HTTP interface for accounts, product details and publication marks. */
@Tag(name = "Details", description = "Accounts, and product details under their limits")
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
public record ApiDetails(ConsoleOptions options, JsonMapper json) {
    private static final String LINES = "application/x-ndjson";

    /** The name of an account in the settings, and its key in runs and quotas. */
    record AccountAnswer(String name, String key) {}

    @ArraySchema(
            schema =
                    @Schema(
                            oneOf = {Integer.class, String.class},
                            description =
                                    "a product id as a number, or a product id, an item number or a"
                                            + " barcode as text"))
    @Retention(RetentionPolicy.RUNTIME)
    @interface Products {}

    /** No {@code products} mean all of the merchant's; numbers are product ids. */
    @Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
    record Fetch(
            String account,
            @Products @JsonSetter(contentNulls = Nulls.FAIL) List<Object> products,
            Boolean refresh) {}

    @Schema(additionalProperties = Schema.AdditionalPropertiesValue.FALSE)
    record Marks(
            String account,
            @Products @JsonSetter(contentNulls = Nulls.FAIL) List<Object> products,
            Boolean published) {}

    private Details details() {
        return options.workspace().details();
    }

    @Operation(
            summary = "Fetch product details within the limits",
            description =
                    "An empty list of products means all of the merchant's. The answer is the job,"
                            + " which begins soon.")
    @PostMapping("/details")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({404, 415, 422})
    DetailRun fetch(@RequestBody Fetch wanted) {
        if (wanted.products() == null) {
            throw Refusal.badRequest(
                    "Which products? An empty list means all, and each counts in the limits");
        }
        String account = key(wanted.account());
        return details()
                .submit(
                        new DetailsOrder(
                                account,
                                ids(account, wanted.products()),
                                Boolean.TRUE.equals(wanted.refresh()),
                                Optional.empty()));
    }

    @Operation(
            summary = "Resume a job that stopped at a limit or failed",
            description = "The answer is the job, which continues soon.")
    @PostMapping("/details/{id}/resume")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses(404)
    DetailRun resume(@PathVariable String id) {
        return details().resumeSoon(find(id));
    }

    @Operation(summary = "Stop a job after the request in flight; it can be resumed")
    @PostMapping("/details/{id}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({404, 409})
    DetailRun stop(@PathVariable String id) {
        if (!details().stop(find(id))) {
            throw Refusal.conflict("Job %s neither runs nor waits".formatted(id));
        }
        return find(id);
    }

    @Operation(summary = "The jobs that can be resumed, oldest first")
    @GetMapping("/details/unfinished")
    List<DetailRun> unfinished() {
        return details().unfinished();
    }

    @Operation(summary = "One details job")
    @GetMapping("/details/{id}")
    @Refuses(404)
    DetailRun find(@PathVariable String id) {
        return details()
                .find(id)
                .orElseThrow(() -> Refusal.notFound("There is no details job " + id));
    }

    @Operation(summary = "What a job has fetched so far, one product per line")
    @GetMapping(path = "/details/{id}/products", produces = LINES)
    @ApiResponse(
            responseCode = "200",
            description = "OK",
            content =
                    @Content(
                            mediaType = ApiDetails.LINES,
                            schema = @Schema(implementation = DetailTable.Entry.class)))
    @Refuses(404)
    void products(@PathVariable String id, HttpServletResponse response) throws IOException {
        DetailRun run = find(id);
        response.setContentType(LINES + ";charset=UTF-8");
        PrintWriter out = response.getWriter();
        details()
                .file(run)
                .each(
                        entry -> {
                            out.print(json.writeValueAsString(entry));
                            out.print('\n');
                        });
    }

    @Operation(summary = "The fetched products of an account, and which are published")
    @GetMapping("/published")
    @Refuses(422)
    List<FetchedProduct> published(@RequestParam String account) {
        return details().products(key(account));
    }

    @Operation(summary = "Mark fetched products as published, or remove the marks")
    @PostMapping("/published")
    @Refuses({404, 415, 422})
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
        ProductSearch search = options.workspace().products(account);
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

    @Operation(summary = "The accounts that the service has accepted")
    @GetMapping("/accounts")
    List<Accounts.Known> accounts() {
        return new Accounts(options.ledger()).all();
    }

    @Operation(summary = "The key of an account in runs and quotas")
    @GetMapping("/accounts/{name}")
    @Refuses(404)
    AccountAnswer account(@PathVariable String name) {
        try {
            return new AccountAnswer(name, options.workspace().account(name));
        } catch (Refusal e) {
            throw Refusal.notFound(e.getMessage());
        }
    }

    @Operation(summary = "How many product details an account may still fetch")
    @GetMapping("/quotas")
    @Refuses(422)
    QuotaReport quota(@RequestParam(required = false) String account) {
        String key = key(account);
        return details().quota(key).report(key);
    }

    private String key(String name) {
        return options.workspace().account(name == null ? options.accounts().get(0) : name);
    }
}
