package dev.stockload.jobs;

import dev.stockload.jobs.JobRuns.EnteredSheets;
import dev.stockload.jobs.JobScheduler.JobRunner;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunStoppedException;
import dev.stockload.queue.ImportQueue;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Enters the sheets of scheduled jobs as waiting runs, and tells when a job could not be run. */
public record ScheduledJobs(ImportQueue queue, JobRuns jobs) implements JobRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ScheduledJobs.class);

    @Override
    public boolean isSet(JobDefinition job) {
        return jobs.isSet(job);
    }

    @Override
    public boolean run(JobDefinition job, Instant due) {
        Instant until = due.plus(job.catchUp());
        JobRuns.Options options = new JobRuns.Options(false, false, JobRuns.SCHEDULE);
        try {
            EnteredSheets sheets = new EnteredSheets(queue, Optional.of(until));
            jobs.begin(job, options, sheets);
            report(job, sheets);
            return !queue.isClosed();
        } catch (IOException | RuntimeException e) {
            return !failed(job, e);
        }
    }

    @Override
    public Optional<JobProgress> goOn(JobDefinition job, JobProgress progress) {
        EnteredSheets sheets = new EnteredSheets(queue, Optional.of(progress.until()));
        try {
            Optional<JobProgress> left = jobs.goOn(job, progress, sheets);
            report(job, sheets);
            return left;
        } catch (RunStoppedException e) {
            return Optional.of(progress);
        } catch (IOException | RuntimeException e) {
            if (failed(job, e) && progress.until().isAfter(jobs.now())) {
                return Optional.of(progress);
            }
            jobs.end(job, false, sheets);
            return Optional.empty();
        }
    }

    @Override
    public boolean isReady(JobProgress progress) {
        return jobs.isReady(progress);
    }

    private void report(JobDefinition job, EnteredSheets sheets) {
        sheets.notices().forEach(sentence -> LOG.info("Job {}: {}", job.name(), sentence));
        sheets.refused().forEach(why -> jobs.notifier().failed(job, why));
    }

    /** Tells of a job whose sheets could not be fetched; returns whether a retry may succeed. */
    private boolean failed(JobDefinition job, Exception fault) {
        if (fault instanceof RunStoppedException) {
            // The next start runs it.
            return true;
        }
        LOG.error(
                "Job {} failed: {}",
                job.name(),
                FaultMessages.explain(fault),
                FaultMessages.isExpected(fault) ? null : fault);
        jobs.notifier().fetchFailed(job, fault);
        return FaultMessages.isPassing(fault);
    }

    @Override
    public void missed(String job, Optional<JobDefinition> definition, Instant time) {
        String words = "It did not run at %s, and that is too long ago to catch up".formatted(time);
        definition.ifPresent(each -> jobs.notifier().failed(each, words));
    }
}
