package dev.stockload.merchant;

import dev.stockload.stock.Colour;
import dev.stockload.stock.CreateLimits;

import okhttp3.OkHttpClient;
import okhttp3.ResponseBody;

import retrofit2.Call;
import retrofit2.Retrofit;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import javax.net.SocketFactory;

/**
 * The merchant service of one account. Each call is one request, sent once at most, and what became
 * of it; the pace between creates is the caller's ({@link Pace}). May be used by several threads.
 */
public final class Merchant implements Closeable {
    /** The longest that a call may take, from its first byte to the last of its answer. */
    public static final Duration LONGEST_CALL = Transport.Timeouts.USUAL.call();

    private final Account account;
    private final int mostColours;
    private final OkHttpClient http;
    private final MerchantApi reads;

    /** For what must not be sent twice, or is counted. */
    private final MerchantApi once;

    private final AnswerReader reading;

    /** To the last byte of their answers. */
    private final Set<Call<ResponseBody>> inFlight;

    public Merchant(Account account, InstantSource clock) {
        this(account, clock, Transport.Timeouts.USUAL);
    }

    public Merchant(Account account, InstantSource clock, ClientOptions options) {
        this(account, clock, Transport.Timeouts.USUAL, options);
    }

    Merchant(Account account, InstantSource clock, Transport.Timeouts timeouts) {
        this(account, clock, timeouts, ClientOptions.USUAL);
    }

    private Merchant(
            Account account,
            InstantSource clock,
            Transport.Timeouts timeouts,
            ClientOptions options) {
        this.account = account;
        this.mostColours = options.mostColours();
        this.http = Transport.of(account, clock, timeouts, options.sockets());
        this.reads = api(account, http);
        this.once = api(account, Transport.fresh(http));
        this.reading = new AnswerReader(account, clock);
        this.inFlight = ConcurrentHashMap.newKeySet();
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

    /** Creates stock; the value is the service's message, often empty. */
    public Outcome<String> create(List<Colour> colours) {
        return create(colours, () -> {});
    }

    /**
     * Creates stock, unless the last look before the request is written forbids it: then it was not
     * sent.
     */
    public Outcome<String> create(List<Colour> colours, LastLook look) {
        if (colours.isEmpty() || colours.size() > mostColours) {
            throw new IllegalArgumentException(
                    "A create takes 1 to %d colours, but these are %d"
                            .formatted(mostColours, colours.size()));
        }
        return ask(
                once.create(MerchantApi.body(colours), look),
                answer -> reading.words(answer.msg()));
    }

    /** One page of the products, counted from 1: all (null), or those with or without stock. */
    public Outcome<ProductPages.ProductPage> products(int page, Boolean withStock) {
        return ask(
                reads.products(page, withStock),
                answer ->
                        new ProductPages.ProductPage(
                                answer.pages(), answer.list(ProductSummary.class)));
    }

    /** The products of all pages, each once, or what kept us from reading one of the pages. */
    public Outcome<List<ProductSummary>> allProducts(Boolean withStock) {
        return ProductPages.all(page -> products(page, withStock));
    }

    /** What the service holds of one product; refused where stock was never added. */
    public Outcome<List<StockEntry>> stock(int pid) {
        return ask(reads.stock(pid), answer -> answer.list(StockEntry.class));
    }

    /** Everything about one product; the service counts these calls. */
    public Outcome<ProductDetail> detail(int pid) {
        return ask(
                once.detail(Integer.toString(pid)), answer -> answer.object(ProductDetail.class));
    }

    /**
     * Gives up the requests in flight: nobody knows what becomes of one that has left.
     *
     * @return whether there were any
     */
    public boolean cancel() {
        boolean any = !inFlight.isEmpty();
        inFlight.forEach(Call::cancel);
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

    private <T> Outcome<T> ask(Call<ResponseBody> call, AnswerReader.Content<T> content) {
        inFlight.add(call);
        try {
            return reading.outcomeOf(call.execute(), content);
        } catch (IOException e) {
            return reading.outcomeOf(e);
        } finally {
            inFlight.remove(call);
        }
    }

    /**
     * A look right before a request is written, when its connection is there already: whoever was
     * paused until now may not be allowed to send it any more.
     */
    @FunctionalInterface
    public interface LastLook {
        /**
         * @throws IOException where the request must not leave
         */
        void check() throws IOException;
    }

    /**
     * What a client of the service stands on.
     *
     * @param sockets where its connections come from
     * @param mostColours the most colours of one create
     */
    public record ClientOptions(SocketFactory sockets, int mostColours) {
        static final ClientOptions USUAL =
                new ClientOptions(SocketFactory.getDefault(), CreateLimits.MOST_COLOURS);
    }
}
