package dev.stockload.batch;

import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.task.SyncTaskExecutor;

import java.util.List;

/** Spring Batch over the ledger's database, built by hand so that it starts fast. */
public final class BatchRuntime {
    /** The name of the job that all runs execute. */
    public static final String JOB = "import-stock";

    private final JobRepository repository;
    private final TaskExecutorJobOperator operator;

    public BatchRuntime(Ledger ledger) {
        try {
            JdbcJobRepositoryFactoryBean factory = new JdbcJobRepositoryFactoryBean();
            factory.setDataSource(ledger.dataSource());
            factory.setTransactionManager(ledger.database().transactions());
            // Each run has its own job instance, so concurrent runs cannot conflict.
            factory.setIsolationLevelForCreate("ISOLATION_DEFAULT");
            factory.afterPropertiesSet();
            repository = SparseJobRepository.over(factory.getObject());
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
     * Runs a job to its end, for the first time or again. The caller owns the run: an execution
     * that looks alive was left by a dead process.
     */
    public JobExecution run(Job job, Run run) {
        JobParameters parameters = parameters(run);
        repair(repository.getJobInstance(job.getName(), parameters));
        try {
            return operator.start(job, parameters);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The job could not be started: " + e.getMessage(), e);
        }
    }

    public static JobParameters parameters(Run run) {
        return new JobParametersBuilder()
                .addString("account", run.account())
                .addString("job", run.job())
                .addString("content", run.content())
                .addString("run", run.id())
                .toJobParameters();
    }

    public void forget(Run run) {
        JobInstance instance = repository.getJobInstance(JOB, parameters(run));
        if (instance != null) {
            repository.deleteJobInstance(instance);
        }
    }

    /**
     * Repairs what killed or paused processes left behind, in every execution: a paused process may
     * have stored its end after that of a later execution.
     */
    private void repair(JobInstance instance) {
        if (instance == null) {
            return;
        }
        List<JobExecution> executions = repository.getJobExecutions(instance);
        if (executions.isEmpty()) {
            // Left by a kill between the two inserts; Spring Batch would refuse to start it.
            repository.deleteJobInstance(instance);
        }
        executions.forEach(this::recover);
    }

    private void recover(JobExecution execution) {
        if (execution.isRunning()) {
            operator.recover(execution);
        }
        // Spring Batch never restarts a status that it could not store, as on a full disk; the
        // ledger knows how far the run came.
        execution.getStepExecutions().stream()
                .filter(BatchRuntime::isLeftOpen)
                .forEach(
                        step -> {
                            step.setStatus(BatchStatus.FAILED);
                            repository.update(step);
                        });
        if (execution.getStatus() == BatchStatus.UNKNOWN) {
            execution.setStatus(BatchStatus.FAILED);
            repository.update(execution);
        }
    }

    /** A step may look alive in a failed job: its update was not confirmed. */
    private static boolean isLeftOpen(StepExecution step) {
        return step.getStatus() == BatchStatus.UNKNOWN || step.getStatus().isRunning();
    }
}
