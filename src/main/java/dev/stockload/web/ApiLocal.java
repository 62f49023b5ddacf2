package dev.stockload.web;

import dev.stockload.app.Application;
import dev.stockload.app.RemoteApplication.NewToken;
import dev.stockload.imports.DiffOrder;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ResumeOptions;
import dev.stockload.imports.Status;
import dev.stockload.imports.StatusQuery;
import dev.stockload.imports.UndoOrder;
import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.FoundSheets;
import dev.stockload.jobs.JobAlarm;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobFolder;
import dev.stockload.jobs.JobSheets;
import dev.stockload.ledger.ApiTokens;
import dev.stockload.ledger.Run;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What only the commands of this machine may ask for: they can read the data folder, and so the
 * files and the ledger of its owner anyway.
 */
@RestController
@RequestMapping(ApiLocal.PATH)
class ApiLocal {
    static final String PATH = "/api/local";

    private final ConsoleOptions options;
    private final Application application;
    private final FollowedWork work;
    private final JobFolder jobs;

    /** The text of a new token; null where its name is taken. */
    record TokenAnswer(String token) {}

    ApiLocal(ConsoleOptions options, FollowedWork work) {
        this.options = options;
        this.application = options.application();
        this.work = work;
        this.jobs = options.jobs().folder();
    }

    @PostMapping("/status")
    Status status(@RequestBody StatusQuery query) throws IOException {
        return application.status(query);
    }

    /** Imports a file of this machine. */
    @PostMapping("/imports")
    SseEmitter start(@RequestBody ImportOrder order) {
        return work.follow((caller, listener) -> caller.start(order));
    }

    @GetMapping("/runs/unfinished")
    List<Run> unfinished() throws IOException {
        return application.unfinished();
    }

    @GetMapping("/runs/{id}")
    Run run(@PathVariable String id) {
        return options.run(id);
    }

    @PostMapping("/runs/{id}/resume")
    SseEmitter resume(@PathVariable String id, @RequestBody ResumeOptions how) {
        Run run = run(id);
        return work.follow((caller, listener) -> caller.resume(run, how));
    }

    /** Fetches the sheets of a job; the answer is where they are on this machine. */
    @PostMapping("/jobs/{name}/sheets")
    FoundSheets sheets(@PathVariable String name, @RequestParam boolean again) throws IOException {
        return application.sheets(jobs.find(name), again);
    }

    @PostMapping("/jobs/{name}/newest")
    JobSheets.Newest newest(@PathVariable String name) throws IOException {
        return application.newest(jobs.find(name));
    }

    @PostMapping("/jobs/missed")
    List<ExpectedSheets.Missed> missed(@RequestBody List<String> names) throws IOException {
        return application.missed(definitions(names));
    }

    @PostMapping("/jobs/alarms")
    List<JobAlarm> alarms(@RequestBody List<String> names) throws IOException {
        return application.alarms(definitions(names));
    }

    private List<JobDefinition> definitions(List<String> names) throws IOException {
        List<JobDefinition> definitions = new ArrayList<>();
        for (String name : names) {
            // A command may know jobs that are not served.
            if (jobs.contains(name)) {
                definitions.add(jobs.find(name));
            }
        }
        return definitions;
    }

    @GetMapping("/jobs/{name}/look")
    JobSheets.Look look(@PathVariable String name) throws IOException {
        return application.look(jobs.find(name));
    }

    /** What an import of a file of this machine would change. */
    @PostMapping("/diffs")
    SseEmitter diff(@RequestBody DiffOrder order) {
        return work.follow((caller, listener) -> caller.changes().diff(order, listener::at));
    }

    @PostMapping("/undo-plans")
    SseEmitter plan(@RequestBody UndoOrder order) {
        return work.follow((caller, listener) -> caller.changes().plan(order, listener::at));
    }

    @PostMapping("/undos")
    SseEmitter undo(@RequestBody UndoOrder order) {
        return work.follow((caller, listener) -> caller.changes().undo(order));
    }

    @PostMapping("/accounts/{name}/moved")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void moved(@PathVariable String name) throws IOException {
        application.moved(name);
    }

    @GetMapping("/tokens")
    List<ApiTokens.Token> tokens() throws IOException {
        return application.tokens();
    }

    @PostMapping("/tokens")
    TokenAnswer add(@RequestBody NewToken token) throws IOException {
        return new TokenAnswer(application.addToken(token.name(), token.readOnly()).orElse(null));
    }

    @DeleteMapping("/tokens/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name) throws IOException {
        if (!application.removeToken(name)) {
            throw Refusal.notFound("There is no token " + name);
        }
    }
}
