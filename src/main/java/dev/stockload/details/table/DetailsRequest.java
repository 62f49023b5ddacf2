package dev.stockload.details.table;

import dev.stockload.process.Sha256;
import dev.stockload.runs.Run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The product details that a person orders; no {@code products} mean all of the merchant's. */
public record DetailsRequest(
        String account, List<Integer> products, boolean refresh, Optional<Path> out) {
    /** The job of the runs that fetch details. */
    public static final String JOB = Run.DETAILS_JOB;

    private static final String ALL = "--all";
    private static final String REFRESH = "--refresh";

    public DetailsRequest {
        products = products.stream().distinct().toList();
    }

    /** The absolute path of the file to write; empty if there is none. */
    public String file() {
        return out.map(file -> file.toAbsolutePath().normalize().toString()).orElse("");
    }

    /** How the run is stored to go on. */
    public String options() {
        return (products.isEmpty() ? ALL : "") + (refresh ? REFRESH : "");
    }

    public static boolean isOfAll(String options) {
        return options.startsWith(ALL);
    }

    public static boolean isRefresh(String options) {
        return options.endsWith(REFRESH);
    }

    /** Identifies what is ordered, the products in any order. */
    public String content() {
        return Sha256.of(options() + products.stream().sorted().toList());
    }
}
