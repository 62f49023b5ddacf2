package dev.stockload.details.table;

import dev.stockload.process.Sha256;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The product details that a person orders; no {@code products} mean all of the merchant's. */
public record DetailsOrder(
        String account, List<Integer> products, boolean refresh, Optional<Path> out) {
    public static final String ALL = "all";

    public DetailsOrder {
        products = products.stream().distinct().toList();
    }

    /** The absolute path of the file to write; may be null. */
    public String file() {
        return out.map(file -> file.toAbsolutePath().normalize().toString()).orElse(null);
    }

    /** Identifies the ordered products, in any order. */
    public String asked() {
        if (products.isEmpty()) {
            return ALL;
        }
        String ids =
                products.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
        return Sha256.of(ids);
    }

    public boolean isSameAs(DetailRun run) {
        return run.account().equals(account)
                && run.asked().equals(asked())
                && run.refresh() == refresh;
    }
}
