package dev.stockload.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A product of the catalogue; everything except its stock is derived from its id. */
record Product(int id) {
    static final int FIRST = 10_001;
    static final String STORE_URL = "riverside";

    private static final String STORE_NAME = "Riverside Shoes";
    private static final String IMAGES = "https://img.example.test/";
    private static final List<String> COLOURS = List.of("black", "white");
    private static final List<String> SIZES = List.of("36", "37", "38", "39", "40", "41");
    private static final List<String> KINDS =
            List.of("Sneaker", "Loafer", "Ankle boot", "Sandal", "Running shoe");
    private static final List<String> UPPERS = List.of("leather", "suede", "canvas");
    private static final List<String> SEASONS = List.of("spring", "summer", "autumn", "winter");

    record Summary(int id, String artNo, String pic) {}

    /** All fields of a product in the document; optional ones may be null. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Detail(
            String categoryIdTree,
            String categoryNameTree,
            String description,
            List<String> imgs,
            BigDecimal price,
            String outerId,
            String picUrl,
            List<Attribute> attributes,
            List<Sku> skus,
            String storeUrl,
            String storeName,
            String title,
            String video) {}

    record Attribute(String name, String value) {}

    /** One colour; without stock it has sizes but no quantities. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sku(String color, String size, String stockNum, String skuImg) {}

    Summary summary() {
        return new Summary(id, artNo(), image(1));
    }

    Detail detail(List<SandboxDatabase.Entry> stock) {
        String kind = KINDS.get(id % KINDS.size());
        String upper = UPPERS.get(id % UPPERS.size());
        String title = kind + " " + id + ", " + upper;
        List<String> images = IntStream.rangeClosed(1, 2 + id % 3).mapToObj(this::image).toList();
        BigDecimal price = BigDecimal.valueOf(2_990 + id % 60 * 150L, 2);
        List<Attribute> attributes =
                List.of(
                        new Attribute("Upper", upper),
                        new Attribute("Sole", id % 2 == 0 ? "rubber" : "leather"),
                        new Attribute("Season", SEASONS.get(id % SEASONS.size())));
        // Some products lack optional fields, so that clients are tested with that.
        boolean categories = id % 10 != 9;
        return new Detail(
                categories ? "5," + (50 + id % KINDS.size()) : null,
                categories ? "Shoes," + kind : null,
                description(title, images),
                images,
                price,
                String.join("/", STORE_URL, artNo(), price.toPlainString()),
                image(1),
                id % 10 == 7 ? null : attributes,
                skus(stock),
                STORE_URL,
                STORE_NAME,
                title,
                id % 5 == 0 ? IMAGES + id + "/walk.mp4" : "");
    }

    /** The initial stock, of a quarter of the products. */
    List<ColourGroup> initialStock() {
        return id % 4 == 0 ? COLOURS.stream().map(this::initialStock).toList() : List.of();
    }

    private ColourGroup initialStock(String colour) {
        return new ColourGroup(
                colour, id, SIZES.stream().map(size -> initialStock(colour, size)).toList());
    }

    private ColourGroup.SizeItem initialStock(String colour, String size) {
        // Every other product has barcodes.
        String barCode =
                id % 8 == 0
                        ? String.format(Locale.ROOT, "4%07d%d%s", id, COLOURS.indexOf(colour), size)
                        : null;
        return new ColourGroup.SizeItem(size, (id + Integer.parseInt(size)) % 9, barCode);
    }

    private String artNo() {
        return "SL-" + id;
    }

    private String image(int number) {
        return IMAGES + id + "/" + number + ".jpg";
    }

    /** HTML with image tags, as in the document. */
    private static String description(String title, List<String> images) {
        return images.stream()
                .map("<img src=\"%s\">"::formatted)
                .collect(Collectors.joining("", "<p>" + title + "</p>", ""));
    }

    private List<Sku> skus(List<SandboxDatabase.Entry> stock) {
        Map<String, List<SandboxDatabase.Entry>> byColour =
                stock.stream()
                        .collect(
                                Collectors.groupingBy(
                                        SandboxDatabase.Entry::color,
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        if (stock.isEmpty()) {
            COLOURS.forEach(colour -> byColour.put(colour, List.of()));
        }
        List<Sku> skus = new ArrayList<>();
        byColour.forEach(
                (colour, entries) ->
                        skus.add(sku(colour, entries, skus.isEmpty() ? image(1) : "")));
        return skus;
    }

    private static Sku sku(String colour, List<SandboxDatabase.Entry> stock, String image) {
        return stock.isEmpty()
                ? new Sku(colour, String.join(",", SIZES), null, image)
                : new Sku(
                        colour,
                        stock.stream().map(e -> "" + e.size()).collect(Collectors.joining(",")),
                        stock.stream().map(e -> "" + e.stock()).collect(Collectors.joining(",")),
                        image);
    }
}
