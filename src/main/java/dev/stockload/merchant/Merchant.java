package dev.stockload.merchant;

import dev.stockload.stock.Colour;

import okhttp3.OkHttpClient;
import okhttp3.ResponseBody;

import retrofit2.Call;
import retrofit2.Retrofit;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The merchant service of one account. Each call sends one request, at most once, and returns its
 * outcome. The caller keeps the pauses between creates ({@link CreateLimits}). Thread-safe.
 */
public final class Merchant implements Closeable {
    public static final Duration LONGEST_CALL = Duration.ofSeconds(90);

    private final Account account;
    private final int mostColours;
    private final OkHttpClient http;
    private final MerchantApi reads;

    /** For requests that must not be sent twice, or that the service counts. */
    private final MerchantApi once;

    private final AnswerReader reading;

    public Merchant(Account account, InstantSource clock) {
        this(account, clock, CreateLimits.MOST_COLOURS, UnaryOperator.identity());
    }

    public Merchant(
            Account account,
            InstantSource clock,
            int mostColours,
            UnaryOperator<OkHttpClient.Builder> client) {
        this.account = account;
        this.mostColours = mostColours;
        this.http = client.apply(Transport.of(account, clock)).build();
        this.reads = api(account, http);
        this.once = api(account, Transport.fresh(http));
        this.reading = new AnswerReader(account, clock);
    }

    private static MerchantApi api(Account account, OkHttpClient http) {
        String base = account.baseUrl().toString();
        return new Retrofit.Builder()
                .baseUrl(base.endsWith("/") ? base : base + "/")
                .client(http)
                .build()
                .create(MerchantApi.class);
    }

    public int mostColours() {
        return mostColours;
    }

    public Account account() {
        return account;
    }

    /**
     * Not sent if the last check, right before the request is written, throws. The value is the
     * service's message, often empty.
     */
    public Outcome<String> create(List<Colour> colours, LastCheck check) {
        if (colours.isEmpty() || colours.size() > mostColours) {
            throw new IllegalArgumentException(
                    "A create takes 1 to %d colours, but these are %d"
                            .formatted(mostColours, colours.size()));
        }
        return ask(
                once.create(MerchantApi.body(colours), check),
                answer -> reading.words(answer.msg()));
    }

    /** One page of the products, from 1; {@code withStock} null means all products. */
    public Outcome<ProductPages.ProductPage> products(int page, Boolean withStock) {
        return ask(
                reads.products(page, withStock),
                answer ->
                        new ProductPages.ProductPage(
                                answer.pages(), answer.list(ProductSummary.class)));
    }

    public Outcome<List<ProductSummary>> allProducts(Boolean withStock) {
        return ProductPages.all(page -> products(page, withStock));
    }

    /** The stock of one product; refused if it never had stock. */
    public Outcome<List<StockEntry>> stock(int pid) {
        return ask(reads.stock(pid), answer -> answer.list(StockEntry.class));
    }

    /** Everything about one product; the service counts these calls. */
    public Outcome<ProductDetail> detail(int pid) {
        return ask(
                once.detail(Integer.toString(pid)), answer -> answer.object(ProductDetail.class));
    }

    /** Cancels the requests in flight, which may have been applied; false if there are none. */
    public boolean cancel() {
        boolean any = http.dispatcher().runningCallsCount() > 0;
        http.dispatcher().cancelAll();
        return any;
    }

    @Override
    public void close() {
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }

    @Override
    public String toString() {
        return "merchant service of " + account;
    }

    private <T> Outcome<T> ask(Call<ResponseBody> call, Function<MerchantApi.Answer, T> content) {
        try {
            return reading.outcomeOf(call.execute(), content);
        } catch (IOException e) {
            return reading.outcomeOf(e);
        }
    }

    /**
     * A check right before a request is written, after connecting: a process that was paused until
     * now may no longer be allowed to send it.
     */
    @FunctionalInterface
    public interface LastCheck {
        void check() throws IOException;
    }
}
