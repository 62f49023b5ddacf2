package dev.stockload.web.api;

import dev.stockload.app.Workspace.Caller;
import dev.stockload.check.StatusReport;
import dev.stockload.compare.DiffTotals;
import dev.stockload.compare.StockDiff;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.UndoSummary;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.merchant.Account;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.ProductIds;
import dev.stockload.stock.Refusal;
import dev.stockload.web.api.ApiDescription.Refuses;
import dev.stockload.web.parts.ConsoleOptions;
import dev.stockload.web.parts.IdempotencyKeys;
import dev.stockload.web.parts.IdempotencyKeys.Request;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.SheetTurn;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What would change, and what was sent taken back, for other programs. */
@Tag(name = "Changes", description = "What would change before it is sent, and undo")
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
public class ApiChanges {
    private static final String DIFFS = "/diffs";

    private static final String DIFF_OF_JOB = "/jobs/{name}/diff";

    /** Where a sheet is shown and never sent, so that whoever may only read may ask for it. */
    public static final String[] ONLY_SHOWN = {"/api" + DIFFS, "/api" + DIFF_OF_JOB};

    private final ConsoleOptions options;
    private final Uploads uploads;
    private final IdempotencyKeys keys;
    private final SheetTurn turn;

    /** Said of what is written while it is made. */
    @ApiResponse(
            responseCode = "200",
            description = "What would change",
            content = @Content(schema = @Schema(implementation = DiffAnswer.class)))
    @Retention(RetentionPolicy.RUNTIME)
    @interface AnswersDiff {}

    /** Read as words, so that none is lost: an empty one would be no product, and so all. */
    @Parameter(
            description = "the products to undo; all of the run if none is given",
            array = @ArraySchema(schema = @Schema(type = "integer", format = "int32")))
    @Retention(RetentionPolicy.RUNTIME)
    @interface ProductsToUndo {}

    /** What would change, size by size, the largest loss first. */
    record DiffAnswer(StockDiff.Base base, DiffTotals totals, List<StockDiff.Change> changes) {}

    ApiChanges(ConsoleOptions options, Uploads uploads, IdempotencyKeys keys, SheetTurn turn) {
        this.turn = turn;
        this.options = options;
        this.uploads = uploads;
        this.keys = keys;
    }

    @Operation(
            summary = "What an import of an uploaded sheet would change; nothing is sent",
            description =
                    "The parts of the form are those of an import. fresh reads from the service"
                            + " what is there, of all products.")
    @PostMapping(path = DIFFS, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @AnswersDiff
    @Refuses({409, 413, 415, 422, 429})
    ResponseEntity<StreamingResponseBody> upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam(defaultValue = "false") boolean fresh,
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> given)
            throws IOException {
        Upload upload = uploads.keep(file.getInputStream(), file.getOriginalFilename());
        SheetForm form = SheetForm.of(given, options.accounts());
        try {
            return shown(form.order(upload, options), fresh);
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(upload.inWords(e.getMessage()), e);
        }
    }

    @Operation(summary = "What an import of a job's newest file would change; nothing is sent")
    @PostMapping(path = DIFF_OF_JOB)
    @AnswersDiff
    @Refuses({404, 409, 422, 429})
    ResponseEntity<StreamingResponseBody> job(
            @PathVariable String name, @RequestParam(defaultValue = "false") boolean fresh)
            throws IOException {
        JobDefinition job = options.job(name);
        String account = options.workspace().account(job.account());
        Path newest = options.workspace().jobSheets().newest(job).file();
        return shown(job.order(newest, account, false, false), fresh);
    }

    @Operation(summary = "What a run that waits would change, such as one the brake stopped")
    @GetMapping(path = "/runs/{id}/diff")
    @AnswersDiff
    @Refuses({404, 409})
    ResponseEntity<StreamingResponseBody> run(@PathVariable String id) {
        Run run = options.run(id);
        expectWaiting(run);
        return written(options.workspace().diffs(Caller.silent()).of(run));
    }

    private static void expectWaiting(Run run) {
        if (run.isUnusable()) {
            throw Refusal.conflict(
                    "Nothing of run %s waits. %s".formatted(run.id(), run.message()));
        }
        if (!run.isUnfinished()) {
            throw Refusal.conflict("Run %s is finished: nothing of it waits".formatted(run.id()));
        }
        if (!run.isStaged()) {
            throw Refusal.conflict("Run %s has not read its sheet yet".formatted(run.id()));
        }
    }

    @Operation(
            summary = "Why the service shows what it shows: the history of each size of a product",
            description = "The product is a product id, an item number or a barcode.")
    @GetMapping("/products/{product}")
    @Refuses({404, 422})
    StockHistory.Answer why(
            @PathVariable String product,
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @Parameter(description = "a part of a colour's name") @RequestParam(required = false)
                    String colour,
            @RequestParam(required = false) String size,
            @Parameter(description = "how far to go back")
                    @RequestParam(defaultValue = StockHistory.DAYS)
                    int days) {
        return options.workspace()
                .why(options.workspace().account(account), product, colour, size, days);
    }

    @Operation(summary = "What an undo of a run would bring back; nothing is sent")
    @GetMapping("/runs/{id}/undo")
    @Refuses({404, 409, 422})
    UndoSummary plan(
            @PathVariable String id,
            @ProductsToUndo @RequestParam(defaultValue = "") List<String> product)
            throws IOException {
        UndoOrder order = order(id, product);
        expectEnded(order);
        return options.workspace().plan(order, (done, all) -> {});
    }

    @Operation(
            summary = "Bring back what was there before a run, as a new run",
            description =
                    "The answer is the new run. A repeated request with the same Idempotency-Key"
                            + " gets the same run.")
    @PostMapping("/runs/{id}/undo")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({404, 409, 422, 503})
    ResponseEntity<StatusReport> undo(
            @PathVariable String id,
            @ProductsToUndo @RequestParam(defaultValue = "") List<String> product,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        UndoOrder order = order(id, product);
        String asked = "undo %s %s".formatted(id, new TreeSet<>(order.products()));
        String undo =
                keys.once(new Request(key, who.getName(), asked), () -> List.of(undone(order)))
                        .get(0);
        return ResponseEntity.accepted()
                .location(ApiImports.address("/api/runs/{id}", undo))
                .body(options.queue().report(options.run(undo)));
    }

    private UndoOrder order(String id, List<String> products) {
        Set<Integer> ids = new TreeSet<>();
        for (String each : products) {
            ids.add(ProductIds.parse(each.strip()).orElseThrow(() -> noProduct(each)));
        }
        return new UndoOrder(options.run(id).id(), ids);
    }

    private void expectEnded(UndoOrder order) {
        if (options.run(order.run()).state() == RunState.RUNNING) {
            throw Refusal.conflict(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(order.run()));
        }
    }

    private static RuntimeException noProduct(String word) {
        return Refusal.badRequest(
                "'%s' is no product id; product takes ids such as 10001,10002".formatted(word));
    }

    private String undone(UndoOrder order) {
        expectEnded(order);
        return options.queue().undo(order).run();
    }

    private ResponseEntity<StreamingResponseBody> shown(ImportOrder order, boolean fresh)
            throws IOException {
        return written(
                turn.take(
                        limit ->
                                options.workspace()
                                        .diffs(limit.caller())
                                        .of(order, fresh, limit)
                                        .diff()));
    }

    private static ResponseEntity<StreamingResponseBody> written(StockDiff diff) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(
                        out -> {
                            Writer words = new OutputStreamWriter(out, StandardCharsets.UTF_8);
                            diff.write(words);
                            words.flush();
                        });
    }
}
