package dev.stockload.service;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Requests;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.Outcome.Kind;
import dev.stockload.merchant.ProductPages;
import dev.stockload.merchant.ProductPages.ProductPage;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Caller;
import dev.stockload.runs.RunListener;
import dev.stockload.service.AccountIdentities.Sameness;
import dev.stockload.stock.SafeText;

import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reads from the merchant service with retries; reading twice does no harm. A request that is still
 * unanswered some seconds after a stop was requested is given up.
 */
public final class RetryingClient implements Closeable {
    private static final int LONGEST = 300;

    private final String account;
    private final Merchant merchant;
    private final AccountIdentities accounts;
    private final NextCreate nextCreate;
    private final Requests requests;
    private final Time time;
    private final StopSignal stop;
    private final RunListener listener;
    private final Runnable whenAsked = this::giveUpLater;
    private final boolean retries;
    private Sameness known;

    /** Throws if the account lacks settings, is another store by now, or has another name. */
    public RetryingClient(ProcessContext process, String account, Caller caller) {
        this.account = account;
        this.accounts = new AccountIdentities(process.ledger());
        this.merchant = process.merchants().open(account);
        try {
            this.known = accounts.checkSettings(merchant.account());
        } catch (RuntimeException e) {
            merchant.close();
            throw e;
        }
        this.time = process.time();
        this.nextCreate = new NextCreate(process.ledger(), time);
        this.requests = process.ledger().requests();
        this.stop = caller.stop();
        this.listener = caller.listener();
        this.retries = caller.retries();
        stop.whenAsked(whenAsked);
    }

    private void giveUpLater() {
        time.later(StopSignal.PATIENCE, this::giveUp);
    }

    private void giveUp() {
        if (merchant.cancel()) {
            listener.notice(
                    "The merchant service did not answer within %d s: the request in flight is given up"
                            .formatted(StopSignal.PATIENCE.toSeconds()));
        }
    }

    public Merchant merchant() {
        return merchant;
    }

    /** The oldest request of the account that stock lists may not show yet (rule 8). */
    public long recent() {
        return requests.recent(account, time.instant(), merchant.account().doubt());
    }

    public List<ProductSummary> products() {
        return products(page -> {});
    }

    public List<ProductSummary> products(Consumer<ProductPage> pages) {
        return products(null, pages, "The product list cannot be read");
    }

    public Set<Integer> withoutStock() {
        return products(false, page -> {}, "The products without stock cannot be read").stream()
                .map(ProductSummary::id)
                .collect(Collectors.toSet());
    }

    private List<ProductSummary> products(
            Boolean withStock, Consumer<ProductPage> pages, String failure) {
        Outcome<List<ProductSummary>> outcome =
                ProductPages.all(
                        number -> {
                            Outcome<ProductPage> page = page(number, withStock);
                            if (page.is(Kind.ACCEPTED)) {
                                pages.accept(page.value());
                            }
                            return page;
                        });
        if (outcome.is(Kind.ACCEPTED)) {
            return outcome.value();
        }
        throw unusable(failure, outcome);
    }

    private Outcome<ProductPage> page(int number, Boolean withStock) {
        return withRetries(() -> merchant.products(number, withStock));
    }

    /** The stock list of a product, or the service's refusal, whose reason is unknown. */
    Outcome<List<StockEntry>> stockList(int product) {
        Outcome<List<StockEntry>> outcome = withRetries(() -> merchant.stock(product));
        if (outcome.is(Kind.ACCEPTED) || outcome.is(Kind.REFUSED)) {
            return outcome;
        }
        throw unusable("The stock of product " + product + " cannot be read back", outcome);
    }

    /** The stock of a product; retries until the service shows it. */
    public List<StockEntry> stock(int product) {
        RetryPauses pauses = new RetryPauses();
        while (true) {
            StockListReader lists = new StockListReader(this);
            Optional<List<StockEntry>> entries = lists.of(product);
            if (entries.isPresent()) {
                return entries.get();
            }
            pause(pauses, lists.refusal().orElseThrow());
        }
    }

    /** Whether the service accepts our credentials, tried with a request that is well formed. */
    public boolean acceptsCredentials() {
        return !page(1, null).is(Kind.MALFORMED);
    }

    /** Stops long work without requests if a stop was requested. */
    public void checkStop() {
        stop.check();
    }

    public void pause(RetryPauses pauses, Outcome<?> outcome) {
        stop.check();
        if (!retries) {
            throw RunFailedException.ofService(brief(outcome), true);
        }
        Duration pause =
                pauses.next(outcome.after())
                        .orElseThrow(
                                () ->
                                        RunFailedException.ofService(
                                                brief(outcome) + whenToGoOn(outcome), true));
        listener.notice("%s; trying again in %d s".formatted(brief(outcome), seconds(pause)));
        time.rest(pause, stop);
        stop.check();
    }

    private <T> Outcome<T> withRetries(Supplier<Outcome<T>> request) {
        RetryPauses pauses = new RetryPauses();
        checkToken();
        while (true) {
            stop.check();
            Outcome<T> outcome = heard(request.get());
            outcome.after().ifPresent(asked -> nextCreate.postponed(account, asked));
            boolean passing =
                    switch (outcome.kind()) {
                        case POSTPONED, UNREACHED, IN_DOUBT -> true;
                        case ACCEPTED, REFUSED, MALFORMED -> false;
                    };
            if (!passing) {
                return outcome;
            }
            pause(pauses, outcome);
        }
    }

    /** A new token may be that of another store: nothing is read or sent before that is known. */
    public void checkToken() {
        if (known == Sameness.RENEWED) {
            known = Sameness.SAME;
            try {
                accounts.checkToken(this, time);
            } catch (RuntimeException e) {
                known = Sameness.RENEWED;
                throw e;
            }
        }
    }

    /** From the first answer that accepts us, the account's name stands for this store. */
    public <T> Outcome<T> heard(Outcome<T> outcome) {
        if (known == Sameness.UNKNOWN && outcome.is(Kind.ACCEPTED)) {
            accounts.accepted(merchant.account(), time);
            known = Sameness.SAME;
        }
        return outcome;
    }

    @Override
    public void close() {
        stop.forget(whenAsked);
        merchant.close();
    }

    static RunFailedException unusable(String what, Outcome<?> outcome) {
        return RunFailedException.ofService(
                outcome.is(Kind.MALFORMED)
                        ? what + ". " + notTheData(brief(outcome))
                        : what + ": " + brief(outcome),
                false);
    }

    /** Adds what to check if the service accepts nothing from us. */
    public static String notTheData(String words) {
        return words
                + ". It is not the data: check the application id, secret and access token in the"
                + " settings, and the clock of this machine";
    }

    /** Cuts an answer: services may send whole pages. */
    private static String brief(Outcome<?> outcome) {
        return SafeText.cut(outcome.describe().replaceAll("\\s+", " "), LONGEST);
    }

    private String whenToGoOn(Outcome<?> outcome) {
        return outcome.after()
                .filter(RetryPauses::isTooLong)
                .map(
                        wait ->
                                ", so not before "
                                        + TimeWords.after(NextCreate.capped(wait), time.instant()))
                .orElse(", and did not recover within a minute");
    }

    private static long seconds(Duration time) {
        return Math.max(1, (time.toMillis() + 500) / 1000);
    }

    /** The pauses between retries of one request: they grow, and end after about a minute. */
    public static final class RetryPauses {
        private static final List<Duration> PAUSES =
                List.of(1, 2, 4, 8, 15, 30).stream().map(Duration::ofSeconds).toList();
        private static final Duration LONGEST = Duration.ofSeconds(60);

        private int used;

        /** Whether a run fails rather than wait this long. */
        public static boolean isTooLong(Duration wait) {
            return wait.compareTo(LONGEST) > 0;
        }

        /**
         * The next pause, at least as long as the service asks for; empty after the last retry, or
         * if the service asks for a longer wait than we accept.
         */
        Optional<Duration> next(Optional<Duration> asked) {
            if (used == PAUSES.size() || asked.filter(RetryPauses::isTooLong).isPresent()) {
                return Optional.empty();
            }
            Duration ours = PAUSES.get(used++);
            return asked.filter(wait -> wait.compareTo(ours) > 0).or(() -> Optional.of(ours));
        }
    }
}
