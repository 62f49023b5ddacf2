package dev.stockload.pipeline;

import dev.stockload.ledger.LedgerColour;

import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

/**
 * The flow of a run as a Spring Batch job. The ledger has the state of every colour, so each step
 * can be started again wherever it ended, also after its end, and none has a transaction of its own
 * around a request.
 */
final class ImportJob {
    static final String NAME = "import-stock";

    private static final int COLOURS_PER_REQUEST = 300;

    private final JobRepository jobs;
    private final StopSignal stop;
    private final ResourcelessTransactionManager noTransaction =
            new ResourcelessTransactionManager();

    /** The work of a step that is done in one go. */
    interface Work {
        void run() throws Exception;
    }

    ImportJob(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.stop = stop;
    }

    Job of(Work stage, Work settle, SendStep send, Work report) {
        return new JobBuilder(NAME, jobs)
                .start(step("stage", stage))
                .next(step("settle", settle))
                .next(send(send))
                .next(step("report", report))
                .build();
    }

    Step step(String name, Work work) {
        return new StepBuilder(name, jobs)
                .tasklet(
                        (contribution, context) -> {
                            try {
                                stop.check();
                                work.run();
                            } catch (RunStoppedException e) {
                                contribution.getStepExecution().setTerminateOnly();
                            }
                            return RepeatStatus.FINISHED;
                        },
                        noTransaction)
                .allowStartIfComplete(true)
                .build();
    }

    private Step send(SendStep send) {
        return new StepBuilder("send", jobs)
                .<LedgerColour, LedgerColour>chunk(COLOURS_PER_REQUEST)
                .transactionManager(noTransaction)
                .reader(send)
                .writer(send)
                .listener(send)
                .allowStartIfComplete(true)
                .build();
    }
}
