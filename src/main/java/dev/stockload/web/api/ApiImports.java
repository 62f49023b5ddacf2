package dev.stockload.web.api;

import dev.stockload.check.StatusReport;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Run;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.Refusal;
import dev.stockload.web.api.ApiDescription.Refuses;
import dev.stockload.web.parts.ConsoleOptions;
import dev.stockload.web.parts.IdempotencyKeys;
import dev.stockload.web.parts.IdempotencyKeys.Request;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;

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
import org.springframework.web.util.UriComponentsBuilder;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The jobs for other programs, and the sheets and jobs that they import: who asks twice gets one
 * import.
 */
@Tag(name = "Imports", description = "The jobs; sheets and jobs become runs")
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
public class ApiImports {
    private static final String WAITING = "WAITING";
    private static final String REFUSED = "REFUSED";

    private final ConsoleOptions options;
    private final ImportQueue queue;
    private final Uploads uploads;
    private final IdempotencyKeys keys;

    /**
     * An import that was asked for.
     *
     * @param id that of its run
     * @param run its run
     * @param state of the run; WAITING while the account is busy, REFUSED where its sheet cannot be
     *     used
     * @param message why it was refused, failed or stopped, or that the sheet was imported before;
     *     else null
     */
    record ImportAnswer(String id, String run, String state, String message) {}

    /**
     * A job; null where it does not apply.
     *
     * @param from the source that it reads from; null for files of this machine
     * @param schedule the line of its definition
     * @param next when it runs by itself
     * @param last its newest run
     * @param fault why its definition cannot be used
     */
    record JobAnswer(
            String name,
            String account,
            String from,
            String read,
            String schedule,
            Instant next,
            StatusReport last,
            String fault) {}

    ApiImports(ConsoleOptions options, Uploads uploads, IdempotencyKeys keys) {
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
                            + " Idempotency-Key gets the same run, for a day.")
    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Refuses({409, 413, 415, 422, 503})
    ResponseEntity<ImportAnswer> upload(
            @RequestParam("file") MultipartFile file,
            MultipartHttpServletRequest request,
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        expectOneFile(request);
        Upload upload = uploads.keep(file.getInputStream(), file.getOriginalFilename());
        ImportOrder order = SheetForm.of(given, options.accounts()).order(upload, options);
        // The same sheet by another name is the same request.
        String asked = order.forFile(Path.of(upload.content())).named(null).toString();
        Map<String, String> notes = new HashMap<>();
        String id =
                keys.once(
                                new Request(key, who.getName(), "upload " + asked),
                                () -> List.of(submitted(order, notes).run()))
                        .get(0);
        return ResponseEntity.accepted()
                .location(address("/api/imports/{id}", id))
                .body(answer(id, notes.get(id)));
    }

    /** What is not read is not left out in silence. */
    private static void expectOneFile(MultipartHttpServletRequest request) {
        if (request.getMultiFileMap().values().stream().mapToInt(List::size).sum() != 1) {
            throw Refusal.badRequest("One import takes one file: send one request for each");
        }
    }

    @Operation(summary = "All jobs by name, with their schedules, next times and last runs")
    @GetMapping("/jobs")
    List<JobAnswer> jobs() throws IOException {
        return options.jobs().list().stream().map(this::answer).toList();
    }

    private JobAnswer answer(JobFolder.Entry entry) {
        Optional<JobDefinition> job = entry.definition();
        return new JobAnswer(
                entry.name(),
                job.map(JobDefinition::account).orElse(null),
                job.flatMap(each -> each.sheets().from()).orElse(null),
                job.map(JobDefinition::read).orElse(null),
                job.flatMap(JobDefinition::schedule).orElse(null),
                entry.next(options.clock().instant(), 1).stream().findFirst().orElse(null),
                options.ledger()
                        .runList()
                        .newest(entry.name())
                        .map(options.queue()::report)
                        .orElse(null),
                entry.fault().orElse(null));
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
        Map<String, String> notes = new HashMap<>();
        List<String> refused = new ArrayList<>();
        JobRuns.Asked how = new JobRuns.Asked(again, force);
        List<String> ids =
                keys.once(
                        new Request(key, who.getName(), asked),
                        () -> submitted(options.job(name), how, notes, refused));
        List<ImportAnswer> answers = new ArrayList<>();
        ids.forEach(id -> answers.add(answer(id, notes.get(id))));
        refused.forEach(why -> answers.add(new ImportAnswer(null, null, REFUSED, why)));
        return answers;
    }

    @Operation(summary = "What became of an import")
    @GetMapping("/imports/{id}")
    @Refuses(404)
    ImportAnswer find(@PathVariable String id) {
        return answer(id, null);
    }

    /** A file that cannot be read keeps no other of a job from being imported. */
    private List<String> submitted(
            JobDefinition job, JobRuns.Asked asked, Map<String, String> notes, List<String> refused)
            throws IOException {
        List<String> ids = new ArrayList<>();
        JobRuns.Door door =
                (sheet, order) -> {
                    try {
                        ImportTicket ticket = submitted(order, notes);
                        ids.add(ticket.run());
                        return JobRuns.Begun.of(ticket);
                    } catch (UnusableSheetException e) {
                        refused.add(e.getMessage());
                        return JobRuns.Begun.UNUSABLE;
                    }
                };
        synchronized (queue.lock(job.name())) {
            options.workspace().jobRuns().run(job, asked, door);
        }
        return ids;
    }

    private ImportTicket submitted(ImportOrder order, Map<String, String> notes)
            throws IOException {
        ImportTicket ticket = queue.submit(order);
        String more = ticket.isAlreadyDone() ? ". again=true sends it anew" : "";
        ticket.note().ifPresent(words -> notes.put(ticket.run(), words + more));
        return ticket;
    }

    /**
     * @param note what is to be known of how it was asked for; null for nothing
     */
    private ImportAnswer answer(String id, String note) {
        Run run =
                options.ledger()
                        .runs()
                        .find(id)
                        .orElseThrow(() -> Refusal.notFound("There is no import " + id));
        StatusReport report = queue.report(run);
        String state = run.isUnusable() ? REFUSED : report.state().name();
        return new ImportAnswer(
                id,
                id,
                queue.isWaiting(id) ? WAITING : state,
                report.message() == null ? note : report.message());
    }

    /** The address of a thing by its id, which may have letters of any language. */
    static URI address(String path, String id) {
        return UriComponentsBuilder.fromPath(path).encode().buildAndExpand(id).toUri();
    }
}
