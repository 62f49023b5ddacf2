package dev.stockload.web;

import dev.stockload.jobs.ExpectedSheets;
import dev.stockload.jobs.JobDefinition;
import dev.stockload.jobs.JobList;
import dev.stockload.runs.DaemonThreads;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** How long ago each job imported its last new sheet, for whoever watches from outside. */
class JobMetrics implements MeterBinder, DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(JobMetrics.class);
    private static final long BETWEEN_SECONDS = 30;

    private final ConsoleOptions options;
    private final ExpectedSheets expectations;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("job-metrics"));

    JobMetrics(ConsoleOptions options) {
        this.options = options;
        this.expectations = new ExpectedSheets(options.ledger(), options.accountKey());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MultiGauge sheets =
                MultiGauge.builder("stockload.job.last.new.sheet")
                        .description("Time since a job imported a new sheet")
                        .baseUnit("seconds")
                        .register(registry);
        // Jobs come and go while the console runs.
        thread.scheduleWithFixedDelay(
                () -> sheets.register(rows(), true), 0, BETWEEN_SECONDS, TimeUnit.SECONDS);
    }

    private List<MultiGauge.Row<?>> rows() {
        try {
            return options.jobs().list().stream()
                    .map(JobList.Entry::definition)
                    .flatMap(Optional::stream)
                    .<MultiGauge.Row<?>>map(
                            job ->
                                    MultiGauge.Row.of(
                                            Tags.of("job", job.name()), () -> seconds(job)))
                    .toList();
        } catch (IOException | RuntimeException e) {
            LOG.warn("The jobs could not be listed for their metrics", e);
            return List.of();
        }
    }

    /** No number where none was ever imported. */
    private double seconds(JobDefinition job) {
        return expectations
                .lastSheet(job)
                .map(run -> Duration.between(run.endedAt(), options.clock().instant()))
                .map(age -> age.toMillis() / 1e3)
                .orElse(Double.NaN);
    }

    @Override
    public void destroy() {
        thread.shutdownNow();
    }
}
