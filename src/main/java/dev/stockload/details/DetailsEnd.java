package dev.stockload.details;

import dev.stockload.ledger.DetailRuns;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.WantedDetails.Wanted;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;

/** Writes down how a job over details ended, in words, and when it goes on. */
record DetailsEnd(String run, Ledger ledger, ZoneId zone, InstantSource clock) {
    /** A service that was out of order gets so long to recover. */
    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMinutes(10);

    void completed() {
        runs().ended(run, RunState.COMPLETED, clock.instant(), null);
    }

    /**
     * @param byItself whether it goes on without being asked
     */
    void failed(String why, boolean byItself) {
        Instant now = clock.instant();
        if (byItself) {
            Instant next = now.plus(BEFORE_ANOTHER_TRY);
            String when = ". Trying again at " + ServiceDay.show(next, zone);
            runs().waits(run, RunState.FAILED, now, next, why + when);
        } else {
            runs().ended(run, RunState.FAILED, now, why);
        }
    }

    void stopped(boolean byItself) {
        Instant now = clock.instant();
        if (byItself) {
            runs().waits(
                            run,
                            RunState.STOPPED,
                            now,
                            now,
                            "It resumes when stockload serve runs again");
        } else {
            runs().ended(run, RunState.STOPPED, now, "It was stopped on request");
        }
    }

    void limited(LimitReachedException limit) {
        runs().waits(
                        run,
                        RunState.STOPPED,
                        clock.instant(),
                        limit.from().orElse(null),
                        whyItWaits(limit));
    }

    private String whyItWaits(LimitReachedException limit) {
        List<Wanted> wanted = ledger.wantedDetails().of(run);
        String when =
                limit.from()
                        .map(from -> ". It can resume at " + ServiceDay.show(from, zone))
                        .orElse("");
        return "%s. %,d of %,d products are left%s%s"
                .formatted(
                        limit.getMessage(),
                        wanted.stream().filter(w -> w.state() == 'W').count(),
                        wanted.size(),
                        when,
                        limit.help().isEmpty() ? "" : ". " + limit.help());
    }

    private DetailRuns runs() {
        return ledger.detailRuns();
    }
}
