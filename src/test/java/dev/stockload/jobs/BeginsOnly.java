package dev.stockload.jobs;

import dev.stockload.jobs.define.JobDefinition;

import java.time.Instant;
import java.util.Optional;

/** Jobs of any account that are over once they were begun. */
@FunctionalInterface
public interface BeginsOnly extends JobScheduler.JobRunner {
    @Override
    default Optional<JobProgress> goOn(JobDefinition job, JobProgress progress) {
        return Optional.empty();
    }

    @Override
    default boolean isReady(JobProgress progress) {
        return false;
    }

    @Override
    default boolean isSet(JobDefinition job) {
        return true;
    }

    @Override
    default void missed(String job, Optional<JobDefinition> definition, Instant time) {}
}
