package dev.stockload.details;

import dev.stockload.details.table.DetailRun;
import dev.stockload.runs.RunState;
import dev.stockload.stock.Sha256;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which product details a person asks for.
 *
 * @param account the account as the ledger knows it
 * @param products the products; empty means all of the merchant's
 * @param refresh whether to fetch anew what was fetched before
 * @param out the file to write
 */
public record DetailsOrder(
        String account, List<Integer> products, boolean refresh, Optional<Path> out) {
    static final String ALL = "all";

    public DetailsOrder {
        products = products.stream().distinct().toList();
    }

    /** The file to write, as every process finds it; null for none. */
    String file() {
        return out.map(file -> file.toAbsolutePath().normalize().toString()).orElse(null);
    }

    /** The same for the same products in any order. */
    String asked() {
        if (products.isEmpty()) {
            return ALL;
        }
        String ids =
                products.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
        return Sha256.of(ids);
    }

    boolean isSameAs(DetailRun run) {
        return run.account().equals(account)
                && run.asked().equals(asked())
                && run.refresh() == refresh;
    }

    /** The job that this order is, of which nothing is done yet. */
    DetailRun begun(String id, Instant now, String owner) {
        return new DetailRun(
                id,
                account,
                asked(),
                refresh,
                file(),
                RunState.RUNNING,
                now,
                null,
                false,
                null,
                null,
                owner);
    }
}
