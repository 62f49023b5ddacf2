package dev.stockload.web.api;

import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.imports.change.ImportPreview;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.jobs.EnteredSheets;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.Morning;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.take.LateSheets;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.merchant.Account;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.IdempotencyKeys;
import dev.stockload.web.parts.IdempotencyKeys.Request;
import dev.stockload.web.parts.SheetForm;
import dev.stockload.web.parts.UploadReadLimit;
import dev.stockload.web.parts.Uploads;
import dev.stockload.web.parts.Uploads.Upload;
import dev.stockload.web.parts.WebContext;

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
import org.springframework.web.util.UriComponentsBuilder;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The HTTP interface for jobs, imports, previews and undo. */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
public record ApiImports(
        WebContext options, Uploads uploads, IdempotencyKeys keys, UploadReadLimit turn) {
    private static final String DIFFS = "/diffs";

    private static final String DIFF_OF_JOB = "/jobs/{name}/diff";

    /** Requests that send nothing, so that a read-only token may make them. */
    public static final String[] ONLY_SHOWN = {"/api" + DIFFS, "/api" + DIFF_OF_JOB};

    private static final String WAITING = "WAITING";
    private static final String REFUSED = "REFUSED";

    /** {@code id} is that of the run; {@code state} is that of the run, or WAITING or REFUSED. */
    record ImportAnswer(String id, String run, String state, String message) {}

    /** A job; a field that does not apply is null. */
    record JobAnswer(
            String name,
            String account,
            String from,
            String read,
            String schedule,
            Instant next,
            StatusReport last,
            String fault,
            List<LateSheets.Late> late) {}

    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    ResponseEntity<ImportAnswer> upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        Upload upload = uploads.keep(file);
        ImportOrder order = SheetForm.of(given, options.accounts()).order(upload, options);
        // The same sheet by another name is the same request.
        String asked = order.forFile(Path.of(upload.content())).named(null).toString();
        EnteredSheets sheets = new EnteredSheets(options.queue(), Optional.empty());
        String id =
                keys.once(
                                new Request(key, who.getName(), "upload " + asked),
                                () -> List.of(sheets.submit(order.askedBy(token(who))).run()))
                        .get(0);
        return ResponseEntity.accepted()
                .location(address("/api/imports/{id}", id))
                .body(answer(id, sheets));
    }

    @GetMapping("/jobs")
    List<JobAnswer> jobs() {
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
                        .runs()
                        .newest(entry.name())
                        .map(options.queue()::report)
                        .orElse(null),
                entry.fault().orElse(null),
                job.map(this::late).orElse(List.of()));
    }

    private List<LateSheets.Late> late(JobDefinition job) {
        return options.workspace().expectedSheets().late(job, options.clock().instant());
    }

    @PostMapping("/jobs/{name}/imports")
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<ImportAnswer> job(
            @PathVariable String name,
            @RequestParam(defaultValue = "false") boolean again,
            @RequestParam(defaultValue = "false") boolean force,
            @RequestParam(required = false) String file,
            @RequestParam(required = false) String first,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        JobRuns.Options chosen =
                new JobRuns.Options(
                        again, force, token(who), Optional.ofNullable(file), First.of(first));
        String asked = "job %s %s %s %s %s".formatted(name, again, force, file, first);
        EnteredSheets sheets = new EnteredSheets(options.queue(), Optional.empty());
        List<String> ids =
                keys.once(
                        new Request(key, who.getName(), asked),
                        () -> {
                            JobDefinition job = options.job(name);
                            options.workspace()
                                    .jobRuns()
                                    .begin(job, options.jobRun(job, chosen), sheets, Instant.EPOCH);
                            return sheets.tickets().stream().map(ImportTicket::run).toList();
                        });
        List<ImportAnswer> answers = new ArrayList<>();
        ids.forEach(id -> answers.add(answer(id, sheets)));
        sheets.refused().forEach(why -> answers.add(new ImportAnswer(null, null, REFUSED, why)));
        return answers;
    }

    @GetMapping("/imports/{id}")
    ImportAnswer find(@PathVariable String id) {
        return answer(id, new EnteredSheets(options.queue(), Optional.empty()));
    }

    /** {@code sheets} may have a note about a run that has no message of its own. */
    private ImportAnswer answer(String id, EnteredSheets sheets) {
        Run run =
                options.ledger()
                        .runs()
                        .find(id)
                        .orElseThrow(() -> Refusal.notFound("There is no import " + id));
        StatusReport report = options.queue().report(run);
        String state = run.isUnusable() ? REFUSED : report.state().name();
        return new ImportAnswer(
                id,
                id,
                options.queue().isWaiting(id) ? WAITING : state,
                report.message() == null ? sheets.note(id) : report.message());
    }

    /** The encoded address of a resource; an id may have letters of any language. */
    static URI address(String path, String id) {
        return UriComponentsBuilder.fromPath(path).encode().buildAndExpand(id).toUri();
    }

    @PostMapping(path = DIFFS, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    StockDiff.Document upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam(defaultValue = "false") boolean fresh,
            @RequestParam MultiValueMap<String, String> given)
            throws IOException {
        Upload upload = uploads.keep(file);
        ImportOrder order = SheetForm.of(given, options.accounts()).order(upload, options);
        return upload.read(() -> shown(order, fresh));
    }

    @PostMapping(path = DIFF_OF_JOB)
    StockDiff.Document job(
            @PathVariable String name, @RequestParam(defaultValue = "false") boolean fresh)
            throws IOException {
        JobDefinition job = options.job(name);
        String account = options.workspace().account(job.account());
        Path newest = options.workspace().newSheets().newest(job, account).file();
        return shown(job.order(newest, account, false, false), fresh);
    }

    @GetMapping(path = "/runs/{id}/diff")
    StockDiff.Document run(@PathVariable String id) {
        Run run = options.run(id);
        expectWaiting(run);
        return options.workspace()
                .previews(Caller.silent().withoutRetries())
                .ofRun(run)
                .document(options.ledger().problems().inOrder(id));
    }

    private static void expectWaiting(Run run) {
        if (run.isUnusable()) {
            throw Refusal.conflict(
                    "Run %s has nothing left to send. %s".formatted(run.id(), run.message()));
        }
        if (!run.isUnfinished()) {
            throw Refusal.conflict(
                    "Run %s is finished: it has nothing left to send".formatted(run.id()));
        }
        if (!run.isStaged()) {
            throw Refusal.conflict("Run %s has not read its sheet yet".formatted(run.id()));
        }
    }

    @GetMapping("/products/{product}")
    StockHistory.Answer why(
            @PathVariable String product,
            @RequestParam(defaultValue = Account.DEFAULT) String account,
            @RequestParam(required = false) String colour,
            @RequestParam(required = false) String size,
            @RequestParam(defaultValue = StockHistory.DAYS) int days) {
        return options.workspace()
                .why(options.workspace().account(account), product, colour, size, days);
    }

    @GetMapping("/morning")
    Morning morning() {
        return options.workspace().morning(options.clock().instant());
    }

    @GetMapping("/runs/{id}/undo")
    UndoSummary plan(
            @PathVariable String id, @RequestParam(defaultValue = "") List<String> product) {
        UndoOrder order = order(id, product, null);
        expectEnded(order);
        return options.workspace()
                .undoPreview(Caller.silent().withoutRetries())
                .of(order, (done, all) -> {});
    }

    @PostMapping("/runs/{id}/undo")
    @ResponseStatus(HttpStatus.ACCEPTED)
    ResponseEntity<StatusReport> undo(
            @PathVariable String id,
            @RequestParam(defaultValue = "") List<String> product,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        UndoOrder order = order(id, product, token(who));
        String asked = "undo %s %s".formatted(id, new TreeSet<>(order.products()));
        String undo =
                keys.once(new Request(key, who.getName(), asked), () -> List.of(undone(order)))
                        .get(0);
        return ResponseEntity.accepted()
                .location(address("/api/runs/{id}", undo))
                .body(options.queue().report(options.run(undo)));
    }

    static String token(Principal who) {
        return "token " + who.getName();
    }

    private UndoOrder order(String id, List<String> products, String by) {
        Run run = options.run(id);
        Set<Integer> chosen = options.workspace().products(run.account()).all(products);
        return new UndoOrder(run.id(), chosen, by);
    }

    /** What the service shows is asked by the undo itself. */
    private String undone(UndoOrder order) {
        options.queue().expectOpen();
        expectEnded(order);
        Run run = options.run(order.run());
        if (run.standing() == Standing.UNDONE) {
            throw new Refusal(
                    Refusal.Kind.UNUSABLE_SHEET,
                    "There is nothing to restore: run %s was undone".formatted(run.id()));
        }
        return options.queue().undo(order).run();
    }

    private void expectEnded(UndoOrder order) {
        if (options.run(order.run()).state() == RunState.RUNNING) {
            throw Refusal.conflict(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(order.run()));
        }
    }

    private StockDiff.Document shown(ImportOrder order, boolean fresh) throws IOException {
        ImportPreview shown = turn.diff(options.workspace(), order, fresh);
        return shown.diff().document(shown.problems());
    }
}
