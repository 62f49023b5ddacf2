package dev.stockload.web;

import dev.stockload.app.RemoteDetails.Fetch;
import dev.stockload.app.RemoteDetails.Marks;
import dev.stockload.app.WorkEvents;
import dev.stockload.details.Details;
import dev.stockload.details.DetailsFile;
import dev.stockload.details.DetailsOrder;
import dev.stockload.details.PublishedMarks;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.FetchedProduct;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Product details for other programs: jobs that fetch them, what was fetched, what is published.
 */
@Tag(name = "Details", description = "Product details under their limits")
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiDetails {
    private static final String LINES = "application/x-ndjson";

    private final Details details;
    private final FollowedWork work;
    private final JsonMapper json;
    private final ConsoleOptions options;

    ApiDetails(ConsoleOptions options, FollowedWork work, JsonMapper json) {
        this.details = options.details();
        this.options = options;
        this.work = work;
        this.json = json;
    }

    @Operation(
            summary = "Fetch product details within the limits",
            description =
                    "An empty list of products means all of the merchant's. Events: accepted with"
                            + " an id to stop it by, details, done, notice, and at last result or"
                            + " fault. Only a command of this machine may name a file.")
    @PostMapping(path = "/details", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Refuses({415, 422})
    SseEmitter fetch(@RequestBody Fetch wanted, Authentication who) {
        if (wanted.products() == null) {
            throw Refusal.badRequest(
                    "Which products? An empty list means all, and each counts in the limits");
        }
        if (wanted.out() != null && !ApiTokenFilter.isLocal(who)) {
            throw new AccessDeniedException("Only a command of this machine may name a file");
        }
        DetailsOrder order = wanted.order(account(wanted.account()));
        return work.follow(
                (caller, listener) ->
                        WorkEvents.Fetched.of(caller.details().fetch(order, listener)));
    }

    @Operation(summary = "Go on with a job that stopped before a limit, or failed")
    @PostMapping(path = "/details/{id}/resume", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Refuses(404)
    SseEmitter resume(@PathVariable String id) {
        DetailRun run = find(id);
        return work.follow(
                (caller, listener) ->
                        WorkEvents.Fetched.of(caller.details().resume(run, listener)));
    }

    @Operation(summary = "The jobs that can go on, oldest first")
    @GetMapping("/details/unfinished")
    List<DetailRun> unfinished() {
        return details.unfinished();
    }

    @Operation(summary = "One job over product details")
    @GetMapping("/details/{id}")
    @Refuses(404)
    DetailRun find(@PathVariable String id) {
        return details.find(id)
                .orElseThrow(() -> Refusal.notFound("There is no job over details " + id));
    }

    @Operation(summary = "What a job has fetched so far, a product a line")
    @GetMapping(path = "/details/{id}/products", produces = LINES)
    @ApiResponse(
            responseCode = "200",
            description = "OK",
            content =
                    @Content(
                            mediaType = ApiDetails.LINES,
                            schema = @Schema(implementation = DetailsFile.Entry.class)))
    @Refuses(404)
    void products(@PathVariable String id, HttpServletResponse response) throws IOException {
        DetailRun run = find(id);
        response.setContentType(LINES + ";charset=UTF-8");
        PrintWriter out = response.getWriter();
        details.file(run)
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
        return details.products(account(account));
    }

    @Operation(summary = "Mark fetched products as published, or take the marks back")
    @PostMapping("/published")
    @Refuses({415, 422})
    PublishedMarks publish(@RequestBody Marks marks) {
        if (marks.products() == null) {
            throw Refusal.badRequest("products is missing: it takes a list of product ids");
        }
        if (marks.published() == null) {
            throw Refusal.badRequest("published is missing: it takes true or false");
        }
        return details.publish(account(marks.account()), marks.products(), marks.published());
    }

    private String account(String name) {
        return options.workspace().account(name == null ? options.accounts().get(0) : name);
    }
}
