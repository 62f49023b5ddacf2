package dev.stockload.web;

import dev.stockload.app.FaultKind;
import dev.stockload.check.Report;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.ImportTicket;
import dev.stockload.jobs.JobDefinition;

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

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Takes sheets and jobs from other programs, each of which may ask twice and gets one import. */
@RestController
@RequestMapping("/api")
class ApiImports {
    private static final int MOST_REMEMBERED = 1000;

    private final ConsoleOptions options;
    private final ImportQueue queue;
    private final Uploads uploads;

    /** The ids of the imports that were asked for, by the keys of those who asked. */
    private final OnceKeys<List<String>> keys = new OnceKeys<>();

    private final Map<String, ImportTicket> imports =
            Collections.synchronizedMap(
                    new LinkedHashMap<>() {
                        @Override
                        protected boolean removeEldestEntry(
                                Map.Entry<String, ImportTicket> eldest) {
                            return size() > MOST_REMEMBERED;
                        }
                    });

    /**
     * An import that was asked for.
     *
     * @param run its run once that has begun, else null
     * @param state of the run; WAITING while the account is busy, REFUSED where it never began
     * @param message why it was refused, else null
     */
    record ImportAnswer(String id, String run, String state, String message) {}

    ApiImports(ConsoleOptions options, Uploads uploads) {
        this.options = options;
        this.queue = options.queue();
        this.uploads = uploads;
    }

    /**
     * Imports an uploaded sheet. The parameters are those of the import page: account, send (all or
     * changed), again, sheet, encoding, delimiter, fill, and column-FIELD for each named column.
     */
    @PostMapping(path = "/imports", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.ACCEPTED)
    ImportAnswer upload(
            @RequestParam("file") MultipartFile file,
            @RequestParam MultiValueMap<String, String> given,
            @RequestHeader(name = "Idempotency-Key", required = false) String key)
            throws IOException {
        return once(
                        key,
                        () -> {
                            SheetForm form = SheetForm.of(given, options.accounts());
                            Path sheet =
                                    uploads.keep(file.getInputStream(), file.getOriginalFilename())
                                            .file();
                            return List.of(
                                    new ImportOrder(
                                            ImportOrder.NO_JOB,
                                            options.accountKey().apply(form.account()),
                                            sheet,
                                            form.sheet(),
                                            form.send(),
                                            given.containsKey("again"),
                                            Optional.empty(),
                                            true));
                        })
                .get(0);
    }

    /** Imports what a job reads: one import for each of its files. */
    @PostMapping("/jobs/{name}/imports")
    @ResponseStatus(HttpStatus.ACCEPTED)
    List<ImportAnswer> job(
            @PathVariable String name,
            @RequestHeader(name = "Idempotency-Key", required = false) String key)
            throws IOException {
        return once(
                key,
                () -> {
                    JobDefinition job = options.jobs().folder().find(name);
                    String account = options.accountKey().apply(job.account());
                    return job.files().stream()
                            .map(file -> job.order(file, account, false, false))
                            .toList();
                });
    }

    /** What became of an import that was asked for. */
    @GetMapping("/imports/{id}")
    ImportAnswer find(@PathVariable String id) {
        ImportTicket ticket = imports.get(id);
        if (ticket == null) {
            throw new ApiErrors.NotFound(
                    "There is no import %s since Stockload was started".formatted(id));
        }
        return answer(id, ticket);
    }

    private interface Orders {
        List<ImportOrder> make() throws IOException;
    }

    private List<ImportAnswer> once(String key, Orders orders) throws IOException {
        CompletableFuture<List<String>> own = new CompletableFuture<>();
        Optional<CompletableFuture<List<String>>> first =
                key == null ? Optional.empty() : keys.enter(key, own);
        try {
            List<String> ids = first.isPresent() ? first.get().join() : submitted(orders.make());
            own.complete(ids);
            return ids.stream().map(this::find).toList();
        } catch (CompletionException e) {
            throw new ApiErrors.Conflict("The first request with this key failed; send it again");
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
                            imports.put(id, queue.submit(order));
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
                ticket.report().map(Report::state).map(Enum::name).orElse("WAITING"),
                null);
    }

    private String words(Throwable fault) {
        return uploads.inWords(FaultKind.words(FaultKind.cause(fault)));
    }
}
