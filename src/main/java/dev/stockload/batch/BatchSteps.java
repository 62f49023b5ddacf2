package dev.stockload.batch;

import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;

import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

/**
 * The steps of our jobs. Spring Batch knows which of them are done; the state of every item is in
 * the ledger, so a step can be started again wherever it ended, and none has a transaction of its
 * own around a request.
 */
public final class BatchSteps {
    private final JobRepository jobs;
    private final StopSignal stop;
    private final ResourcelessTransactionManager noTransaction =
            new ResourcelessTransactionManager();

    /** The work of a step that is done in one go. */
    public interface Work {
        void run() throws Exception;
    }

    public BatchSteps(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.stop = stop;
    }

    /** A step that does its work in one go, each time that its job goes on. */
    public Step eachTime(String name, Work work) {
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

    /**
     * A step that takes items from its reader, so many at a time, each time that its job goes on:
     * where nothing is left to do, the reader has nothing. It ends as stopped where that is asked
     * for; what was not written is still waiting in the ledger.
     */
    public <T> Step chunks(String name, int size, ItemReader<T> reader, ItemWriter<T> writer) {
        StepStop step = new StepStop();
        return new StepBuilder(name, jobs)
                .<T, T>chunk(size)
                .transactionManager(noTransaction)
                .reader(() -> stop.isAsked() ? step.<T>now() : reader.read())
                .writer(
                        items -> {
                            try {
                                stop.check();
                                writer.write(items);
                            } catch (RunStoppedException e) {
                                step.now();
                            }
                        })
                .listener(step)
                .allowStartIfComplete(true)
                .build();
    }

    /** Ends the step that goes on now as stopped. */
    private static final class StepStop implements StepExecutionListener {
        private StepExecution execution;

        @Override
        public void beforeStep(StepExecution step) {
            execution = step;
        }

        <T> T now() {
            execution.setTerminateOnly();
            return null;
        }
    }
}
