package dev.stockload.details;

import dev.stockload.runs.BatchSteps;
import dev.stockload.runs.StopSignal;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;

/** The fetching of details as a Spring Batch job. */
final class DetailsJob {
    static final String NAME = "fetch-details";

    private static final int AT_A_TIME = 10;

    private final JobRepository jobs;
    private final BatchSteps steps;

    DetailsJob(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.steps = new BatchSteps(jobs, stop);
    }

    Job of(BatchSteps.Work list, FetchStep fetch, BatchSteps.Work report) {
        return new JobBuilder(NAME, jobs)
                .start(steps.eachTime("list", list))
                .next(steps.chunks("fetch", AT_A_TIME, fetch, fetch))
                .next(steps.eachTime("report", report))
                .build();
    }

    /** What tells the jobs apart. */
    static JobParameters parameters(String run) {
        return new JobParametersBuilder().addString("run", run).toJobParameters();
    }
}
