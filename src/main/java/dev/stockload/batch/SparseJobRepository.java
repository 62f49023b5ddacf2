package dev.stockload.batch;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;

import java.util.Arrays;
import java.util.List;

/**
 * A job repository that stores which steps were begun, how far they have come by chunks, and how
 * steps and jobs ended, each of that once. Spring Batch would store most of it several times, and
 * ask before each step how it ended earlier; our steps run whenever their job does.
 */
final class SparseJobRepository implements MethodInterceptor {
    /** In the contexts, which are in memory only: what was last stored of a step or a job. */
    private static final String STORED = "stored";

    private SparseJobRepository() {}

    static JobRepository over(JobRepository stored) {
        ProxyFactory proxy = new ProxyFactory(stored);
        proxy.addAdvice(new SparseJobRepository());
        return (JobRepository) proxy.getProxy();
    }

    @Override
    public Object invoke(MethodInvocation call) throws Throwable {
        return switch (call.getMethod().getName()) {
            case "updateExecutionContext", "getLastStepExecution" -> null;
            case "getStepExecutionCount" -> 0L;
            case "update" -> update(call);
            default -> call.proceed();
        };
    }

    private static Object update(MethodInvocation call) throws Throwable {
        Object execution = call.getArguments()[0];
        if (execution instanceof StepExecution step) {
            // That it was begun is known since its row was added.
            boolean hasOnlyBegun = step.getStatus().isRunning() && step.getWriteCount() == 0;
            return hasOnlyBegun ? null : store(call, step.getExecutionContext(), state(step));
        }
        JobExecution job = (JobExecution) execution;
        return store(call, job.getExecutionContext(), state(job));
    }

    private static Object store(MethodInvocation call, ExecutionContext context, List<Object> state)
            throws Throwable {
        if (!state.equals(context.get(STORED))) {
            call.proceed();
            context.put(STORED, state);
        }
        return null;
    }

    private static List<Object> state(StepExecution step) {
        return Arrays.asList(
                step.getStatus(), step.getExitStatus(), step.getEndTime(), step.getWriteCount());
    }

    private static List<Object> state(JobExecution job) {
        return Arrays.asList(job.getStatus(), job.getExitStatus(), job.getEndTime());
    }
}
