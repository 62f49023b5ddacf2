package dev.stockload.book;

import dev.stockload.book.rules.PackedProduct;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.database.Compression;
import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** How the colours of a request are stored. */
final class PackedColours {
    /** The results, in their order. */
    private static final String LETTERS = "oabtne";

    private PackedColours() {}

    static byte[] write(List<SentColour> colours) {
        PackedWriter out = new PackedWriter();
        colours.forEach(colour -> write(colour, out));
        return Compression.compress(out.bytes());
    }

    static List<SentColour> read(long request, byte[] bytes) {
        return Compression.items(bytes, in -> read(request, in));
    }

    static void write(SentColour colour, PackedWriter out) {
        out.letter(LETTERS.charAt(colour.result().ordinal()));
        out.number(colour.position());
        out.number(colour.product());
        out.text(colour.key());
        out.text(colour.name());
        out.number(colour.sizes().size());
        colour.sizes()
                .forEach(
                        (size, sent) -> {
                            out.number(size.from());
                            out.number(size.to());
                            out.number(sent.stock().pieces());
                            out.digits(sent.stock().barcode());
                            PackedProduct.write(sent.before(), out);
                            out.number(sent.isRecent() ? 1 : 0);
                        });
        SortedSet<String> strangers = colour.strangers();
        out.number(strangers == null ? 0 : strangers.size() + 1);
        if (strangers != null) {
            strangers.forEach(out::text);
        }
    }

    static SentColour read(long request, PackedReader in) {
        DeliveryResult result = DeliveryResult.values()[LETTERS.indexOf(in.letter())];
        int position = in.number();
        int product = in.number();
        String key = in.text();
        String name = in.text();
        SortedMap<Size, SentSize> sizes = new TreeMap<>();
        for (int left = in.number(); left > 0; left--) {
            Size size = new Size(in.number(), in.number());
            Stock stock = new Stock(in.number(), in.digits());
            sizes.put(size, new SentSize(stock, PackedProduct.readFact(in), in.number() == 1));
        }
        int count = in.number();
        SortedSet<String> strangers = count == 0 ? null : new TreeSet<>();
        for (int left = count - 1; left > 0; left--) {
            strangers.add(in.text());
        }
        return new SentColour(request, position, product, key, name, sizes, strangers, result);
    }
}
