package dev.stockload.jobs;

import dev.stockload.Wait;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.queue.Ended;

import org.springframework.dao.DataAccessException;

import java.time.Instant;
import java.util.Optional;

/** Runs jobs as whoever serves does, and goes on with each until nothing is left for now. */
record PlayedJobs(JobFixture nights, JobRuns jobs) implements BeginsOnly {
    boolean run(JobDefinition job, boolean again) {
        return run(job, nights.ledger.owners().now());
    }

    @Override
    public boolean run(JobDefinition job, Instant due) {
        boolean done = new ScheduledJobs(nights.queue, jobs).run(job, due);
        try {
            return goOn(job) && done;
        } catch (DataAccessException e) {
            return false;
        }
    }

    /** False if it stops, or waits for its time to try again. */
    boolean goOn(JobDefinition job) {
        for (JobProgress progress : new StoredProgress(nights.ledger.database()).take(job.name())) {
            if (!goOn(job, Optional.of(progress))) {
                return false;
            }
        }
        return true;
    }

    private boolean goOn(JobDefinition job, Optional<JobProgress> first) {
        ScheduledJobs served = new ScheduledJobs(nights.queue, jobs);
        Optional<JobProgress> progress = first;
        while (progress.isPresent()) {
            await(progress.get(), served);
            if (nights.queue.isClosed() || !served.isReady(progress.get())) {
                return false;
            }
            progress = served.goOn(job, progress.get());
        }
        return true;
    }

    private void await(JobProgress progress, ScheduledJobs served) {
        Wait.until(
                () ->
                        served.isReady(progress)
                                || nights.queue.isClosed()
                                || progress.runs().stream()
                                        .noneMatch(run -> Ended.waits(nights.ledger, run)));
    }
}
