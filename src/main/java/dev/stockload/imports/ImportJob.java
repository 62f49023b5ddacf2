package dev.stockload.imports;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.batch.BatchSteps;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Run;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;

/**
 * The flow of a run as a Spring Batch job. A resumed job skips stage and settle if the run has
 * named; clear always looks at requests in doubt, and may give send new work.
 */
final class ImportJob {
    static final String NAME = "import-stock";

    private final JobRepository jobs;
    private final BatchSteps steps;
    private final int requestSize;

    /**
     * @param requestSize the most colours that the service accepts in one request
     */
    ImportJob(JobRepository jobs, StopSignal stop, int requestSize) {
        this.jobs = jobs;
        this.steps = new BatchSteps(jobs, stop);
        this.requestSize = requestSize;
    }

    Job of(ImportFlow flow) {
        return new JobBuilder(NAME, jobs)
                .start(steps.eachTime("stage", flow::stage))
                .next(steps.eachTime("clear", flow::clear))
                .next(steps.eachTime("settle", flow::settle))
                .next(steps.chunks("send", requestSize, flow::next, flow::send))
                .next(steps.eachTime("report", flow::report))
                .build();
    }

    /** Deletes what Spring Batch has stored about a run. */
    static void forget(Run run, BatchRuntime batch) {
        batch.forget(NAME, parameters(run));
    }

    /** The parameters that identify a run. */
    static JobParameters parameters(Run run) {
        return new JobParametersBuilder()
                .addString("account", run.account())
                .addString("job", run.job())
                .addString("content", run.content())
                .addString("run", run.id())
                .toJobParameters();
    }
}
