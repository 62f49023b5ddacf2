package dev.stockload.batch;

import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ItemReader;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;

/**
 * The steps of our jobs. The ledger has the state of every item, so each step can be started again
 * wherever it ended, also after its end, and none has a transaction of its own around a request.
 */
public final class Steps {
    private final JobRepository jobs;
    private final StopSignal stop;
    private final ResourcelessTransactionManager noTransaction =
            new ResourcelessTransactionManager();

    /** The work of a step that is done in one go. */
    public interface Work {
        void run() throws Exception;
    }

    public Steps(JobRepository jobs, StopSignal stop) {
        this.jobs = jobs;
        this.stop = stop;
    }

    /** A step that does its work in one go. */
    public Step once(String name, Work work) {
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

    /** A step that takes its items from the ledger itself, so many at a time. */
    public <T, S extends ItemReader<T> & ItemWriter<T> & StepExecutionListener> Step chunks(
            String name, int size, S items) {
        return new StepBuilder(name, jobs)
                .<T, T>chunk(size)
                .transactionManager(noTransaction)
                .reader(items)
                .writer(items)
                .listener(items)
                .allowStartIfComplete(true)
                .build();
    }
}
