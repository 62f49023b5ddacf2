package dev.stockload.simulation;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a store at the service holds, and how it shows it. */
final class Store {
    /** The store that an account moves to. */
    static final String MOVED = "moved";

    /** What people set by hand. */
    static final int EDITED = 90_007;

    private final String name;
    private final int products;
    private final Optional<Event.Renames.Spelling> spelling;
    private final Map<Integer, Map<String, Map<String, Integer>>> stock = new TreeMap<>();
    private final Map<String, String> barcodes = new HashMap<>();
    private final Set<Integer> hidden = new HashSet<>();
    private final NavigableMap<Long, Map<Integer, Map<String, Map<String, Integer>>>> past =
            new TreeMap<>();
    private long lag;
    private Event.ShowsSizes.Form form;
    private boolean splits;
    private int shiftedAt = -1;
    private int shifts;

    Store(String name, int products, Optional<Event.Renames.Spelling> spelling) {
        this.name = name;
        this.products = products;
        this.spelling = spelling;
    }

    String name() {
        return name;
    }

    /** From now on it keeps a range as the single sizes in it. */
    void splitRanges() {
        splits = true;
    }

    boolean splitsRanges() {
        return splits;
    }

    void put(Create.Group each) {
        Create.Group group = splits ? each.opened() : each;
        stock.computeIfAbsent(group.colour().product(), p -> new TreeMap<>())
                .computeIfAbsent(group.colour().name(), c -> new TreeMap<>())
                .putAll(group.sizes());
        group.barcodes().forEach((size, code) -> barcodes.put(group.colour() + " " + size, code));
    }

    boolean isHidden(int product) {
        return hidden.contains(product);
    }

    void hide(int product) {
        hidden.add(product);
    }

    /** The product is listed again, as it was or as a new one. */
    void show(int product, boolean emptied) {
        hidden.remove(product);
        if (emptied) {
            stock.remove(product);
        }
    }

    /** From now on lists show what was there so long ago, where it was remembered. */
    void showLate(long nanos) {
        lag = nanos;
    }

    void remember(long now) {
        if (lag > 0) {
            Map<Integer, Map<String, Map<String, Integer>>> copy = new TreeMap<>();
            stock.forEach(
                    (product, colours) ->
                            colours.forEach(
                                    (colour, sizes) ->
                                            copy.computeIfAbsent(product, p -> new TreeMap<>())
                                                    .put(colour, new TreeMap<>(sizes))));
            past.put(now, copy);
        }
    }

    private Map<Integer, Map<String, Map<String, Integer>>> shown(long now) {
        if (lag == 0) {
            return stock;
        }
        var then = past.floorEntry(now - lag);
        return then == null ? Map.of() : then.getValue();
    }

    /** The pieces of a colour by size. */
    Map<String, Integer> sizes(ColourKey colour) {
        return stock.getOrDefault(colour.product(), Map.of()).getOrDefault(colour.name(), Map.of());
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

    /** Shows the product list on two pages, between which it shifts the n-th time. */
    void shiftPages(int nth) {
        shiftedAt = nth;
    }

    /** From now on sizes are shown in another form. */
    void showSizes(Event.ShowsSizes.Form other) {
        form = other;
    }

    String products(String withStock, int page, long now) {
        List<String> found = products(withStock, shown(now));
        if (shiftedAt < 0) {
            return page(found, 1);
        }
        if (page == 1) {
            return page(found.subList(0, Math.min(2, found.size())), 2);
        }
        int from = shifts++ == shiftedAt ? 3 : 2;
        return page(found.subList(Math.min(from, found.size()), found.size()), 2);
    }

    private static String page(List<String> products, int pages) {
        return "{\"success\":true,\"totalPages\":%d,\"data\":[%s]}"
                .formatted(pages, String.join(",", products));
    }

    private List<String> products(
            String withStock, Map<Integer, Map<String, Map<String, Integer>>> shown) {
        List<String> found = new ArrayList<>();
        for (int id = 1; id <= products; id++) {
            boolean isAsked =
                    withStock == null || Boolean.parseBoolean(withStock) == shown.containsKey(id);
            if (isAsked && !isHidden(id)) {
                found.add("{\"id\":%d,\"artNo\":\"A%d\",\"pic\":\"\"}".formatted(id, id));
            }
        }
        return found;
    }

    String list(int product, long now) {
        Map<String, Map<String, Integer>> colours = shown(now).get(product);
        if (isHidden(product)) {
            return "{\"success\":true,\"msg\":\"\",\"data\":[]}";
        }
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
                        shownSize(size.getKey()),
                        size.getValue());
    }

    private String shownSize(String size) {
        if (form == null || size.contains("-")) {
            return size;
        }
        return form == Event.ShowsSizes.Form.EU ? "EU " + size : size + ".0";
    }

    private String shown(String colour) {
        String name = Sheets.spelled(colour);
        if (spelling.isEmpty()) {
            return name;
        }
        return switch (spelling.get()) {
            case UPPER_CASE -> name.toUpperCase(Locale.ROOT);
            case MORE_SPACES -> name.replace(" ", "  ") + " ";
            case HTML -> name.replace("&", "&amp;");
            case CUT -> name.substring(0, Math.min(20, name.length()));
            case DECOMPOSED -> Normalizer.normalize(name, Normalizer.Form.NFD);
        };
    }
}
