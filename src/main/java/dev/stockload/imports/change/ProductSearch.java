package dev.stockload.imports.change;

import dev.stockload.book.Book;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.imports.read.ProductCatalogue;
import dev.stockload.ledger.Ledger;
import dev.stockload.merchant.ProductSummary;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.Refusal;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Finds the products of an account that somebody means. */
public final class ProductSearch {
    private static final int MOST = 100;

    private final Ledger ledger;
    private final String account;
    private final Supplier<List<ProductSummary>> list;
    private final Book book;
    private ProductCatalogue catalogue;

    /** A product with the colours that were found. */
    public record Found(int pid, String item, List<String> colours) {}

    /** {@code list} is asked at most once, and only if needed. */
    ProductSearch(Ledger ledger, String account, Supplier<List<ProductSummary>> list) {
        this.ledger = ledger;
        this.account = account;
        this.list = list;
        this.book = ledger.book(account);
    }

    /** The book with the runs of the account, which are many: read once for all questions. */
    Book book() {
        return book;
    }

    public Set<Integer> all(Collection<String> words) {
        return words.stream().map(this::one).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The product with this id, item number or barcode, in this order. A number that no product
     * answers to is taken as an id: whoever works with it reports what is wrong.
     *
     * @throws Refusal if no product answers to it, or several do
     */
    public int one(String word) {
        if (word.isBlank()) {
            throw none(word);
        }
        OptionalInt id = ProductRef.parseId(word.strip());
        if (id.isPresent() && isKnown(id.getAsInt())) {
            return id.getAsInt();
        }
        Collection<Integer> found = meant(word.strip(), id);
        if (found.size() > 1) {
            throw Refusal.notFound("'%s' %s".formatted(word, ProductCatalogue.several(found)));
        }
        return found.stream()
                .findFirst()
                .or(() -> id.stream().boxed().findFirst())
                .orElseThrow(() -> none(word));
    }

    private static Refusal none(String word) {
        return Refusal.notFound(
                "'%s' is no product id, item number or barcode that is known for this account"
                        .formatted(word));
    }

    private boolean isKnown(int id) {
        return book.product(id).stored() != null
                || ledger.details().fetched(account, id).isPresent();
    }

    private Collection<Integer> meant(String word, OptionalInt id) {
        try {
            catalogue = catalogue == null ? new ProductCatalogue(list.get()) : catalogue;
        } catch (Refusal e) {
            // The book has item numbers and barcodes, also while the service does not answer.
            List<Integer> found =
                    inBook(product -> product.item().equals(word) || hasBarcode(product, word));
            if (found.isEmpty() && id.isEmpty()) {
                throw e;
            }
            return found;
        }
        if (id.isPresent() && catalogue.contains(id.getAsInt())) {
            return List.of(id.getAsInt());
        }
        List<Integer> found = catalogue.mayBe(new ProductRef(0, word));
        return found.isEmpty() ? inBook(product -> hasBarcode(product, word)) : found;
    }

    private static boolean hasBarcode(ProductEntry product, String barcode) {
        return product.sizes()
                .map(size -> size.naming().wanted())
                .anyMatch(wanted -> wanted != null && barcode.equals(wanted.barcode()));
    }

    private List<Integer> inBook(Predicate<ProductEntry> isMeant) {
        return book.all().filter(isMeant).map(ProductEntry::id).toList();
    }

    boolean hasList() {
        return catalogue != null;
    }

    String item(int product) {
        return catalogue == null ? "" : catalogue.item(product);
    }

    /** Products with this in their item number or in the name of a colour. */
    public List<Found> like(String part) {
        String words = part.toLowerCase(Locale.ROOT);
        return book.all()
                .map(product -> found(product, part))
                .filter(
                        found ->
                                !found.colours().isEmpty()
                                        || found.item().toLowerCase(Locale.ROOT).contains(words))
                .limit(MOST)
                .toList();
    }

    private static Found found(ProductEntry product, String part) {
        return new Found(
                product.id(),
                product.item(),
                product.colours().values().stream()
                        .map(ColourEntry::shownName)
                        .filter(name -> StockHistory.isMeant(part, name))
                        .toList());
    }
}
