package dev.stockload.merchant;

import dev.stockload.merchant.MerchantApi.Answer;
import dev.stockload.merchant.MerchantApi.ColourGroup;
import dev.stockload.stock.Colour;

import okhttp3.OkHttpClient;

import retrofit2.Call;
import retrofit2.Retrofit;
import retrofit2.converter.jackson.JacksonConverterFactory;

import java.io.Closeable;
import java.io.IOException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The merchant service of one account. Each call is one request, sent once at most, and what became
 * of it; the pace between creates is the caller's ({@link Pace}). May be used by several threads.
 */
public final class Merchant implements Closeable {
    /** The most colours that one create takes. */
    public static final int COLOURS_PER_REQUEST = 300;

    /** Far beyond any catalogue: a service that counts further is counting wrong. */
    private static final int MOST_PAGES = 20_000;

    private final Account account;
    private final OkHttpClient http;
    private final MerchantApi api;
    private final Reading reading;

    public Merchant(Account account, InstantSource clock) {
        this(account, clock, Timeouts.USUAL);
    }

    Merchant(Account account, InstantSource clock, Timeouts timeouts) {
        this.account = account;
        this.http = Transport.of(account, clock, timeouts);
        this.reading = new Reading(account, clock);
        String base = account.baseUrl().toString();
        this.api =
                new Retrofit.Builder()
                        .baseUrl(base.endsWith("/") ? base : base + "/")
                        .client(http)
                        .addConverterFactory(JacksonConverterFactory.create(MerchantApi.JSON))
                        .build()
                        .create(MerchantApi.class);
    }

    /** Creates stock; the value is the service's message, often empty. */
    public Outcome<String> create(List<Colour> colours) {
        if (colours.isEmpty() || colours.size() > COLOURS_PER_REQUEST) {
            throw new IllegalArgumentException(
                    "A create takes 1 to %d colours, but these are %d"
                            .formatted(COLOURS_PER_REQUEST, colours.size()));
        }
        return ask(
                api.create(colours.stream().map(ColourGroup::of).toList()),
                answer -> reading.words(answer.msg()));
    }

    /** One page of the products, counted from 1: all (null), or those with or without stock. */
    public Outcome<ProductPage> products(int page, Boolean withStock) {
        return ask(
                api.products(page, withStock),
                answer -> new ProductPage(answer.pages(), answer.list(ProductSummary.class)));
    }

    /** The products of all pages, each once, or what kept us from reading one of the pages. */
    public Outcome<List<ProductSummary>> allProducts(Boolean withStock) {
        Map<Integer, ProductSummary> found = new LinkedHashMap<>();
        for (int page = 1; page <= MOST_PAGES; page++) {
            Outcome<ProductPage> outcome = products(page, withStock);
            if (!(outcome instanceof Outcome.Accepted<ProductPage> accepted)) {
                return outcome.map(ProductPage::products);
            }
            // The newest count holds: products come and go while we read.
            int pages = accepted.value().totalPages();
            List<ProductSummary> products = accepted.value().products();
            int before = found.size();
            products.forEach(product -> found.putIfAbsent(product.id(), product));
            if (page >= pages || products.isEmpty()) {
                return new Outcome.Accepted<>(List.copyOf(found.values()));
            }
            if (found.size() == before) {
                return new Outcome.InDoubt<>(
                        "page %d of %d of the product list only repeats earlier pages"
                                .formatted(page, pages));
            }
        }
        return new Outcome.InDoubt<>(
                "the product list has no end, %d pages were read".formatted(MOST_PAGES));
    }

    /** What the service holds of one product; refused where stock was never added. */
    public Outcome<List<StockEntry>> stock(int pid) {
        return ask(api.stock(pid), answer -> answer.list(StockEntry.class));
    }

    /** Everything about one product; the service counts these calls. */
    public Outcome<ProductDetail> detail(int pid) {
        return ask(api.detail(Integer.toString(pid)), answer -> answer.object(ProductDetail.class));
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

    private <T> Outcome<T> ask(Call<Answer> call, Reading.Content<T> content) {
        try {
            return reading.outcomeOf(call.execute(), content);
        } catch (IOException e) {
            return reading.outcomeOf(e);
        }
    }
}
