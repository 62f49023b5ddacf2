package dev.stockload.batch;

import dev.stockload.ledger.Ledger;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.task.SyncTaskExecutor;

import java.util.List;

/** Spring Batch over the ledger's database, put together by hand: it starts in no time. */
public final class BatchRuntime {
    private final JobRepository repository;
    private final TaskExecutorJobOperator operator;

    public BatchRuntime(Ledger ledger) {
        try {
            JdbcJobRepositoryFactoryBean factory = new JdbcJobRepositoryFactoryBean();
            factory.setDataSource(ledger.dataSource());
            factory.setTransactionManager(ledger.transactions());
            // Each run has an instance of its own, so runs side by side need not be kept apart.
            factory.setIsolationLevelForCreate("ISOLATION_READ_COMMITTED");
            factory.afterPropertiesSet();
            repository = factory.getObject();
            operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            operator.setJobRegistry(new MapJobRegistry());
            operator.setTaskExecutor(new SyncTaskExecutor());
            operator.afterPropertiesSet();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public JobRepository repository() {
        return repository;
    }

    /**
     * Runs a job to its end, for the first time or again. Its owner is us: an execution that looks
     * alive was left by a process that is not.
     */
    public JobExecution run(Job job, JobParameters parameters) {
        putInOrder(job, parameters);
        try {
            return operator.start(job, parameters);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The job could not be started: " + e.getMessage(), e);
        }
    }

    /** Forgets a job and all that is known of its steps. */
    public void forget(String job, JobParameters parameters) {
        JobInstance instance = repository.getJobInstance(job, parameters);
        if (instance != null) {
            repository.deleteJobInstance(instance);
        }
    }

    /**
     * Puts right what processes that were killed or paused left behind. Every execution: one that
     * was paused may have written its end after that of a later one.
     */
    private void putInOrder(Job job, JobParameters parameters) {
        JobInstance instance = repository.getJobInstance(job.getName(), parameters);
        if (instance == null) {
            return;
        }
        List<JobExecution> executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // Left by a process that was killed between the two; Batch would refuse it for ever.
            repository.deleteJobInstance(instance);
        }
        executions.forEach(this::recover);
    }

    private void recover(JobExecution last) {
        if (last.isRunning()) {
            operator.recover(last);
        }
        // Batch refuses for ever what it could not write down, as when the disk was full; the
        // ledger knows how far the run came.
        last.getStepExecutions().stream()
                .filter(BatchRuntime::isLeftOpen)
                .forEach(
                        step -> {
                            step.setStatus(BatchStatus.FAILED);
                            repository.update(step);
                        });
        if (last.getStatus() == BatchStatus.UNKNOWN) {
            last.setStatus(BatchStatus.FAILED);
            repository.update(last);
        }
    }

    /**
     * Also one that looks alive in a job that failed: its last word was written and not confirmed.
     */
    private static boolean isLeftOpen(StepExecution step) {
        return step.getStatus() == BatchStatus.UNKNOWN || step.getStatus().isRunning();
    }
}
