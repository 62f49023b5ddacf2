package dev.stockload.web;

import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RequestOutcome;
import dev.stockload.ledger.RunCounts;
import dev.stockload.ledger.RunState;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/** What operators watch: runs, colours and requests, as the ledger has counted them. */
class RunMetrics implements MeterBinder {
    /** One look at the ledger answers all the meters of a request for them. */
    private static final Duration FRESH = Duration.ofSeconds(5);

    private final Ledger ledger;
    private final InstantSource clock;
    private final Optional<LiveEvents> live;
    private RunCounts counts;
    private Instant counted;

    RunMetrics(ConsoleOptions options, Optional<LiveEvents> live) {
        this.ledger = options.ledger();
        this.clock = options.clock();
        this.live = live;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (RunState state : RunState.values()) {
            Gauge.builder("stockload.runs", this, all -> all.counts().runs(state))
                    .description("Runs by state")
                    .tag("state", key(state))
                    .register(registry);
        }
        for (ColourState state : ColourState.values()) {
            Gauge.builder("stockload.colours", this, all -> all.counts().colours(state))
                    .description("Colours of all runs by state")
                    .tag("state", key(state))
                    .register(registry);
        }
        for (RequestOutcome outcome : RequestOutcome.values()) {
            FunctionCounter.builder(
                            "stockload.requests", this, all -> all.counts().requests(outcome))
                    .description("Create requests that were answered or given up, by outcome")
                    .tag("outcome", key(outcome))
                    .register(registry);
        }
        FunctionCounter.builder("stockload.request.retries", this, all -> all.counts().retries())
                .description("Create requests that were retries")
                .register(registry);
        FunctionCounter.builder(
                        "stockload.pace.wait", this, all -> all.counts().paced().toMillis() / 1e3)
                .description("How long create requests waited for the pace of the service")
                .baseUnit("seconds")
                .register(registry);
        live.ifPresent(
                pages ->
                        Gauge.builder("stockload.console.lookers", pages, LiveEvents::lookers)
                                .description("Open pages with live updates")
                                .register(registry));
    }

    private synchronized RunCounts counts() {
        Instant now = clock.instant();
        if (counts == null || Duration.between(counted, now).compareTo(FRESH) > 0) {
            counts = ledger.runList().counts();
            counted = now;
        }
        return counts;
    }

    private static String key(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
