package dev.stockload.service;

import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.ProductPages;
import dev.stockload.merchant.ProductPages.ProductPage;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.ClockTime;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.RunListener;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What is read from the merchant service, with patience: reading twice does no harm. */
public final class RetryingClient {
    private static final int LONGEST = 300;

    private final Merchant merchant;
    private final Time time;
    private final StopSignal stop;
    private final RunListener listener;

    public RetryingClient(Merchant merchant, Time time, StopSignal stop, RunListener listener) {
        this.merchant = merchant;
        this.time = time;
        this.stop = stop;
        this.listener = listener;
    }

    /** The same, which soon gives up what a service does not answer once a stop is asked for. */
    public RetryingClient endingWithStop() {
        stop.whenAsked(() -> time.later(StopSignal.PATIENCE, this::giveUp));
        return this;
    }

    private void giveUp() {
        if (merchant.cancel()) {
            listener.notice(
                    "The merchant service did not answer within %d s: the request in flight is given up, and a resume finds out what became of it"
                            .formatted(StopSignal.PATIENCE.toSeconds()));
        }
    }

    public Merchant merchant() {
        return merchant;
    }

    /** All products of the merchant. */
    public List<ProductSummary> products() {
        return products(page -> {});
    }

    /**
     * All products of the merchant.
     *
     * @param pages takes each page that the service shows
     */
    public List<ProductSummary> products(Consumer<ProductPage> pages) {
        Outcome<List<ProductSummary>> outcome =
                ProductPages.all(
                        number -> {
                            Outcome<ProductPage> page = page(number);
                            if (page instanceof Outcome.Accepted<ProductPage> accepted) {
                                pages.accept(accepted.value());
                            }
                            return page;
                        });
        if (outcome instanceof Outcome.Accepted<List<ProductSummary>> accepted) {
            return accepted.value();
        }
        throw unusable("The product list cannot be read", outcome);
    }

    private Outcome<ProductPage> page(int number) {
        return patiently(() -> merchant.products(number, null));
    }

    /** The products that have no stock added. */
    public Set<Integer> withoutStock() {
        Outcome<List<ProductSummary>> outcome =
                ProductPages.all(page -> patiently(() -> merchant.products(page, false)));
        if (outcome instanceof Outcome.Accepted<List<ProductSummary>> accepted) {
            return accepted.value().stream().map(ProductSummary::id).collect(Collectors.toSet());
        }
        throw unusable("The products without stock cannot be read", outcome);
    }

    /** The stock list of a product, or the service's refusal, which may mean anything. */
    Outcome<List<StockEntry>> stockList(int product) {
        Outcome<List<StockEntry>> outcome = patiently(() -> merchant.stock(product));
        if (outcome instanceof Outcome.Accepted || outcome instanceof Outcome.Refused) {
            return outcome;
        }
        throw unusable("The stock of product " + product + " cannot be read back", outcome);
    }

    /** What the service holds of a product, asked for until it tells. */
    public List<StockEntry> stock(int product) {
        RetryPauses retries = new RetryPauses();
        while (true) {
            StockListReader lists = new StockListReader(this);
            Optional<List<StockEntry>> entries = lists.of(product);
            if (entries.isPresent()) {
                return entries.get();
            }
            pause(retries, lists.refusal().orElseThrow());
        }
    }

    /** Whether the service takes requests that are surely well made, with our credentials. */
    public boolean knowsUs() {
        return !(page(1) instanceof Outcome.Malformed);
    }

    /** Ends what goes on for long without a request, where a stop is asked for. */
    public void checkStop() {
        stop.check();
    }

    /** Waits before another try, or gives up where enough were made. */
    public void pause(RetryPauses retries, Outcome<?> outcome) {
        Duration pause =
                retries.next(outcome.after())
                        .orElseThrow(
                                () -> RunFailedException.passing(brief(outcome) + goOn(outcome)));
        listener.notice("%s; trying again in %d s".formatted(brief(outcome), seconds(pause)));
        time.rest(pause, stop);
        stop.check();
    }

    private <T> Outcome<T> patiently(Supplier<Outcome<T>> request) {
        RetryPauses retries = new RetryPauses();
        while (true) {
            stop.check();
            Outcome<T> outcome = request.get();
            boolean passing =
                    outcome instanceof Outcome.Postponed
                            || outcome instanceof Outcome.InDoubt
                            || outcome instanceof Outcome.Unreached;
            if (!passing) {
                return outcome;
            }
            pause(retries, outcome);
        }
    }

    static RunFailedException unusable(String what, Outcome<?> outcome) {
        return new RunFailedException(
                outcome instanceof Outcome.Malformed
                        ? what + ". " + notTheData(brief(outcome))
                        : what + ": " + brief(outcome));
    }

    /** What to look at when the service takes nothing at all from us. */
    public static String notTheData(String words) {
        return words
                + ". It is not the data: check the application id, secret and access token in the"
                + " settings, and the clock of this machine";
    }

    /** Services may answer with whole pages; a sentence does. */
    private static String brief(Outcome<?> outcome) {
        String words = outcome.describe().replaceAll("\\s+", " ");
        return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
    }

    private String goOn(Outcome<?> outcome) {
        return outcome.after()
                .filter(RetryPauses::isTooLong)
                .map(
                        wait ->
                                ", so not before "
                                        + ClockTime.after(CreatePace.kept(wait), time.instant()))
                .orElse(", and did not recover within a minute");
    }

    private static long seconds(Duration time) {
        return Math.max(1, (time.toMillis() + 500) / 1000);
    }
}
