package dev.stockload.imports.read;

import dev.stockload.merchant.ProductSummary;
import dev.stockload.problem.ProblemCode;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProductRef;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The merchant's products by id and item number; finds the product of a row. */
public final class ProductCatalogue {
    private final Map<Integer, String> items = new HashMap<>();
    private final Map<String, List<Integer>> ids = new HashMap<>();
    private final Map<Integer, String> unlisted = new HashMap<>();
    private Map<String, String> spellings;

    /** Why a row names no product; {@code byItem} if its item number is wrong and not its id. */
    record Missed(ProblemCode code, boolean byItem, String advice) {}

    public ProductCatalogue(Collection<ProductSummary> products) {
        for (ProductSummary product : products) {
            String item = product.artNo() == null ? "" : product.artNo().strip();
            if (items.put(product.id(), item) == null && !item.isEmpty()) {
                ids.computeIfAbsent(item, key -> new ArrayList<>(1)).add(product.id());
            }
        }
    }

    public boolean contains(int product) {
        return items.containsKey(product);
    }

    /** The item number of a product; empty if it has none. */
    public String item(int product) {
        return items.getOrDefault(product, "");
    }

    /** The product that a row names for certain; 0 if there is none. */
    int find(ProductRef product) {
        if (product.hasId()) {
            String item = items.get(product.id());
            boolean fits = product.item() == null || product.item().equals(item);
            return item != null && fits ? product.id() : 0;
        }
        List<Integer> found = ids.getOrDefault(product.item(), List.of());
        return found.size() == 1 ? found.get(0) : 0;
    }

    /** Adds a product that the book knows and the product list lacks. */
    void addUnlisted(int product, String item) {
        unlisted.put(product, item);
    }

    /** Whether the book knows a product that the list lacks. */
    boolean isUnlisted(int product) {
        return unlisted.containsKey(product);
    }

    /** The product that a row means and that is not listed; 0 if its item number is not known. */
    int findUnlisted(ProductRef product) {
        if (product.hasId()) {
            boolean fits =
                    product.item() == null || product.item().equals(unlisted.get(product.id()));
            return fits && !contains(product.id()) ? product.id() : 0;
        }
        List<Integer> found =
                ids.containsKey(product.item())
                        ? List.of()
                        : unlisted.keySet().stream()
                                .filter(id -> unlisted.get(id).equals(product.item()))
                                .toList();
        return found.size() == 1 ? found.get(0) : 0;
    }

    Missed missed(ProductRef product) {
        return product.hasId() ? missedId(product) : missedItem(product.item());
    }

    boolean isUnknown(ProductRef product) {
        return product.hasId() ? !contains(product.id()) : !ids.containsKey(product.item());
    }

    public boolean hasAny(Collection<String> words) {
        return words.stream()
                .anyMatch(
                        word ->
                                ids.containsKey(word)
                                        || ProductRef.parseId(word).stream()
                                                .anyMatch(this::contains));
    }

    /** The products that a row may mean if it does not name one for certain. */
    public List<Integer> mayBe(ProductRef product) {
        List<Integer> all =
                new ArrayList<>(
                        product.item() == null
                                ? List.of()
                                : ids.getOrDefault(product.item(), List.of()));
        if (product.hasId() && items.containsKey(product.id())) {
            all.add(product.id());
        }
        return all;
    }

    private Missed missedId(ProductRef product) {
        String item = items.get(product.id());
        return item == null
                ? new Missed(
                        ProblemCode.PRODUCT_UNKNOWN, false, "is not in the merchant's product list")
                : new Missed(
                        ProblemCode.PRODUCT_MISMATCH,
                        true,
                        "is not the item number of product %d, which is '%s': correct one of the two"
                                .formatted(product.id(), item));
    }

    private Missed missedItem(String item) {
        List<Integer> found = ids.getOrDefault(item, List.of());
        if (found.isEmpty()) {
            String like = spellings().get(bare(item));
            return new Missed(
                    ProblemCode.PRODUCT_UNKNOWN,
                    true,
                    "is not in the merchant's product list"
                            + (like == null ? "" : ", which has '%s'".formatted(like)));
        }
        return new Missed(ProblemCode.PRODUCT_AMBIGUOUS, true, several(found));
    }

    public static String several(Collection<Integer> found) {
        return "belongs to %d products (%s): name the product by its id"
                .formatted(found.size(), Count.some(found));
    }

    /** Item numbers without case, spaces, signs and leading zeros, for suggestions. */
    private Map<String, String> spellings() {
        if (spellings == null) {
            spellings = new HashMap<>();
            ids.keySet().forEach(item -> spellings.putIfAbsent(bare(item), item));
        }
        return spellings;
    }

    private static String bare(String item) {
        return item.toLowerCase(Locale.ROOT)
                .replaceAll("[\\s\\p{Punct}]", "")
                .replaceFirst("^0+", "");
    }
}
