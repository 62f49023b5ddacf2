package dev.stockload.web;

import dev.stockload.app.FaultKind;
import dev.stockload.imports.ImportOrder;
import dev.stockload.jobs.FoundSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.ledger.Run;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.web.IdempotencyKeys.Made;
import dev.stockload.web.IdempotencyKeys.Request;
import dev.stockload.web.Uploads.Upload;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
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
import org.springframework.web.multipart.MultipartHttpServletRequest;

import java.io.IOException;
import java.nio.file.Path;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Takes sheets and jobs from other programs, each of which may ask twice and gets one import. */
@Tag(name = "Imports", description = "Sheets and jobs become runs")
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiImports {
    private static final int LONGEST_WAIT = 60;
    private static final String WAITING = "WAITING";
    private static final String REFUSED = "REFUSED";

    private final ConsoleOptions options;
    private final ImportQueue queue;
    private final Uploads uploads;
    private final IdempotencyKeys keys;

    private final RecentImports imports;

    /**
     * An import that was asked for.
     *
     * @param id that of its run, unless its sheet cannot be used
     * @param run its run once that is entered, else null
     * @param state of the run; WAITING while the account is busy, REFUSED where it never began
     * @param message why it was refused, failed or stopped, or that the sheet was imported before;
     *     else null
     */
    record ImportAnswer(String id, String run, String state, String message) {}

    ApiImports(
            ConsoleOptions options, Uploads uploads, IdempotencyKeys keys, RecentImports imports) {
        this.imports = imports;
        this.options = options;
        this.queue = options.queue();
        this.uploads = uploads;
        this.keys = keys;
    }

    @Operation(
            summary = "Import an uploaded sheet",
            description =
                    "The sheet is kept and its run entered before the answer: it is imported"
                            + " whatever happens to the server. A repeated request with the same"
                            + " Idempotency-Key gets the same run, for a day. With wait, the answer"
                            + " comes when the run has begun, at the latest after so many seconds.")
    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({409, 413, 415, 422, 503})
    ResponseEntity<ImportAnswer> upload(
            @RequestParam("file") MultipartFile file,
            MultipartHttpServletRequest request,
            @RequestParam(defaultValue = "0") int wait,
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        UploadSchema.expectKnown(given.keySet(), "wait");
        expectOneFile(request);
        Upload upload = uploads.keep(file.getInputStream(), file.getOriginalFilename());
        ImportOrder order = SheetForm.of(given, options.accounts()).order(upload, options);
        // The same sheet by another name is the same request.
        String asked = order.forFile(Path.of(upload.content())).named(null).toString();
        String id =
                keys.once(
                                new Request(key, who.getName(), "upload " + asked),
                                () -> submitted(order))
                        .get(0);
        ImportAnswer answer = find(id, wait);
        return ResponseEntity.accepted()
                .location(ApiLinks.of("/api/imports/{id}", id))
                .body(answer);
    }

    /** What is not read is not left out in silence. */
    private static void expectOneFile(MultipartHttpServletRequest request) {
        if (request.getMultiFileMap().values().stream().mapToInt(List::size).sum() != 1) {
            throw Refusal.badRequest("One import takes one file: send one request for each");
        }
    }

    @Operation(
            summary = "Import what a job reads: one import for each of its files",
            description =
                    "again sends files anew that were imported before; force sends a sheet that"
                            + " looks broken.")
    @PostMapping("/jobs/{name}/imports")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({404, 409, 422, 503})
    List<ImportAnswer> job(
            @PathVariable String name,
            @RequestParam(defaultValue = "false") boolean again,
            @RequestParam(defaultValue = "false") boolean force,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        String asked = "job " + name + (again ? " again" : "") + (force ? " force" : "");
        List<String> ids =
                keys.once(
                        new Request(key, who.getName(), asked),
                        () -> {
                            JobDefinition job = options.job(name);
                            String account = options.accountKey().apply(job.account());
                            synchronized (queue.lock(name)) {
                                return submitted(
                                        options.application().sheets(job, again),
                                        file -> job.order(file, account, again, force));
                            }
                        });
        return ids.stream().map(id -> find(id, 0)).toList();
    }

    @Operation(
            summary = "What became of an import",
            description =
                    "With wait, the answer comes when its run has begun, at the latest after so"
                            + " many seconds.")
    @GetMapping("/imports/{id}")
    @Refuses(404)
    ImportAnswer find(@PathVariable String id, @RequestParam(defaultValue = "0") int wait) {
        Optional<BegunImport> asked = imports.find(id);
        if (asked.isEmpty()) {
            return ended(id);
        }
        try {
            int patience = isGoingOn(asked.get().ticket()) ? 0 : Math.max(0, wait);
            asked.get().run().get(Math.min(LONGEST_WAIT, patience), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The answer says how it stands.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answer(id, asked.get());
    }

    private boolean isGoingOn(ImportTicket ticket) {
        return ticket.run()
                .filter(run -> queue.hasTicket(run) && !queue.isWaiting(run))
                .isPresent();
    }

    private Made submitted(ImportOrder order) {
        BegunImport begun = submit(order);
        return new Made(List.of(imports.keep(begun)), begun.ticket().run().isPresent());
    }

    private Made submitted(FoundSheets found, Function<Path, ImportOrder> orders) {
        List<String> ids = new ArrayList<>();
        boolean entered = true;
        long last = 0;
        for (FoundSheets.Sheet sheet : found.sheets()) {
            BegunImport begun = submit(sheet.order(orders.apply(sheet.file()), last));
            last = Math.max(last, begun.ticket().number());
            ids.add(imports.keep(begun));
            entered &= begun.ticket().run().isPresent();
        }
        return new Made(ids, entered);
    }

    private BegunImport submit(ImportOrder order) {
        return BegunImport.of(heard -> queue.promise(queue.submit(order, heard)));
    }

    /** What became of an import that another process took, or this one long ago. */
    private ImportAnswer ended(String id) {
        Run run =
                options.ledger()
                        .runs()
                        .find(id)
                        .orElseThrow(() -> Refusal.notFound("There is no import " + id));
        if (queue.isWaiting(id)) {
            return new ImportAnswer(id, id, WAITING, null);
        }
        return new ImportAnswer(
                id, id, run.isUnusable() ? REFUSED : run.state().name(), run.message());
    }

    private ImportAnswer answer(String id, BegunImport begun) {
        ImportTicket ticket = begun.ticket();
        String note = begun.note().orElse(null);
        String run = ticket.run().orElse(null);
        if (ticket.result().isCompletedExceptionally()) {
            String why =
                    ticket.result()
                            .handle((result, fault) -> FaultKind.words(FaultKind.cause(fault)))
                            .join();
            return new ImportAnswer(id, run, REFUSED, why);
        }
        if (ticket.result().isDone()) {
            Run ended = ticket.result().join().run();
            return new ImportAnswer(
                    id,
                    ended.id(),
                    ended.state().name(),
                    ended.message() == null ? note : ended.message());
        }
        // An earlier import of the same sheet may have begun it.
        boolean waits = run == null || queue.isWaiting(run);
        return new ImportAnswer(
                id, run, waits ? WAITING : queue.report(options.run(run)).state().name(), note);
    }
}
