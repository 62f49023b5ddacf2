package dev.stockload.web.api;

import dev.stockload.app.Workspace;
import dev.stockload.imports.change.Previews;
import dev.stockload.imports.change.Previews.ImportPreview;
import dev.stockload.imports.change.StockHistory;
import dev.stockload.imports.change.StockHistory.Question;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.imports.read.StockDiff;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.undo.UndoSummary;
import dev.stockload.jobs.JobRuns;
import dev.stockload.jobs.JobRuns.EnteredSheets;
import dev.stockload.jobs.JobStatus;
import dev.stockload.jobs.Morning;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook.First;
import dev.stockload.merchant.Account;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The HTTP interface for jobs, imports, previews and undo. */
@RestController
@RequestMapping(path = "/api", produces = MediaType.APPLICATION_JSON_VALUE)
public record ApiImports(
        WebContext context, Uploads uploads, IdempotencyKeys keys, UploadReadLimit readLimit) {
    private static final String DIFFS = "/diffs";

    private static final String DIFF_OF_JOB = "/jobs/{name}/diff";

    /** Requests that send nothing, so that a read-only token may make them. */
    public static final String[] ONLY_SHOWN = {"/api" + DIFFS, "/api" + DIFF_OF_JOB};

    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    ResponseEntity<StatusReport> upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = IdempotencyKeys.HEADER, required = false) String key,
            Principal who)
            throws IOException {
        Upload upload = uploads.keep(file);
        SheetForm form = SheetForm.of(given, context.accounts());
        ImportOrder order = form.order(upload, context);
        EnteredSheets sheets = new EnteredSheets(context.queue(), Optional.empty());
        String id =
                keys.once(
                                new Request(key, who.getName(), "upload " + form.asked(upload)),
                                () -> List.of(sheets.submit(order.askedBy(token(who))).run()))
                        .get(0);
        return ResponseEntity.accepted().location(address(id)).body(answer(id, sheets));
    }

    @GetMapping("/jobs")
    List<JobStatus> jobs() {
        return JobStatus.all(
                context.jobs().list(),
                context.workspace().settings().jobs(),
                context.workspace().expectedSheets(),
                context.clock().instant());
    }

    @PostMapping("/jobs/{name}/imports")
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<StatusReport> job(
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
        EnteredSheets sheets = new EnteredSheets(context.queue(), Optional.empty());
        List<String> ids =
                keys.once(
                        new Request(key, who.getName(), asked),
                        () -> {
                            context.begin(context.job(name), chosen, sheets);
                            return sheets.tickets().stream().map(ImportTicket::run).toList();
                        });
        Stream<StatusReport> refused =
                sheets.refused().stream()
                        .map(why -> Reports.unusable(name, null, why, context.clock().instant()));
        return Stream.concat(ids.stream().map(id -> answer(id, sheets)), refused).toList();
    }

    /** The address of runs before they were all found in one place. */
    @GetMapping("/imports/{id}")
    ResponseEntity<Void> moved(@PathVariable String id) {
        return ResponseEntity.status(HttpStatus.PERMANENT_REDIRECT)
                .location(address(context.run(id).id()))
                .build();
    }

    /** {@code sheets} may have a note about a run that has not failed. */
    private StatusReport answer(String id, EnteredSheets sheets) {
        Run run = context.seen(id);
        String note = sheets.note(id);
        boolean failed = run.message() != null && run.state() != Run.State.RUNNING;
        return note == null || failed ? Reports.of(run) : Reports.of(run, note);
    }

    /** The encoded address of a run; an id may have letters of any language. */
    private static URI address(String id) {
        return UriComponentsBuilder.fromPath("/api/runs/{id}").encode().buildAndExpand(id).toUri();
    }

    @PostMapping(path = DIFFS, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    StockDiff.Document upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam(defaultValue = "false") boolean fresh,
            @RequestParam MultiValueMap<String, String> given)
            throws IOException {
        Upload upload = uploads.keep(file);
        ImportOrder order = SheetForm.of(given, context.accounts()).order(upload, context);
        return upload.read(() -> shown(order, fresh));
    }

    @PostMapping(path = DIFF_OF_JOB)
    StockDiff.Document job(
            @PathVariable String name, @RequestParam(defaultValue = "false") boolean fresh)
            throws IOException {
        JobDefinition job = context.job(name);
        String account = context.workspace().account(job.account());
        Path newest = context.workspace().newSheets().newest(job, account).file();
        return shown(job.order(newest, account, false, false), fresh);
    }

    @GetMapping(path = "/runs/{id}/diff")
    StockDiff.Document run(@PathVariable String id) {
        Run run = context.run(id);
        expectWaiting(run);
        return new Previews(context.workspace().process(), Caller.silent().withoutRetries())
                .ofRun(run)
                .document(context.ledger().problems().inOrder(id));
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
        Workspace all = context.workspace();
        return all.history(all.caller())
                .of(Question.of(all.account(account), product, colour, size, days));
    }

    @GetMapping("/morning")
    Morning morning() {
        return context.workspace().morning(context.clock().instant());
    }

    @GetMapping("/runs/{id}/undo")
    UndoSummary plan(
            @PathVariable String id, @RequestParam(defaultValue = "") List<String> product) {
        UndoOrder order = order(id, product, null);
        expectEnded(order);
        return UndoSummary.of(
                order,
                context.workspace().process(),
                Caller.silent().withoutRetries(),
                (done, all) -> {});
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
        return ResponseEntity.accepted().location(address(undo)).body(context.report(undo));
    }

    static String token(Principal who) {
        return "token " + who.getName();
    }

    private UndoOrder order(String id, List<String> products, String by) {
        Run run = context.run(id);
        Set<Integer> chosen = context.workspace().products(run.account()).all(products);
        return new UndoOrder(run.id(), chosen, by);
    }

    /** What the service shows is asked by the undo itself. */
    private String undone(UndoOrder order) {
        context.queue().expectOpen();
        expectEnded(order);
        Run run = context.run(order.run());
        if (run.isUndone()) {
            throw Refusal.impossible(
                    "There is nothing to restore: run %s was undone".formatted(run.id()));
        }
        return context.queue().undo(order).run();
    }

    private void expectEnded(UndoOrder order) {
        if (context.run(order.run()).state() == Run.State.RUNNING) {
            throw Refusal.conflict(
                    "Run %s is still running: stop it or wait for its end, then undo it"
                            .formatted(order.run()));
        }
    }

    private StockDiff.Document shown(ImportOrder order, boolean fresh) throws IOException {
        ImportPreview shown = readLimit.diff(context.workspace(), order, fresh);
        return shown.diff().document(shown.problems());
    }
}
