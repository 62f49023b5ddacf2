package dev.stockload.simulation;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a store at the service holds, and how it shows it. */
final class Store {
    /** What people set by hand. */
    static final int EDITED = 90_007;

    private final String name;
    private final int products;
    private final Optional<Event.Renames.Spelling> spelling;
    private final Map<Integer, Map<String, Map<String, Integer>>> stock = new TreeMap<>();
    private final Map<String, String> barcodes = new HashMap<>();

    Store(String name, int products, Optional<Event.Renames.Spelling> spelling) {
        this.name = name;
        this.products = products;
        this.spelling = spelling;
    }

    String name() {
        return name;
    }

    void put(Create.Group group) {
        stock.computeIfAbsent(group.colour().product(), p -> new TreeMap<>())
                .computeIfAbsent(group.colour().name(), c -> new TreeMap<>())
                .putAll(group.sizes());
        group.barcodes().forEach((size, code) -> barcodes.put(group.colour() + " " + size, code));
    }

    /** The pieces of a colour by size. */
    Map<String, Integer> sizes(ColourKey colour) {
        return stock.getOrDefault(colour.product(), Map.of())
                .getOrDefault(colour.name(), Map.of());
    }

    /** A customer buys a piece of each size, or a person sets each by hand. */
    boolean touch(ColourKey colour, boolean sale) {
        Map<String, Integer> sizes =
                stock.getOrDefault(colour.product(), Map.of()).get(colour.name());
        if (sizes == null) {
            return false;
        }
        sizes.replaceAll((size, pieces) -> sale ? Math.max(0, pieces - 1) : EDITED);
        return true;
    }

    String products(String withStock) {
        List<String> found = new ArrayList<>();
        for (int id = 1; id <= products; id++) {
            if (withStock == null || Boolean.parseBoolean(withStock) == stock.containsKey(id)) {
                found.add("{\"id\":%d,\"artNo\":\"A%d\",\"pic\":\"\"}".formatted(id, id));
            }
        }
        return "{\"success\":true,\"totalPages\":1,\"data\":[%s]}"
                .formatted(String.join(",", found));
    }

    String list(int product) {
        Map<String, Map<String, Integer>> colours = stock.get(product);
        if (colours == null) {
            return "{\"success\":false,\"data\":\"\",\"msg\":\"stock has not been added\"}";
        }
        String entries =
                colours.entrySet().stream()
                        .flatMap(
                                colour ->
                                        colour.getValue().entrySet().stream()
                                                .map(size -> entry(product, colour.getKey(), size)))
                        .collect(Collectors.joining(","));
        return "{\"success\":true,\"msg\":\"\",\"data\":[%s]}".formatted(entries);
    }

    private String entry(int product, String colour, Map.Entry<String, Integer> size) {
        String code = barcodes.get(new ColourKey(product, colour) + " " + size.getKey());
        return "{\"guid\":\"%s\",\"barCode\":%s,\"color\":\"%s\",\"size\":\"%s\",\"stock\":%d}"
                .formatted(
                        "0".repeat(32),
                        code == null ? "null" : '"' + code + '"',
                        shown(colour),
                        size.getKey(),
                        size.getValue());
    }

    private String shown(String colour) {
        String name = Sheets.spelled(colour);
        if (spelling.isEmpty()) {
            return name;
        }
        return switch (spelling.get()) {
            case UPPER_CASE -> name.toUpperCase(Locale.ROOT);
            case MORE_SPACES -> name.replace(" ", "  ") + " ";
            case DECOMPOSED -> Normalizer.normalize(name, Normalizer.Form.NFD);
        };
    }
}
