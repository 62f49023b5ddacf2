package dev.stockload.web;

import dev.stockload.check.StatusReport;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobFolder;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The jobs for other programs: when they run, what they read, how they ended last. */
@Tag(name = "Jobs", description = "What is imported by a definition, and when")
@RestController
@RequestMapping(path = "/api/jobs", produces = MediaType.APPLICATION_JSON_VALUE)
class ApiJobs {
    private final ConsoleOptions options;

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

    ApiJobs(ConsoleOptions options) {
        this.options = options;
    }

    @Operation(summary = "All jobs by name, with their schedules, next times and last runs")
    @GetMapping
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
}
