package dev.stockload.imports;

import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.ProductPages;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.Retries;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.Time;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads what the service holds of products before they are sent for the first time. An undo is
 * better with it, and a night must not wait for it: whatever the service does with these requests,
 * they hold up a run for an hour at most, and one that does not answer for about a minute. Where it
 * asks to wait for some minutes, it is waited for.
 */
final class EarlierStockReader {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

    /** What gave nothing after so long hangs: it is not busy, and a pause does not help. */
    private static final Duration HANGING = Duration.ofSeconds(5);

    private static final int MOST_HANGS_IN_A_ROW = 3;

    /** How often a list is read that is refused for a reason that may be its product's own. */
    private static final int MOST_REFUSALS = 3;

    /** How long a service is left alone that does not tell, or waited for where it asks for it. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    /** How often in a row a service is waited for that asks for more than a minute. */
    private static final int MOST_LONG_WAITS = 2;

    /** For 10,000 products of a service that takes a third of a second for each. */
    private static final Duration MOST_TIME = Duration.ofHours(1);

    private final RunContext context;
    private final Time time;
    private final Merchant merchant;
    private Set<Integer> withoutStock;
    private Retries patience = new Retries();
    private int hangsInARow;
    private Duration spent = Duration.ZERO;
    private int longWaits;
    private Duration silence = Duration.ZERO;
    private long silentSince;

    EarlierStockReader(RunContext context) {
        this.context = context;
        this.time = context.time();
        this.merchant = context.service().merchant().within(LONGEST_CALL);
    }

    /**
     * What the service holds of a product; empty where it does not tell, or is not asked.
     *
     * @param first whether nothing of it was ever sent, so that it may have no stock
     */
    Optional<List<StockEntry>> of(int product, boolean first) {
        if (!asks()) {
            return Optional.empty();
        }
        Optional<List<StockEntry>> entries = entries(product, first);
        if (!isInTime()) {
            context.listener()
                    .notice(
                            "Reading what products had before took more than %d minutes, and is left: sending goes on, and an undo of this run will keep what was not read"
                                    .formatted(MOST_TIME.toMinutes()));
        }
        return entries;
    }

    private boolean asks() {
        if (time.nanos() - silentSince >= silence.toNanos()) {
            silence = Duration.ZERO;
        }
        return !isSilent() && isInTime();
    }

    private boolean isSilent() {
        return !silence.isZero();
    }

    private boolean isInTime() {
        return spent.compareTo(MOST_TIME) < 0;
    }

    private Optional<List<StockEntry>> entries(int product, boolean first) {
        if (first || withoutStock != null) {
            Optional<Set<Integer>> none = withoutStock();
            if (none.isEmpty()) {
                return Optional.empty();
            }
            if (none.get().contains(product)) {
                return Optional.of(List.of());
            }
        }
        return list(product);
    }

    private Optional<List<StockEntry>> list(int product) {
        for (int refusals = 0; asks(); ) {
            Outcome<List<StockEntry>> outcome = ask(() -> merchant.stock(product), false);
            if (outcome instanceof Outcome.Accepted<List<StockEntry>> accepted) {
                return Optional.of(accepted.value());
            }
            boolean refused = outcome instanceof Outcome.Refused;
            if (refused && withoutStock().filter(none -> none.contains(product)).isPresent()) {
                return Optional.of(List.of());
            }
            boolean ofProduct = refused || outcome instanceof Outcome.Malformed;
            if (!ofProduct || ++refusals == MOST_REFUSALS) {
                tell(outcome, "What product %d had before is not known".formatted(product));
                return Optional.empty();
            }
            pause(outcome);
        }
        return Optional.empty();
    }

    /** The products that had no stock when this was asked for first; what they have is ours. */
    private Optional<Set<Integer>> withoutStock() {
        if (withoutStock == null && asks()) {
            Outcome<List<ProductSummary>> outcome =
                    ProductPages.all(page -> ask(() -> merchant.products(page, false), true));
            if (outcome instanceof Outcome.Accepted<List<ProductSummary>> accepted) {
                withoutStock =
                        accepted.value().stream()
                                .map(ProductSummary::id)
                                .collect(Collectors.toSet());
            } else {
                beSilent(outcome.describe(), SILENCE);
            }
        }
        return Optional.ofNullable(withoutStock);
    }

    /**
     * Asks until the service says something, or it is no use any more.
     *
     * @param needed whether it is asked for again where it hangs
     */
    private <T> Outcome<T> ask(Supplier<Outcome<T>> request, boolean needed) {
        long from = time.nanos();
        try {
            return isInTime() ? patiently(request, needed) : new Outcome.InDoubt<>("no time left");
        } finally {
            spent = spent.plusNanos(time.nanos() - from);
        }
    }

    private <T> Outcome<T> patiently(Supplier<Outcome<T>> request, boolean needed) {
        while (true) {
            context.stop().check();
            long from = time.nanos();
            Outcome<T> outcome = request.get();
            if (outcome instanceof Outcome.Accepted) {
                patience = new Retries();
                hangsInARow = 0;
                longWaits = 0;
                return outcome;
            }
            if (outcome instanceof Outcome.Refused || outcome instanceof Outcome.Malformed) {
                return outcome;
            }
            boolean hangs = time.nanos() - from >= HANGING.toNanos();
            if (!hangs) {
                pause(outcome);
            } else if (++hangsInARow >= MOST_HANGS_IN_A_ROW) {
                beSilent(outcome.describe(), SILENCE);
            }
            if (isSilent() || hangs && !needed) {
                return outcome;
            }
        }
    }

    /** One patience for all requests: the service as a whole is waited for about a minute. */
    private void pause(Outcome<?> outcome) {
        Optional<Duration> asked = outcome.after().filter(Retries::isTooLong);
        if (asked.isPresent()) {
            waitAsAsked(asked.get(), outcome.describe());
            return;
        }
        try {
            context.service().pause(patience, outcome);
        } catch (RunFailedException e) {
            beSilent(e.getMessage(), SILENCE);
        }
    }

    /** What is sent unread cannot be undone, so some minutes are well spent; an hour is not. */
    private void waitAsAsked(Duration asked, String why) {
        if (asked.compareTo(SILENCE) > 0 || longWaits == MOST_LONG_WAITS) {
            beSilent(why, asked);
            return;
        }
        longWaits++;
        context.listener()
                .notice(
                        "%s. Sending goes on at %s, since what is sent before that could not be undone"
                                .formatted(why, context.clockAfter(asked)));
        time.rest(asked, context.stop());
    }

    private void beSilent(String why, Duration asked) {
        if (isSilent() || !isInTime()) {
            return;
        }
        silence = asked.compareTo(SILENCE) > 0 ? asked : SILENCE;
        silentSince = time.nanos();
        context.listener()
                .notice(
                        "%s. Sending goes on; what products had before is asked for again in %d minutes, and an undo of this run will keep what was not read until then"
                                .formatted(why, silence.toMinutes()));
    }

    private void tell(Outcome<?> outcome, String what) {
        if (asks()) {
            context.listener()
                    .notice(
                            "%s. %s, so an undo of this run will keep what is sent of it"
                                    .formatted(outcome.describe(), what));
        }
    }
}
