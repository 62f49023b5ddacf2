package dev.stockload.details;

import dev.stockload.details.table.DetailTable;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.merchant.ProductDetail;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.runs.Run.End;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.service.RetryingClient;
import dev.stockload.service.RetryingClient.RetryPauses;
import dev.stockload.service.StockListReader;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes one run as far as possible: fetches the waiting products one by one within the limits,
 * writes the file, and stores how the run ended and when it resumes. The interface does not show
 * how the service refuses beyond a limit: two refused products of its own list in a row count as a
 * limit, one alone as a fault of that product.
 */
final class DetailJob {
    /** The most attempts for unreadable answers, each of which the service may count. */
    private static final int MOST_UNREADABLE = 3;

    private static final Duration BEFORE_ANOTHER_TRY = Duration.ofMinutes(10);

    private final Run run;
    private final Details details;
    private final RetryingClient service;
    private final Caller caller;
    private final DetailTable table;
    private final StockListReader lists;
    private Suspect suspect;

    /** A refused product, for a reason that is not known yet. */
    private record Suspect(int product, String words) {}

    /** Details cannot be fetched now, by our count or by the service's answer. */
    private static final class LimitReachedException extends RuntimeException {
        private final DetailQuota.Reached reached;

        LimitReachedException(String words, Optional<Instant> from, String help) {
            super(words);
            this.reached = new DetailQuota.Reached(words, from, help);
        }
    }

    DetailJob(Run run, Details details, RetryingClient service, Caller caller) {
        this.run = run;
        this.details = details;
        this.service = service;
        this.caller = caller;
        this.table = details.ledger().details();
        this.lists = new StockListReader(service);
    }

    End run() {
        End end = fetchAll();
        try {
            if (!run.file().isEmpty()) {
                new DetailsFile(details.ledger(), run).write(Path.of(run.file()));
            }
            return end;
        } catch (IOException e) {
            return failed(
                    "The file %s cannot be written: %s. What was fetched is kept; run the same command again to write it"
                            .formatted(run.file(), e.getMessage()));
        }
    }

    private End fetchAll() {
        try {
            service.checkStop();
            if (DetailsRequest.isOfAll(run.options())) {
                table.want(run.id(), service.products().stream().map(ProductSummary::id).toList());
            }
            if (!DetailsRequest.isRefresh(run.options())) {
                table.useFetched(run);
            }
            details.ledger().runs().staged(run.id(), "", table.count(run.id()));
            List<Wanted> waiting = table.wanted(run.id()).stream().filter(Wanted::waits).toList();
            caller.listener().onSending(counted());
            for (int done = 0; done < waiting.size(); ) {
                fetch(waiting.get(done), ++done == waiting.size());
                caller.listener().onProgress(counted());
            }
            service.checkStop();
            return End.completed(details.now());
        } catch (LimitReachedException limit) {
            return limited(limit.reached);
        } catch (RunStoppedException e) {
            return isAwaited()
                    ? End.stopped(details.now(), "It resumes when stockload serve runs again")
                    : End.stoppedOnRequest(details.now());
        } catch (RuntimeException e) {
            if (FaultMessages.isOfStorage(e)) {
                throw e;
            }
            return failed(FaultMessages.explain(e));
        }
    }

    private Run counted() {
        details.ledger().runs().tally(run.id(), table.count(run.id()), 0);
        return details.ledger().runs().get(run.id());
    }

    private WaitingRuns waitingRuns() {
        return details.ledger().waitingRuns();
    }

    /** Whether serve resumes it by itself. */
    private boolean isAwaited() {
        return waitingRuns().find(run.id()).isPresent();
    }

    private End limited(DetailQuota.Reached limit) {
        waitingRuns().later(run.id(), limit.from());
        List<Wanted> wanted = table.wanted(run.id());
        String when =
                limit.from()
                        .map(at -> ". It can resume at " + QuotaReport.minute(at, details.zone()))
                        .orElse("");
        return End.stopped(
                details.now(),
                "%s. %,d of %,d products are left%s%s"
                        .formatted(
                                limit.words(),
                                wanted.stream().filter(Wanted::waits).count(),
                                wanted.size(),
                                when,
                                limit.help().isEmpty() ? "" : ". " + limit.help()));
    }

    private End failed(String why) {
        if (!isAwaited()) {
            return End.failed(details.now(), why);
        }
        Instant next = details.now().plus(BEFORE_ANOTHER_TRY);
        waitingRuns().later(run.id(), Optional.of(next));
        String when = ". Trying again at " + QuotaReport.minute(next, details.zone());
        return End.failed(details.now(), why + when);
    }

    /** Throws before a limit is exceeded, or if the service says that one is reached. */
    private void fetch(Wanted wanted, boolean last) {
        settle(wanted, last);
        if (last && suspect != null) {
            throw limitReached(suspect.words(), Optional.empty());
        }
    }

    private void settle(Wanted wanted, boolean last) {
        RetryPauses retries = new RetryPauses();
        for (int attempt = 1; ; attempt++) {
            service.checkStop();
            Outcome<ProductDetail> outcome = request(wanted.product());
            if (outcome.is(Kind.ACCEPTED)) {
                rejectSuspect();
                return;
            }
            if (outcome.is(Kind.POSTPONED)
                    && outcome.after().map(RetryPauses::isTooLong).orElse(true)) {
                throw limitReached(outcome.describe(), outcome.after());
            }
            service.checkStop(); // which may have cut the answer off
            boolean unreadable = outcome.is(Kind.IN_DOUBT) && attempt == MOST_UNREADABLE;
            if (unreadable || outcome.is(Kind.REFUSED) || outcome.is(Kind.MALFORMED)) {
                refused(wanted, outcome, last);
                return;
            }
            service.pause(retries, outcome);
        }
    }

    private Outcome<ProductDetail> request(int product) {
        Optional<DetailQuota.Reached> limit = details.quota(run.account()).before(product);
        if (limit.isPresent()) {
            throw new LimitReachedException(
                    "Stopped to stay within a limit of the service: " + limit.get().words(),
                    limit.get().from(),
                    limit.get().help());
        }
        DetailTable.Fetch fetch = table.begin(run, product, details.now());
        Outcome<ProductDetail> outcome = service.heard(service.merchant().detail(product));
        // The time after the call: around midnight it may count for the new day.
        Instant at = details.now();
        if (outcome.is(Kind.ACCEPTED)) {
            ProductDetail detail = outcome.value();
            String store = detail.storeUrl() == null ? "" : detail.storeUrl();
            table.fetched(fetch, store, DetailsFile.keep(detail), at);
        } else {
            table.end(fetch, outcome.kind(), at);
        }
        return outcome;
    }

    private void refused(Wanted wanted, Outcome<?> outcome, boolean last) {
        String words = outcome.describe();
        if (outcome.is(Kind.MALFORMED) && !service.acceptsCredentials()) {
            throw new RunFailedException(RetryingClient.notTheData(words));
        }
        if (!lists.isListed(wanted.product()) || isProductFault(wanted, last)) {
            table.refused(run.id(), wanted.product(), words);
            return;
        }
        table.suspected(run.id(), wanted.product(), details.now(), words);
        if (suspect != null) {
            throw limitReached(words, Optional.empty());
        }
        suspect = new Suspect(wanted.product(), words);
    }

    /** It was refused before, and others were fetched since. */
    private boolean isProductFault(Wanted wanted, boolean last) {
        return wanted.refusedAt() != null
                && (last && suspect == null
                        || table.fetchedSince(run.account(), wanted.refusedAt()));
    }

    /** Another product was fetched, so it was not a limit. */
    private void rejectSuspect() {
        if (suspect != null) {
            table.refused(run.id(), suspect.product(), suspect.words());
            suspect = null;
        }
    }

    private LimitReachedException limitReached(String words, Optional<Duration> after) {
        return new LimitReachedException(
                words + ". This is treated as a limit that was reached",
                Optional.of(
                        after.map(details.now()::plus)
                                .orElseGet(() -> details.quota(run.account()).day().endsAt())),
                "");
    }
}
