package dev.stockload.runs;

import dev.stockload.ledger.Ledger;

import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.ListableStepLocator;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import javax.sql.DataSource;

/** Spring Batch over the ledger's database, put together by hand: it starts in no time. */
public final class BatchRuntime {
    private static final String LAST_OF_SCRIPT = "BATCH_JOB_INSTANCE_SEQ";

    private static final List<String> INDEXES =
            List.of(
                    "batch_execution_of_instance on batch_job_execution (job_instance_id)",
                    "batch_params_of_execution on batch_job_execution_params (job_execution_id)",
                    "batch_step_of_execution on batch_step_execution (job_execution_id)");

    private static final Comparator<StepExecution> BY_ID =
            Comparator.comparingLong(StepExecution::getId);

    private final JobRepository repository;
    private final TaskExecutorJobOperator operator;

    public BatchRuntime(Ledger ledger) {
        try {
            ledger.alone(() -> createTables(ledger.dataSource()));
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

    /** Whether a step of a job is done, so that it will not be started again. */
    public boolean isDone(String job, JobParameters parameters, String step) {
        JobInstance instance = repository.getJobInstance(job, parameters);
        return instance != null
                && repository.getJobExecutions(instance).stream()
                        .flatMap(execution -> execution.getStepExecutions().stream())
                        .anyMatch(each -> each.getStepName().equals(step) && isDone(each));
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
    public void putInOrder(Job job, JobParameters parameters) {
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
        executions.stream()
                .flatMap(execution -> execution.getStepExecutions().stream())
                .filter(step -> executions.stream().anyMatch(later -> hasDone(later, step)))
                .toList()
                .forEach(repository::deleteStepExecution);
        executions.forEach(execution -> confirmDone(job, execution, executions));
    }

    /**
     * Whatever an execution began with, all steps before that were done. A process that was paused
     * when it had written so may have taken it back since.
     */
    private void confirmDone(Job job, JobExecution execution, List<JobExecution> all) {
        Optional<String> first =
                execution.getStepExecutions().stream().min(BY_ID).map(StepExecution::getStepName);
        if (first.isEmpty() || !(job instanceof ListableStepLocator steps)) {
            return;
        }
        steps.getStepNames().stream()
                .takeWhile(name -> !name.equals(first.get()))
                .forEach(name -> confirmDone(name, all));
    }

    private void confirmDone(String name, List<JobExecution> all) {
        List<StepExecution> begun =
                all.stream()
                        .flatMap(execution -> execution.getStepExecutions().stream())
                        .filter(step -> step.getStepName().equals(name))
                        .sorted(BY_ID)
                        .toList();
        if (begun.isEmpty() || begun.stream().anyMatch(BatchRuntime::isDone)) {
            return;
        }
        StepExecution last = begun.get(begun.size() - 1);
        last.setStatus(BatchStatus.COMPLETED);
        last.setExitStatus(ExitStatus.COMPLETED);
        repository.update(last);
    }

    /**
     * Whether a step was begun by a process that was paused, when another had taken over and done
     * it: Batch would believe the one that was begun last.
     */
    private static boolean hasDone(JobExecution later, StepExecution begun) {
        return later.getId() > begun.getJobExecutionId()
                && later.getStepExecutions().stream()
                        .anyMatch(
                                step ->
                                        step.getStepName().equals(begun.getStepName())
                                                && step.getId() < begun.getId()
                                                && isDone(step));
    }

    private static boolean isDone(StepExecution step) {
        return step.getStatus() == BatchStatus.COMPLETED;
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

    private static void createTables(DataSource source) {
        try (Connection connection = source.getConnection()) {
            if (isThere(connection, LAST_OF_SCRIPT)) {
                index(connection);
                return;
            }
            String product = connection.getMetaData().getDatabaseProductName();
            ResourceDatabasePopulator script =
                    new ResourceDatabasePopulator(
                            new ClassPathResource(
                                    "org/springframework/batch/core/schema-%s.sql"
                                            .formatted(product.toLowerCase(Locale.ROOT))));
            // A process that was killed here may have left some of it.
            script.setContinueOnError(true);
            script.populate(connection);
            if (!isThere(connection, LAST_OF_SCRIPT)) {
                throw new SQLException("Some of them are missing");
            }
            index(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("The tables of Spring Batch cannot be created", e);
        }
    }

    /**
     * H2 makes an index for each reference, PostgreSQL does not: it would read all that ever ran.
     */
    private static void index(Connection connection) throws SQLException {
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String index : INDEXES) {
                String name = index.substring(0, index.indexOf(' '));
                try (ResultSet found =
                        statement.executeQuery("select to_regclass('%s')".formatted(name))) {
                    if (found.next() && found.getString(1) != null) {
                        continue;
                    }
                }
                statement.execute("create index " + index);
            }
        }
    }

    private static boolean isThere(Connection connection, String sequence) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select 1 from information_schema.sequences
                         where sequence_schema = current_schema and upper(sequence_name) = ?
                        """)) {
            select.setString(1, sequence);
            try (ResultSet found = select.executeQuery()) {
                return found.next();
            }
        }
    }
}
