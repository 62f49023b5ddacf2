package dev.stockload.sandbox;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A product of the catalogue; everything except its stock is derived from its id. */
record Product(int id) {
    static final int FIRST = 10_001;
    static final String STORE_URL = "riverside";

    private static final String IMAGES = "https://img.example.test/";
    private static final List<String> COLOURS = List.of("black", "white");
    private static final List<String> SIZES = List.of("36", "37", "38", "39", "40", "41");
    private static final List<String> KINDS =
            List.of("Sneaker", "Loafer", "Ankle boot", "Sandal", "Running shoe");
    private static final List<String> UPPERS = List.of("leather", "suede", "canvas");

    record Summary(int id, String artNo, String pic) {}

    Summary summary() {
        return new Summary(id, artNo(), image(1));
    }

    /** All fields of the document; some products lack the optional ones, as clients must expect. */
    Map<String, Object> detail(List<SandboxDatabase.Entry> stock) {
        String kind = KINDS.get(id % KINDS.size());
        String upper = UPPERS.get(id % UPPERS.size());
        String title = kind + " " + id + ", " + upper;
        List<String> images = Stream.of(1, 2).map(this::image).toList();
        BigDecimal price = BigDecimal.valueOf(2_990 + id % 60 * 150L, 2);
        Map<String, Object> detail = new LinkedHashMap<>();
        if (id % 10 != 9) {
            detail.put("categoryIdTree", "5," + (50 + id % KINDS.size()));
            detail.put("categoryNameTree", "Shoes," + kind);
        }
        detail.put(
                "description",
                "<p>%s</p><img src=\"%s\"><img src=\"%s\">"
                        .formatted(title, images.get(0), images.get(1)));
        detail.put("imgs", images);
        detail.put("price", price);
        detail.put("outerId", String.join("/", STORE_URL, artNo(), price.toPlainString()));
        detail.put("picUrl", image(1));
        if (id % 10 != 7) {
            detail.put("attributes", List.of(Map.of("name", "Upper", "value", upper)));
        }
        detail.put("skus", skus(stock));
        detail.put("storeUrl", STORE_URL);
        detail.put("storeName", "Riverside Shoes");
        detail.put("title", title);
        detail.put("video", id % 5 == 0 ? IMAGES + id + "/walk.mp4" : "");
        return detail;
    }

    /** The initial stock, of a quarter of the products; half of these have barcodes. */
    List<ColourGroup> initialStock() {
        return id % 4 == 0 ? COLOURS.stream().map(this::initialStock).toList() : List.of();
    }

    private ColourGroup initialStock(String colour) {
        List<ColourGroup.SizeItem> sizes = new ArrayList<>();
        for (String size : SIZES) {
            String barCode =
                    String.format(Locale.ROOT, "4%07d%d%s", id, COLOURS.indexOf(colour), size);
            sizes.add(
                    new ColourGroup.SizeItem(
                            size, (id + Integer.parseInt(size)) % 9, id % 8 == 0 ? barCode : null));
        }
        return new ColourGroup(colour, id, sizes);
    }

    private String artNo() {
        return "SL-" + id;
    }

    private String image(int number) {
        return IMAGES + id + "/" + number + ".jpg";
    }

    /** One for each colour; without stock there are no quantities. */
    private List<Map<String, String>> skus(List<SandboxDatabase.Entry> stock) {
        List<Map<String, String>> skus = new ArrayList<>();
        Stream<String> colours =
                stock.isEmpty()
                        ? COLOURS.stream()
                        : stock.stream().map(SandboxDatabase.Entry::color).distinct();
        colours.forEach(
                colour -> {
                    List<SandboxDatabase.Entry> entries =
                            stock.stream().filter(entry -> entry.color().equals(colour)).toList();
                    Map<String, String> sku = new LinkedHashMap<>();
                    sku.put("color", colour);
                    sku.put("size", String.join(",", SIZES));
                    if (!entries.isEmpty()) {
                        sku.put("size", joined(entries, SandboxDatabase.Entry::size));
                        sku.put("stockNum", joined(entries, SandboxDatabase.Entry::stock));
                    }
                    sku.put("skuImg", skus.isEmpty() ? image(1) : "");
                    skus.add(sku);
                });
        return skus;
    }

    private static String joined(
            List<SandboxDatabase.Entry> entries, Function<SandboxDatabase.Entry, Object> value) {
        return entries.stream().map(value).map(String::valueOf).collect(Collectors.joining(","));
    }
}
