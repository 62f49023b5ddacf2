package dev.stockload.web.api;

import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.imports.report.StatusReport.ReportedProblem;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.stock.Refusal;
import dev.stockload.web.parts.EventStreams;
import dev.stockload.web.parts.EventStreams.EventStream;
import dev.stockload.web.parts.EventStreams.Follower;
import dev.stockload.web.parts.Paged;
import dev.stockload.web.parts.ProblemsView;
import dev.stockload.web.parts.WebContext;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** The HTTP interface for runs: their state, problems and files; stop and resume. */
@RestController
@RequestMapping(path = "/api/runs", produces = MediaType.APPLICATION_JSON_VALUE)
public record ApiRuns(WebContext context, EventStreams streams) {
    record Page<T>(int page, int pages, int total, List<T> items) {
        static <T, S> Page<T> of(int wanted, Paged<S> shown, Function<S, T> answer) {
            // A page after the last is empty, not the last page again.
            List<S> items = wanted == shown.number() ? shown.items() : List.of();
            return new Page<>(
                    wanted, shown.pages(), shown.total(), items.stream().map(answer).toList());
        }
    }

    @GetMapping
    Page<StatusReport> runs(
            @RequestParam(defaultValue = "") String job,
            @RequestParam(defaultValue = "1") int page) {
        Paged<Run> shown = Paged.runs(context.ledger(), job, Paged.expectPage(page));
        return Page.of(page, shown, Reports::of);
    }

    @GetMapping("/{id}")
    StatusReport run(@PathVariable String id) {
        return Reports.withFiles(context.seen(id), context.data());
    }

    @GetMapping("/{id}/problems")
    Page<ReportedProblem> problems(
            @PathVariable String id,
            @RequestParam(defaultValue = "") String code,
            @RequestParam(defaultValue = "1") int page) {
        ProblemsView shown =
                ProblemsView.of(
                        context.ledger().problems().inOrder(context.run(id).id()),
                        code,
                        "",
                        Paged.expectPage(page),
                        false);
        return Page.of(page, shown.page(), line -> ReportedProblem.of(line.problem()));
    }

    @GetMapping(path = "/{id}/files/{name}", produces = MediaType.ALL_VALUE)
    ResponseEntity<Resource> file(@PathVariable String id, @PathVariable String name) {
        Path file = context.file(id, name);
        return ResponseEntity.ok()
                .contentType(
                        name.endsWith(".json")
                                ? MediaType.APPLICATION_JSON
                                : MediaType.APPLICATION_OCTET_STREAM)
                .body(new FileSystemResource(file));
    }

    @GetMapping(path = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(@PathVariable String id) {
        String run = context.run(id).id();
        // Listens first and looks up the run second, so that no end is missed.
        EventStream stream =
                streams.open(
                        Follower.PROGRAM,
                        (follower, report) -> {
                            if (report.run().equals(run)) {
                                report(follower, report);
                            }
                        });
        report(stream, context.report(run));
        return stream.emitter();
    }

    @PostMapping("/{id}/stop")
    @ResponseStatus(HttpStatus.ACCEPTED)
    StatusReport stop(@PathVariable String id) {
        Run run = context.run(id);
        if (!context.queue().stop(id)) {
            throw Refusal.conflict("Run %s is not running".formatted(id));
        }
        return Reports.of(run);
    }

    @PostMapping("/{id}/resume")
    @ResponseStatus(HttpStatus.ACCEPTED)
    StatusReport resume(
            @PathVariable String id,
            @RequestParam(defaultValue = "false") boolean force,
            @RequestParam(required = false) String takeAs) {
        Run run = context.run(id);
        if (!run.isUnfinished() && !run.isUnusable()) {
            String why = new RunText(run).over().orElse("It is finished");
            throw Refusal.conflict("Run %s cannot be resumed. %s".formatted(id, why));
        }
        context.queue().resume(id, new ResumeOptions(force, taken(takeAs)));
        return context.report(id);
    }

    private static TakeAs taken(String as) {
        return as == null
                ? null
                : TakeAs.of(as)
                        .orElseThrow(() -> Refusal.badRequest("takeAs is either sent or not-sent"));
    }

    private static void report(EventStream stream, StatusReport report) {
        stream.send(SseEmitter.event().name("run").data(report, MediaType.APPLICATION_JSON));
        if (report.state() != Run.State.RUNNING) {
            stream.end();
        }
    }
}
