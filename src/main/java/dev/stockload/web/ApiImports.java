package dev.stockload.web;

import dev.stockload.app.FaultKind;
import dev.stockload.check.StatusReport;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.ImportTicket;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobSheets;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes sheets and jobs from other programs, each of which may ask twice and gets one import. */
@Tag(name = "Imports", description = "Sheets and jobs become runs")
@RestController
@RequestMapping("/api")
class ApiImports {
    private static final int MOST_REMEMBERED = 1000;
    private static final int LONGEST_WAIT = 60;
    private static final String KEY = "Idempotency-Key";

    private final ConsoleOptions options;
    private final JobSheets sheets;
    private final ImportQueue queue;
    private final Uploads uploads;

    /** The ids of the imports that were asked for, by the keys of those who asked. */
    private final OnceKeys<List<String>> keys = new OnceKeys<>();

    private final Map<String, BegunImport> imports = remembering();

    /** What each of them was asked to do. */
    private final Map<String, ImportOrder> ordered = remembering();

    /**
     * An import that was asked for.
     *
     * @param run its run once that has begun, else null
     * @param state of the run; WAITING while the account is busy, REFUSED where it never began
     * @param message why it was refused, else null
     */
    record ImportAnswer(String id, String run, String state, String message) {}

    ApiImports(ConsoleOptions options, Uploads uploads) {
        this.sheets = new JobSheets(options.workspace().jobContext(options.jobs().folder()));
        this.options = options;
        this.queue = options.queue();
        this.uploads = uploads;
    }

    @Operation(
            summary = "Import an uploaded sheet",
            description =
                    "Parts of the form besides the file, all optional: account, send (all or"
                        + " changed), again, sheet, all-sheets, encoding, delimiter, fill (a field"
                        + " that repeats the value above) and column-FIELD (a header). A repeated"
                        + " request with the same Idempotency-Key gets the same import. With wait,"
                        + " the answer comes when the run has begun, at the latest after so many"
                        + " seconds.")
    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    ImportAnswer upload(
            @RequestParam("file") MultipartFile file,
            MultipartHttpServletRequest request,
            @RequestParam(defaultValue = "0") int wait,
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = KEY, required = false) String key,
            Principal who)
            throws IOException {
        expectOneFile(request);
        ImportOrder order = order(file, given);
        String id =
                once(key == null ? null : who.getName() + " upload " + key, () -> List.of(order))
                        .get(0);
        if (!order.equals(ordered.get(id))) {
            throw Refusal.conflict(
                    "The %s '%s' was used for another sheet or other options: take a new one"
                            .formatted(KEY, key));
        }
        return find(id, wait);
    }

    /** What is not read is not left out in silence. */
    private static void expectOneFile(MultipartHttpServletRequest request) {
        if (request.getMultiFileMap().values().stream().mapToInt(List::size).sum() != 1) {
            throw Refusal.badRequest("One import takes one file: send one request for each");
        }
    }

    /** Whether a box is ticked: named without a value, or with one that is no no. */
    private static boolean isYes(String value) {
        return value != null && !value.matches("(?i)false|no|off|0");
    }

    private ImportOrder order(MultipartFile file, MultiValueMap<String, String> given)
            throws IOException {
        SheetForm form = SheetForm.of(given, options.accounts());
        Path sheet = uploads.keep(file.getInputStream(), file.getOriginalFilename()).file();
        return form.order(sheet, options, isYes(given.getFirst("again")));
    }

    @Operation(summary = "Import what a job reads: one import for each of its files")
    @PostMapping("/jobs/{name}/imports")
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<ImportAnswer> job(
            @PathVariable String name,
            @RequestHeader(name = KEY, required = false) String key,
            Principal who)
            throws IOException {
        List<String> ids =
                once(
                        key == null ? null : who.getName() + " " + name + " " + key,
                        () -> {
                            JobDefinition job = options.jobs().folder().find(name);
                            String account = options.accountKey().apply(job.account());
                            return sheets.take(job, account, false).stream()
                                    .map(file -> job.order(file, account, false, false))
                                    .toList();
                        });
        return ids.stream().map(id -> find(id, 0)).toList();
    }

    @Operation(
            summary = "What became of an import",
            description =
                    "With wait, the answer comes when its run has begun, at the latest after so"
                            + " many seconds.")
    @GetMapping("/imports/{id}")
    ImportAnswer find(@PathVariable String id, @RequestParam(defaultValue = "0") int wait) {
        BegunImport asked = imports.get(id);
        if (asked == null) {
            throw Refusal.notFound(
                    "There is no import %s since Stockload was started".formatted(id));
        }
        try {
            asked.run().get(Math.min(LONGEST_WAIT, Math.max(0, wait)), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // The answer says how it stands.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return answer(id, asked.ticket());
    }

    private static <T> Map<String, T> remembering() {
        return Collections.synchronizedMap(
                new LinkedHashMap<>() {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
                        return size() > MOST_REMEMBERED;
                    }
                });
    }

    private interface Orders {
        List<ImportOrder> make() throws IOException;
    }

    private List<String> once(String key, Orders orders) throws IOException {
        CompletableFuture<List<String>> own = new CompletableFuture<>();
        Optional<CompletableFuture<List<String>>> first =
                key == null ? Optional.empty() : keys.enter(key, own);
        try {
            List<String> ids = first.isPresent() ? first.get().join() : submitted(orders.make());
            own.complete(ids);
            return ids;
        } catch (CompletionException e) {
            throw Refusal.conflict("The first request with this key failed; send it again");
        } catch (IOException | RuntimeException e) {
            // The key was used for nothing: a corrected request may have it.
            if (key != null) {
                keys.forget(key);
            }
            own.completeExceptionally(e);
            throw e;
        }
    }

    private List<String> submitted(List<ImportOrder> orders) {
        return orders.stream()
                .map(
                        order -> {
                            String id = UUID.randomUUID().toString();
                            imports.put(id, BegunImport.of(heard -> queue.submit(order, heard)));
                            ordered.put(id, order);
                            return id;
                        })
                .toList();
    }

    private ImportAnswer answer(String id, ImportTicket ticket) {
        if (ticket.result().isCompletedExceptionally()) {
            String why = ticket.result().handle((result, fault) -> words(fault)).join();
            return new ImportAnswer(id, ticket.run().orElse(null), "REFUSED", why);
        }
        if (ticket.result().isDone()) {
            String run = ticket.result().join().run().id();
            return new ImportAnswer(id, run, ticket.result().join().run().state().name(), null);
        }
        return new ImportAnswer(
                id,
                ticket.run().orElse(null),
                ticket.report().map(StatusReport::state).map(Enum::name).orElse("WAITING"),
                null);
    }

    private String words(Throwable fault) {
        return uploads.inWords(FaultKind.words(FaultKind.cause(fault)));
    }
}
