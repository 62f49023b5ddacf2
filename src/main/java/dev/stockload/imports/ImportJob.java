package dev.stockload.imports;

import dev.stockload.batch.BatchRuntime;
import dev.stockload.book.RunColour;
import dev.stockload.imports.read.RunContext;
import dev.stockload.process.RunStoppedException;

import org.apache.commons.io.function.IORunnable;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.StepSynchronizationManager;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

import java.io.IOException;
import java.util.List;

/**
 * The flow of a run as a Spring Batch job. A resumed job skips stage and settle if the run has
 * named; clear always looks at requests in doubt, and may give send new work. Spring Batch knows
 * which steps are done; the state of every colour is in the ledger, so any step can be started
 * again, and no transaction spans a request.
 */
record ImportJob(RunContext context) {
    private static final ResourcelessTransactionManager NO_TRANSACTION =
            new ResourcelessTransactionManager();

    Job of(ImportFlow flow) {
        return new JobBuilder(BatchRuntime.JOB, jobs())
                .start(step("stage", flow::stage))
                .next(step("clear", flow::clear))
                .next(step("settle", flow::settle))
                .next(chunks("send", flow))
                .next(step("report", flow::report))
                .build();
    }

    private JobRepository jobs() {
        return context.process().batch().repository();
    }

    /** A step that does all its work at once, whenever its job is started or resumed. */
    private Step step(String name, IORunnable work) {
        return new StepBuilder(name, jobs())
                .tasklet(
                        (contribution, context) -> {
                            unlessStopped(work);
                            return RepeatStatus.FINISHED;
                        },
                        NO_TRANSACTION)
                .allowStartIfComplete(true)
                .build();
    }

    /**
     * Sends the colours in chunks, whenever the job is started or resumed; only those that are
     * still to be sent are read. On a request to stop it ends as stopped, and the ledger still has
     * the colours that were not sent.
     */
    private Step chunks(String name, ImportFlow flow) {
        return new StepBuilder(name, jobs())
                .<RunColour, RunColour>chunk(context.service().merchant().mostColours())
                .transactionManager(NO_TRANSACTION)
                .reader(flow::next)
                .writer(colours -> unlessStopped(() -> flow.send(List.copyOf(colours.getItems()))))
                .allowStartIfComplete(true)
                .build();
    }

    private void unlessStopped(IORunnable work) throws IOException {
        try {
            context.stop().check();
            work.run();
        } catch (RunStoppedException e) {
            StepSynchronizationManager.getContext().getStepExecution().setTerminateOnly();
        }
    }
}
