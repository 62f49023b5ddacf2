package dev.stockload.pipeline;

import dev.stockload.ledger.DetailRuns.Wanted;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

/**
 * The fetching of details as a Spring Batch job. As with imports, the ledger has the state of every
 * product, so each step can be started again wherever it ended.
 */
final class DetailsJob {
    static final String NAME = "fetch-details";

    private static final int AT_A_TIME = 10;

    private final JobRepository jobs;
    private final ImportJob steps;

    DetailsJob(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.steps = new ImportJob(jobs, stop);
    }

    Job of(ImportJob.Work list, FetchStep fetch, ImportJob.Work report) {
        return new JobBuilder(NAME, jobs)
                .start(steps.step("list", list))
                .next(fetch(fetch))
                .next(steps.step("report", report))
                .build();
    }

    private Step fetch(FetchStep fetch) {
        return new StepBuilder("fetch", jobs)
                .<Wanted, Wanted>chunk(AT_A_TIME)
                .transactionManager(new ResourcelessTransactionManager())
                .reader(fetch)
                .writer(fetch)
                .listener(fetch)
                .allowStartIfComplete(true)
                .build();
    }
}
