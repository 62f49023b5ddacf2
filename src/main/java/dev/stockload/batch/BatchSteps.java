package dev.stockload.batch;

import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;

import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

import java.util.List;
import java.util.function.Consumer;

/**
 * Builds the steps of our jobs. Spring Batch knows which steps are done; the state of every item is
 * in the ledger, so any step can be started again, and no transaction spans a request.
 */
public final class BatchSteps {
    private final JobRepository jobs;
    private final StopSignal stop;
    private final ResourcelessTransactionManager noTransaction =
            new ResourcelessTransactionManager();

    public interface Work {
        void run() throws Exception;
    }

    public BatchSteps(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.stop = stop;
    }

    /** A step that does all its work at once, whenever its job is started or resumed. */
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
     * A step that processes items in chunks, whenever its job is started or resumed; the reader
     * returns only what is still to do. On a request to stop it ends as stopped, and the ledger
     * still has the items that were not written.
     */
    public <T> Step chunks(String name, int size, ItemReader<T> reader, Consumer<List<T>> work) {
        StepStop step = new StepStop();
        return new StepBuilder(name, jobs)
                .<T, T>chunk(size)
                .transactionManager(noTransaction)
                .reader(() -> stop.isAsked() ? step.<T>now() : reader.read())
                .writer(
                        items -> {
                            try {
                                stop.check();
                                work.accept(List.copyOf(items.getItems()));
                            } catch (RunStoppedException e) {
                                step.now();
                            }
                        })
                .listener(step)
                .allowStartIfComplete(true)
                .build();
    }

    /** Ends the current step as stopped. */
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
