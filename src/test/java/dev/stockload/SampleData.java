package dev.stockload;

import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.apache.poi.ss.usermodel.FormulaError;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/** Makes the sheets of sample-data/ anew, the same each time: {@code ./gradlew sampleData}. */
final class SampleData {
    private static final int ITEM = 0;
    private static final int COLOUR = 1;
    private static final int SIZE = 2;
    private static final int STOCK = 3;
    private static final int BARCODE = 4;

    private final List<Colour> catalogue = SampleCatalogue.colours();

    private SampleData() {}

    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]));
    }

    static void write(Path folder) throws IOException {
        var data = new SampleData();
        Path nightly = Files.createDirectories(folder.resolve("nightly"));
        data.writeWarehouse(folder.resolve("warehouse.xlsx"));
        data.writeMatrix(folder.resolve("warehouse-matrix.xlsx"));
        data.writeNights(nightly);
    }

    private void writeWarehouse(Path file) throws IOException {
        List<List<Object[]>> colours = new ArrayList<>();
        for (Colour colour : catalogue) {
            List<Object[]> rows = new ArrayList<>();
            colour.sizes().forEach((size, stock) -> rows.add(row(colour, size, stock)));
            colours.add(rows);
        }
        makeMistakes(colours);
        try (var workbook =
                new SampleWorkbook(
                        "Stock",
                        "Riverside Shoes – warehouse stock, week 46",
                        "Item No",
                        "Colour",
                        "Size",
                        "Stock",
                        "Barcode")) {
            workbook.widths(12, 18, 10, 10, 17);
            colours.forEach(rows -> rows.forEach(workbook::add));
            workbook.save(file);
        }
    }

    private static Object[] row(Colour colour, Size size, Stock stock) {
        return new Object[] {
            SampleCatalogue.item(colour.product()),
            colour.name(),
            cell(size),
            stock.pieces(),
            stock.barcode() == null ? null : Long.valueOf(stock.barcode())
        };
    }

    /** A single size is typed as a number, a range can only be text. */
    private static Object cell(Size size) {
        return size.from() == size.to() ? size.from() : size.toString();
    }

    /** The mistakes that people make, each in a colour of its own. */
    private void makeMistakes(List<List<Object[]>> colours) {
        colours.get(17).get(2)[SIZE] = "XL";
        colours.get(48).get(0)[SIZE] = "S/M";
        colours.get(83).get(1)[SIZE] = 36.5;
        // What Excel makes of a typed 10-12 where days come first.
        colours.get(121).get(0)[SIZE] = LocalDate.of(2026, 12, 10);
        colours.get(166).get(0)[SIZE] = "36–40";
        colours.get(204).get(1)[SIZE] = null;
        colours.get(251).get(2)[STOCK] = -3;
        colours.get(303).get(0)[STOCK] = 2.5;
        colours.get(349).get(1)[STOCK] = "few";
        colours.get(395).get(2)[STOCK] = null;
        colours.get(432).get(1)[COLOUR] = null;
        colours.get(478).get(1)[ITEM] = null;
        colours.get(522).forEach(row -> row[ITEM] = "SL-99001");
        colours.get(567).get(0)[BARCODE] = "6.90123E+12";
        colours.get(611).get(2)[STOCK] = FormulaError.REF;
        colours.get(654).get(1)[SIZE] = colours.get(654).get(0)[SIZE];

        int ranged = firstAfter(700, colour -> SampleCatalogue.beginsWithRange(colour.product()));
        colours.get(ranged).get(1)[SIZE] =
                catalogue.get(ranged).sizes().keySet().iterator().next().to();
        int darkBlue = firstAfter(800, colour -> colour.name().equals("Dark Blue"));
        colours.get(darkBlue).get(2)[COLOUR] = "dark  blue";
    }

    private int firstAfter(int index, Predicate<Colour> wanted) {
        int at = index;
        while (!wanted.test(catalogue.get(at))) {
            at++;
        }
        return at;
    }

    private void writeMatrix(Path file) throws IOException {
        var sizes = List.of("35", "36", "37", "38-39", "40", "41", "42-43");
        var header = new ArrayList<Object>(List.of("Product ID", "Colour"));
        sizes.forEach(
                size -> header.add(size.contains("-") ? size : (Object) Integer.valueOf(size)));
        var random = new Random(7);
        try (var workbook =
                new SampleWorkbook(
                        "Stock by size",
                        "Riverside Shoes – stock by size, week 46",
                        header.toArray())) {
            workbook.widths(12, 18, 8, 8, 8, 8, 8, 8, 8);
            for (int i = 0; i < 60; i++) {
                var row = new Object[header.size()];
                row[0] =
                        i % SampleCatalogue.COLOURS_A_PRODUCT == 0
                                ? catalogue.get(i).product()
                                : null;
                row[1] = catalogue.get(i).name();
                for (int column = 2; column < row.length; column++) {
                    row[column] = random.nextInt(5) == 0 ? null : (Object) random.nextInt(40);
                }
                switch (i) {
                    case 13 -> row[4] = "few";
                    case 31 -> row[6] = -2;
                    case 47 -> row[3] = 1.5;
                    default -> {}
                }
                workbook.add(row);
                if (i % SampleCatalogue.COLOURS_A_PRODUCT
                        == SampleCatalogue.COLOURS_A_PRODUCT - 1) {
                    workbook.mergeLast(SampleCatalogue.COLOURS_A_PRODUCT);
                }
            }
            workbook.save(file);
        }
    }

    /** Two colours of twenty products; the second night has sold some, and one slip of the hand. */
    private void writeNights(Path folder) throws IOException {
        var first = new StringBuilder("Article;Colour name;Size;On hand\n");
        var second = new StringBuilder(first);
        var random = new Random(11);
        for (int i = 0; i < 100; i++) {
            if (i % SampleCatalogue.COLOURS_A_PRODUCT > 1) {
                continue;
            }
            Colour colour = catalogue.get(i);
            for (Map.Entry<Size, Stock> each : colour.sizes().entrySet()) {
                String size = each.getKey().toString();
                int stock = each.getValue().pieces();
                int sold = random.nextInt(12) == 0 ? Math.min(stock, 2) : 0;
                first.append(line(colour, size, stock));
                second.append(line(colour, size, stock - sold));
            }
            if (i == 55) {
                second.append(line(colour, "45,5", 3));
            }
        }
        Files.writeString(folder.resolve("stock-2026-11-10.csv"), first);
        Files.writeString(folder.resolve("stock-2026-11-11.csv"), second);
    }

    private static String line(Colour colour, String size, int stock) {
        return "%s;%s;%s;%d\n"
                .formatted(SampleCatalogue.item(colour.product()), colour.name(), size, stock);
    }
}
