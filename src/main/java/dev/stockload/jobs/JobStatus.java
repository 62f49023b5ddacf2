package dev.stockload.jobs;

import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.define.JobFolder.Entry;
import dev.stockload.jobs.take.JobSheets.Late;
import dev.stockload.ledger.Ledger;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A job, as the terminal lists it and as programs get it; a field that does not apply is null.
 *
 * @param from the source that it reads from
 * @param paused whether its schedule does not run it for now
 * @param next the next times of its schedule
 * @param fault why its definition cannot be used
 * @param hasFile false for a job that has imported and whose file is gone
 * @param last its newest run
 */
public record JobStatus(
        String job,
        String account,
        String from,
        String reads,
        String sends,
        String schedule,
        String zone,
        boolean paused,
        List<Instant> next,
        String fault,
        boolean hasFile,
        StatusReport last,
        List<Late> late) {
    private static final int TIMES = 3;

    /** With its retries, newest run and late sheets, if more than its definition can be read. */
    public static JobStatus of(Entry entry, Optional<ExpectedSheets> known, Instant now) {
        Optional<JobDefinition> job = entry.definition();
        Optional<Ledger> ledger = known.map(ExpectedSheets::ledger);
        List<Instant> times = entry.next(now, TIMES);
        return new JobStatus(
                entry.name(),
                job.map(JobDefinition::account).orElse(null),
                job.flatMap(each -> each.sheets().from()).orElse(null),
                job.map(JobDefinition::read).orElse(null),
                job.map(each -> each.options().send().key()).orElse(null),
                job.flatMap(JobDefinition::schedule).orElse(null),
                entry.timetable().map(table -> table.zone().getId()).orElse(null),
                job.filter(JobDefinition::paused).isPresent(),
                ledger.map(each -> new StoredSchedules(each.database()))
                        .map(stored -> stored.next(entry.name(), times, now))
                        .orElse(times),
                entry.fault().orElse(null),
                true,
                ledger.flatMap(
                                each ->
                                        each.runs()
                                                .latest(entry.name())
                                                .map(each.waitingRuns()::seen))
                        .map(Reports::of)
                        .orElse(null),
                job.flatMap(each -> known.map(expected -> expected.sheets(each).late(now)))
                        .orElse(List.of()));
    }

    /** These jobs, and those that have imported and have no file in the folder. */
    public static List<JobStatus> all(
            List<Entry> jobs, JobFolder folder, ExpectedSheets expected, Instant now) {
        List<String> away =
                new ForgottenJobs(expected.ledger()).unclaimed(folder.files().keySet()).jobs();
        return Stream.concat(
                        jobs.stream().map(each -> of(each, Optional.of(expected), now)),
                        away.stream().map(JobStatus::withoutFile))
                .toList();
    }

    private static JobStatus withoutFile(String job) {
        return new JobStatus(
                job, null, null, null, null, null, null, false, List.of(), null, false, null,
                List.of());
    }
}
