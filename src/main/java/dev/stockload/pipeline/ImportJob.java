package dev.stockload.pipeline;

import dev.stockload.batch.Steps;
import dev.stockload.batch.StopSignal;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;

/** The flow of a run as a Spring Batch job. */
final class ImportJob {
    static final String NAME = "import-stock";

    private final JobRepository jobs;
    private final Steps steps;
    private final int requestSize;

    /**
     * @param requestSize the most colours that the service takes in one request
     */
    ImportJob(JobRepository jobs, StopSignal stop, int requestSize) {
        this.jobs = jobs;
        this.steps = new Steps(jobs, stop);
        this.requestSize = requestSize;
    }

    Job of(Steps.Work stage, Steps.Work settle, SendStep send, Steps.Work report) {
        return new JobBuilder(NAME, jobs)
                .start(steps.once("stage", stage))
                .next(steps.once("settle", settle))
                .next(steps.chunks("send", requestSize, send))
                .next(steps.once("report", report))
                .build();
    }
}
