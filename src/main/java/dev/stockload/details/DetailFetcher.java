package dev.stockload.details;

import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailRuns.Wanted;
import dev.stockload.details.table.DetailTable;
import dev.stockload.details.table.DetailTable.FetchOutcome;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.ProductDetail;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.Time;
import dev.stockload.service.RetryPauses;
import dev.stockload.service.RetryingClient;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fetches details one by one, each under the limits. The interface does not show how the service
 * refuses what is beyond a limit: two products of its own list that it will not give us in a row
 * are taken for that, one alone for a fault of the product.
 */
final class DetailFetcher {
    /** An answer that nobody can read may count each time: so often is enough. */
    private static final int MOST_UNREADABLE = 3;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private final DetailRun run;
    private final Ledger ledger;
    private final RetryingClient service;
    private final Time time;
    private final ZoneId zone;
    private Set<Integer> listed;
    private Suspect suspect;

    /** A product that the service would not give us, and nobody knows yet why. */
    private record Suspect(int product, String words) {}

    /** Details cannot be fetched for now: our count or the service itself says so. */
    static final class LimitReachedException extends RuntimeException {
        private final Optional<Instant> from;
        private final String help;

        /**
         * @param from when it can go on, where that is known
         * @param help what people can do, in sentences; may be empty
         */
        private LimitReachedException(String message, Optional<Instant> from, String help) {
            super(message);
            this.from = from;
            this.help = help;
        }

        Optional<Instant> from() {
            return from;
        }

        String help() {
            return help;
        }
    }

    DetailFetcher(DetailRun run, Ledger ledger, RetryingClient service, Time time, ZoneId zone) {
        this.run = run;
        this.ledger = ledger;
        this.service = service;
        this.time = time;
        this.zone = zone;
    }

    /**
     * Fetches a product, or settles that it cannot be had.
     *
     * @param last whether nothing else waits
     * @throws LimitReachedException before a limit is broken, or when the service says that one is
     */
    void fetch(Wanted wanted, boolean last) {
        settle(wanted, last);
        if (last && suspect != null) {
            throw said(suspect.words(), Optional.empty());
        }
    }

    private void settle(Wanted wanted, boolean last) {
        RetryPauses retries = new RetryPauses();
        for (int attempt = 1; ; attempt++) {
            service.checkStop();
            Outcome<ProductDetail> outcome = request(wanted.product());
            if (outcome instanceof Outcome.Accepted) {
                clear();
                return;
            }
            if (outcome instanceof Outcome.Postponed<ProductDetail> postponed
                    && postponed.after().filter(w -> w.compareTo(LONGEST_WAIT) <= 0).isEmpty()) {
                throw said(outcome.describe(), postponed.after());
            }
            boolean unreadable = outcome instanceof Outcome.InDoubt && attempt == MOST_UNREADABLE;
            if (unreadable
                    || outcome instanceof Outcome.Refused
                    || outcome instanceof Outcome.Malformed) {
                unwilling(wanted, outcome, last);
                return;
            }
            service.pause(retries, outcome);
        }
    }

    private Outcome<ProductDetail> request(int product) {
        quota().before(product, time.instant())
                .ifPresent(
                        reached -> {
                            throw new LimitReachedException(
                                    "Stopped to stay within a limit of the service: "
                                            + reached.words(),
                                    reached.from(),
                                    reached.help());
                        });
        DetailTable.Fetch fetch = ledger.details().begin(run, product, time.instant());
        Outcome<ProductDetail> outcome = service.merchant().detail(product);
        // The later of the two times: around midnight the call may count for the new day.
        Instant at = time.instant();
        if (outcome instanceof Outcome.Accepted<ProductDetail> accepted) {
            ProductDetail detail = accepted.value();
            String store = detail.storeUrl() == null ? "" : detail.storeUrl();
            ledger.details().fetched(fetch, store, DetailsFile.Entry.keep(detail), at);
        } else {
            ledger.details().failed(fetch, counted(outcome), outcome.describe(), at);
        }
        return outcome;
    }

    private static FetchOutcome counted(Outcome<?> outcome) {
        if (outcome instanceof Outcome.InDoubt) {
            return FetchOutcome.IN_DOUBT;
        }
        return outcome instanceof Outcome.Refused ? FetchOutcome.REFUSED : FetchOutcome.NOT_TAKEN;
    }

    private void unwilling(Wanted wanted, Outcome<?> outcome, boolean last) {
        String words = outcome.describe();
        if (outcome instanceof Outcome.Malformed && !service.knowsUs()) {
            throw new RunFailedException(RetryingClient.notTheData(words));
        }
        if (!isListed(wanted.product()) || isItsOwn(wanted, last)) {
            ledger.detailRuns().refused(run.id(), wanted.product(), words);
            return;
        }
        ledger.detailRuns().suspected(run.id(), wanted.product(), time.instant(), words);
        if (suspect != null) {
            throw said(words, Optional.empty());
        }
        suspect = new Suspect(wanted.product(), words);
    }

    /** Whether it was refused before, and what else there is could be fetched since. */
    private boolean isItsOwn(Wanted wanted, boolean last) {
        return wanted.refusedAt() != null
                && (last && suspect == null
                        || ledger.details().fetchedSince(run.account(), wanted.refusedAt()));
    }

    /** The service gives us another product, so it was no limit. */
    private void clear() {
        if (suspect != null) {
            ledger.detailRuns().refused(run.id(), suspect.product(), suspect.words());
            suspect = null;
        }
    }

    private boolean isListed(int product) {
        if (listed == null) {
            listed =
                    service.products().stream().map(ProductSummary::id).collect(Collectors.toSet());
        }
        return listed.contains(product);
    }

    private DetailQuota quota() {
        return DetailQuota.of(ledger, run.account(), zone, time.instant());
    }

    private LimitReachedException said(String words, Optional<Duration> after) {
        Instant now = time.instant();
        return new LimitReachedException(
                words + ". This is treated as a limit that was reached",
                Optional.of(after.map(now::plus).orElseGet(() -> quota().nextDay(now))),
                "");
    }
}
