package dev.stockload.sandbox;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A product of the catalogue; what it is follows from its id alone. */
record Product(
        int id,
        String title,
        BigDecimal price,
        List<String> images,
        String categoryIds,
        String categoryNames,
        Map<String, String> attributes,
        String video) {
    static final int FIRST = 10_001;
    static final String STORE_URL = "riverside";
    static final String STORE_NAME = "Riverside Shoes";
    static final List<String> COLOURS = List.of("black", "white");
    static final List<String> SIZES = List.of("36", "37", "38", "39", "40", "41");

    private static final String IMAGES = "https://img.example.test/";
    private static final List<String> KINDS =
            List.of("Sneaker", "Loafer", "Ankle boot", "Sandal", "Running shoe");
    private static final List<String> UPPERS = List.of("leather", "suede", "canvas");
    private static final List<String> SEASONS = List.of("spring", "summer", "autumn", "winter");

    static Product of(int id) {
        int kind = id % KINDS.size();
        // Optional fields are left out here and there: the document allows it, so clients meet it.
        boolean categories = id % 10 != 9;
        return new Product(
                id,
                KINDS.get(kind) + " " + id + ", " + UPPERS.get(id % UPPERS.size()),
                BigDecimal.valueOf(2_990 + id % 60 * 150L, 2),
                images(id),
                categories ? "5," + (50 + kind) : null,
                categories ? "Shoes," + KINDS.get(kind) : null,
                id % 10 == 7 ? Map.of() : attributes(id),
                id % 5 == 0 ? IMAGES + id + "/walk.mp4" : "");
    }

    String artNo() {
        return "SL-" + id;
    }

    static boolean startsWithStock(int id) {
        return id % 4 == 0;
    }

    /** The description as the document has it: a fragment of HTML with image tags. */
    String description() {
        StringBuilder html = new StringBuilder("<p>" + title + "</p>");
        images.forEach(image -> html.append("<img src=\"").append(image).append("\">"));
        return html.toString();
    }

    private static List<String> images(int id) {
        List<String> images = new ArrayList<>();
        for (int n = 1; n <= 2 + id % 3; n++) {
            images.add(IMAGES + id + "/" + n + ".jpg");
        }
        return images;
    }

    private static Map<String, String> attributes(int id) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("Upper", UPPERS.get(id % UPPERS.size()));
        attributes.put("Sole", id % 2 == 0 ? "rubber" : "leather");
        attributes.put("Season", SEASONS.get(id % SEASONS.size()));
        return attributes;
    }
}
