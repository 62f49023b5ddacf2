package dev.stockload.details;

import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.FetchedProduct;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.service.RetryingClient;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Fetches product details within their limits; the entry point of this package. */
public record Details(ProcessContext process) {
    private static final Duration DAY_IN_ANY_ZONE = Duration.ofDays(2);

    /** Takes a run as far as possible that is ours; returns how it ended. */
    public Run.End fetch(Run run, RetryingClient service, Caller caller) {
        Instant old = now().minus(process.keep());
        // The limits count every request of today and yesterday.
        Instant counted = now().minus(DAY_IN_ANY_ZONE);
        ledger().details().removeOld(run.account(), old.isBefore(counted) ? old : counted);
        return new DetailJob(run, this, service, caller).run();
    }

    Ledger ledger() {
        return process.ledger();
    }

    /** That of the days of the service. */
    ZoneId zone() {
        return process.zone();
    }

    Instant now() {
        return process.time().instant();
    }

    /** The products that the service refused, with its words. */
    public List<Wanted> refused(Run run) {
        return ledger().details().wanted(run.id()).stream()
                .filter(each -> each.state() == ColourState.REJECTED)
                .toList();
    }

    public DetailQuota quota(String account) {
        return quota(account, now());
    }

    public DetailQuota quota(String account, Instant now) {
        List<Instant> fetches = ledger().details().counted(account, now.minus(DAY_IN_ANY_ZONE));
        return new DetailQuota(now, zone(), fetches, ledger().details().products(account));
    }

    /**
     * The result of marking products as published. Products that were never fetched are not marked:
     * the limits do not count them.
     *
     * @param before how many products already had this mark
     */
    public record PublishedMarks(int changed, int before, List<Integer> neverFetched) {
        private static final int MOST_NAMED = 10;

        /** Without a full stop; {@code published} says whether marks were set or removed. */
        public String words(boolean published) {
            return Count.are(changed, "product")
                    + (published ? " marked as published" : " no longer marked")
                    + (before == 0 ? "" : "; %s already".formatted(Count.of(before)));
        }

        public Optional<String> neverFetchedWords(String account) {
            if (neverFetched.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    "Not marked, since their details were never fetched with account %s: %s"
                            .formatted(account, Count.first(MOST_NAMED, neverFetched, ", ")));
        }
    }

    public PublishedMarks publish(String account, Collection<Integer> products, boolean published) {
        Set<Integer> fetched =
                ledger().details().products(account).stream()
                        .map(FetchedProduct::product)
                        .collect(Collectors.toSet());
        List<Integer> never = products.stream().filter(id -> !fetched.contains(id)).toList();
        int changed = 0;
        for (int product : products) {
            if (fetched.contains(product)
                    && ledger().details().publish(account, product, published, now())) {
                changed++;
            }
        }
        ledger().waitingRuns().goOn(Run.lockOfDetails(account));
        return new PublishedMarks(changed, products.size() - changed - never.size(), never);
    }
}
