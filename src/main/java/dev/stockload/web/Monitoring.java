package dev.stockload.web;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.MetricTotals;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunCounts.JobOf;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.stock.ColourState;
import dev.stockload.web.parts.EventStreams;
import dev.stockload.web.parts.EventStreams.Follower;
import dev.stockload.web.parts.WebContext;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.Scheduled;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The health check and the metrics. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    EndpointAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    HealthContributorAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    WebMvcHealthEndpointExtensionAutoConfiguration.class,
    MetricsAutoConfiguration.class,
    PrometheusMetricsExportAutoConfiguration.class,
    JvmMetricsAutoConfiguration.class
})
@Import(Monitoring.Metrics.class)
class Monitoring {
    /**
     * Metrics of runs, colours and requests, as the ledger counts them, and how long ago each job
     * imported its last new sheet.
     */
    static class Metrics implements MeterBinder {
        private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

        private static final String WAITING = "waiting";
        private static final String LONGEST_WAIT = "longest.wait";

        /** All meters of one scrape share these queries. */
        private static final Duration FRESH = Duration.ofSeconds(5);

        private final WebContext context;
        private final EventStreams live;
        private Map<String, Long> counts;
        private Map<JobOf, Instant> newSheets;
        private Instant counted;
        private MultiGauge sheets;

        Metrics(WebContext context, EventStreams live) {
            this.context = context;
            this.live = live;
        }

        @Override
        public void bindTo(MeterRegistry registry) {
            for (Run.State state : Run.State.values()) {
                Gauge.builder("stockload.runs", this, all -> all.count(MetricTotals.of(state)))
                        .description("Runs by state")
                        .tag("state", key(state))
                        .register(registry);
            }
            for (ColourState state : ColourState.values()) {
                Gauge.builder("stockload.colours", this, all -> all.count(MetricTotals.of(state)))
                        .description("Colours of all runs by state")
                        .tag("state", key(state))
                        .register(registry);
            }
            for (Outcome.Kind outcome : Outcome.Kind.values()) {
                counter("stockload.requests", MetricTotals.of(outcome), 1)
                        .description("Create requests that were answered or given up, by outcome")
                        .tag("outcome", key(outcome))
                        .register(registry);
            }
            Gauge.builder("stockload.runs.waiting", this, all -> all.count(WAITING))
                    .description("Runs that wait for their accounts or for a free host")
                    .register(registry);
            Gauge.builder("stockload.longest.wait", this, all -> all.count(LONGEST_WAIT))
                    .description("How long the first of the waiting runs has waited")
                    .baseUnit("seconds")
                    .register(registry);
            counter("stockload.request.retries", MetricTotals.RETRIES, 1)
                    .description("Create requests that were retries")
                    .register(registry);
            counter("stockload.pace.wait", MetricTotals.PACED_MILLIS, 1e3)
                    .description("How long create requests waited for the pace of the service")
                    .baseUnit("seconds")
                    .register(registry);
            if (context.address().pages()) {
                Gauge.builder("stockload.console.lookers", live, all -> all.count(Follower.PAGE))
                        .description("Open pages with live updates")
                        .register(registry);
            }
            sheets =
                    MultiGauge.builder("stockload.job.last.new.sheet")
                            .description("Time since a job imported a new sheet")
                            .baseUnit("seconds")
                            .register(registry);
        }

        private FunctionCounter.Builder<?> counter(String name, String total, double unit) {
            return FunctionCounter.builder(name, this, all -> all.count(total) / unit);
        }

        private synchronized long count(String total) {
            countAgain();
            return counts.getOrDefault(total, 0L);
        }

        private void countAgain() {
            Instant now = context.clock().instant();
            if (counts == null || Duration.between(counted, now).compareTo(FRESH) > 0) {
                counts = new HashMap<>(context.ledger().runs().totals().all());
                WaitingRuns.Backlog backlog = context.ledger().waitingRuns().backlog();
                counts.put(WAITING, (long) backlog.runs());
                counts.put(
                        LONGEST_WAIT,
                        backlog.since() == null
                                ? 0
                                : Duration.between(backlog.since(), now).toSeconds());
                newSheets = context.ledger().runs().counts().lastFinished();
                counted = now;
            }
        }

        private static String key(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }

        /** Jobs may be added and removed while the console runs. */
        @Scheduled(fixedDelay = 30, timeUnit = TimeUnit.SECONDS)
        void update() {
            sheets.register(rows(), true);
        }

        private List<MultiGauge.Row<?>> rows() {
            try {
                return JobFolder.Entry.usable(context.jobs().list()).stream()
                        .<MultiGauge.Row<?>>map(
                                job ->
                                        MultiGauge.Row.of(
                                                Tags.of("job", job.name()), () -> seconds(job)))
                        .toList();
            } catch (RuntimeException e) {
                LOG.warn("The jobs could not be listed for their metrics", e);
                return List.of();
            }
        }

        /** NaN if no sheet was ever imported. */
        private synchronized double seconds(JobDefinition job) {
            countAgain();
            String account = context.workspace().account(job.account());
            Instant last = newSheets.get(new JobOf(job.name(), account));
            return last == null
                    ? Double.NaN
                    : Duration.between(last, context.clock().instant()).toMillis() / 1e3;
        }
    }
}
