package dev.stockload.pipeline;

import dev.stockload.batch.Steps;
import dev.stockload.batch.StopSignal;
import dev.stockload.stock.Creates;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;

/** The flow of a run as a Spring Batch job. */
final class ImportJob {
    static final String NAME = "import-stock";

    private final JobRepository jobs;
    private final Steps steps;

    ImportJob(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.steps = new Steps(jobs, stop);
    }

    Job of(Steps.Work stage, Steps.Work settle, SendStep send, Steps.Work report) {
        return new JobBuilder(NAME, jobs)
                .start(steps.once("stage", stage))
                .next(steps.once("settle", settle))
                .next(steps.chunks("send", Creates.MOST_COLOURS, send))
                .next(steps.once("report", report))
                .build();
    }
}
