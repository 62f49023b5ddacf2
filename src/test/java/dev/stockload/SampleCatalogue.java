package dev.stockload;

import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** The faultless stock of a made-up shoe warehouse: 200 products in five colours each. */
final class SampleCatalogue {
    static final int FIRST_PRODUCT = 10_001;
    static final int COLOURS_A_PRODUCT = 5;

    private static final int PRODUCTS = 200;
    private static final long SEED = 46;
    private static final long FIRST_BARCODE = 690_123_400_000L;
    private static final int[] SMALLEST_SIZES = {22, 28, 35, 36, 39};
    private static final List<String> COLOURS =
            List.of(
                    "Black",
                    "White",
                    "Navy",
                    "Dark Blue",
                    "Sky Blue",
                    "Red",
                    "Burgundy",
                    "Olive",
                    "Forest Green",
                    "Sand",
                    "Camel",
                    "Chestnut",
                    "Grey",
                    "Charcoal",
                    "Silver",
                    "Mustard",
                    "Rosé",
                    "Écru",
                    "Café au lait",
                    "黑色",
                    "米白色",
                    "酒红色");

    private final Random random = new Random(SEED);
    private int sizesMade;

    private SampleCatalogue() {}

    static List<Colour> colours() {
        var catalogue = new SampleCatalogue();
        var colours = new ArrayList<Colour>();
        for (int i = 0; i < PRODUCTS; i++) {
            catalogue.addProduct(FIRST_PRODUCT + i, colours);
        }
        return colours;
    }

    /** Every fourth product joins its two smallest sizes to a range. */
    static boolean beginsWithRange(int product) {
        return product % 4 == 0;
    }

    /** A third of the products comes from makers who print none. */
    private static boolean hasBarcodes(int product) {
        return product % 3 != 0;
    }

    static String item(int product) {
        return "SL-" + product;
    }

    private void addProduct(int product, List<Colour> colours) {
        var names = new ArrayList<>(COLOURS);
        Collections.shuffle(names, random);
        int smallest = SMALLEST_SIZES[random.nextInt(SMALLEST_SIZES.length)];
        for (String name : names.subList(0, COLOURS_A_PRODUCT)) {
            colours.add(new Colour(product, name, sizes(product, smallest)));
        }
    }

    private Map<Size, Stock> sizes(int product, int smallest) {
        var sizes = new TreeMap<Size, Stock>();
        int count = 3 + Math.min(random.nextInt(5), random.nextInt(5));
        int from = smallest;
        for (int i = 0; i < count; i++) {
            int to = beginsWithRange(product) && i == 0 ? from + 1 : from;
            boolean soldOut = random.nextInt(9) == 0;
            int stock = soldOut ? 0 : 1 + random.nextInt(20);
            String barcode = hasBarcodes(product) ? barcode(sizesMade++) : null;
            sizes.put(new Size(from, to), new Stock(stock, barcode));
            from = to + 1;
        }
        return sizes;
    }

    /** An EAN-13: twelve digits and the one that proves them. */
    private static String barcode(int number) {
        long digits = FIRST_BARCODE + number;
        int sum = 0;
        long rest = digits;
        for (int i = 0; i < 12; i++, rest /= 10) {
            sum += (int) (rest % 10) * (i % 2 == 0 ? 3 : 1);
        }
        return Long.toString(digits * 10 + (10 - sum % 10) % 10);
    }
}
