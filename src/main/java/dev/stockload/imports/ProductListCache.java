package dev.stockload.imports;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ProductLists;
import dev.stockload.ledger.ProductLists.Product;
import dev.stockload.ledger.StagedColour;
import dev.stockload.merchant.ProductPage;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.runs.AccountCheck;
import dev.stockload.runs.RetryingClient;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The product list of an account, which may have hundreds of pages: it is read to its end only
 * where it may have changed. A product that comes or goes moves the others, so that the first page,
 * the last one or their number tell of it. What they do not tell of is an item number that was
 * given to another product: so item numbers are looked up in a new list, and so is what a
 * remembered one does not have.
 */
final class ProductListCache {
    /** To look for a change takes two pages. */
    private static final int FEW_PAGES = 3;

    /** The sign of a list that does not tell whether it has changed. */
    private static final String UNKNOWN = "";

    static final Duration KNOWS_IDS = Duration.ofDays(7);

    private final Ledger ledger;
    private final RetryingClient service;
    private final InstantSource clock;
    private final String account;

    /**
     * A list of products.
     *
     * @param remembered whether it was read to its end for another run
     */
    record Listing(ProductCatalogue catalogue, boolean remembered) {
        /** Whether a new list could tell nothing else about these products. */
        private boolean isEnoughFor(Iterable<StagedColour> colours) {
            if (!remembered) {
                return true;
            }
            for (StagedColour colour : colours) {
                if (colour.product().item() != null
                        || !(catalogue.find(colour.product())
                                instanceof ProductCatalogue.Match.Found)) {
                    return false;
                }
            }
            return true;
        }
    }

    ProductListCache(Ledger ledger, RetryingClient service, InstantSource clock) {
        this.ledger = ledger;
        this.service = service;
        this.clock = clock;
        this.account = service.merchant().account().name();
    }

    /** The list as it was read last, where it shows no change since, or else a new one. */
    Listing newest() {
        Instant now = clock.instant();
        return remembered()
                .filter(list -> isUsable(Duration.between(list.readAt(), now)))
                .filter(list -> !list.sign().equals(UNKNOWN) && list.sign().equals(signNow()))
                .map(list -> listing(list, true))
                .orElseGet(this::read);
    }

    /** The products for a sheet with these colours. */
    ProductCatalogue catalogue(Listing newest, Iterable<StagedColour> colours) {
        return (newest.isEnoughFor(colours) ? newest : read()).catalogue();
    }

    private Optional<ProductLists.Remembered> remembered() {
        return accountCheck().isSame() ? ledger.productLists().find(account) : Optional.empty();
    }

    private AccountCheck accountCheck() {
        return new AccountCheck(ledger, service.merchant().account());
    }

    private static boolean isUsable(Duration age) {
        return !age.isNegative() && age.compareTo(KNOWS_IDS) <= 0;
    }

    private String signNow() {
        ProductPage first = service.productPage(1);
        int last = first.totalPages();
        return last <= FEW_PAGES ? UNKNOWN : sign(List.of(first, service.productPage(last)));
    }

    private Listing read() {
        Instant start = clock.instant();
        List<ProductPage> pages = new ArrayList<>();
        List<Product> products =
                service.products(pages::add).stream()
                        .map(product -> new Product(product.id(), product.artNo()))
                        .toList();
        // Some services count more pages than they have: their last one tells nothing.
        boolean telling = pages.size() > FEW_PAGES && pages.size() == pages.get(0).totalPages();
        var list = new ProductLists.Remembered(telling ? sign(pages) : UNKNOWN, start, products);
        // A diff asks without a look whether this is the store that the account was.
        if (!accountCheck().isChanged()) {
            ledger.productLists().put(account, list);
        }
        return listing(list, false);
    }

    private static Listing listing(ProductLists.Remembered list, boolean remembered) {
        return new Listing(
                new ProductCatalogue(
                        list.products().stream()
                                .map(
                                        product ->
                                                new ProductSummary(
                                                        product.id(), product.item(), ""))
                                .toList()),
                remembered);
    }

    /** What the first and the last of these pages look like. */
    private static String sign(List<ProductPage> pages) {
        StringBuilder text = new StringBuilder();
        for (ProductPage page : List.of(pages.get(0), pages.get(pages.size() - 1))) {
            text.append(page.totalPages());
            page.products()
                    .forEach(p -> text.append('\n').append(p.id()).append(' ').append(p.artNo()));
            text.append('\f');
        }
        return RunFolder.hash(text.toString());
    }
}
