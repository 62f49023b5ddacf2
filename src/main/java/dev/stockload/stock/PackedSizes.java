package dev.stockload.stock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The sizes of a colour in a few bytes, in the order of the sizes: equal bytes mean equal stock.
 */
public final class PackedSizes {
    private final byte[] bytes;

    public PackedSizes(byte[] bytes) {
        this.bytes = bytes;
    }

    public static PackedSizes of(List<SizeStock> sizes) {
        List<SizeStock> ordered = sizes;
        for (int i = 1; i < sizes.size() && ordered == sizes; i++) {
            if (sizes.get(i - 1).size().compareTo(sizes.get(i).size()) > 0) {
                ordered = new ArrayList<>(sizes);
                ordered.sort(Comparator.comparing(SizeStock::size));
            }
        }
        PackedWriter out = new PackedWriter();
        out.number(ordered.size());
        for (SizeStock each : ordered) {
            write(each.size().packed(), each.stock(), out);
            out.digits(each.barcode());
        }
        return new PackedSizes(out.bytes());
    }

    /** Writes one of the sizes, in the order of the sizes; its barcode comes next. */
    public static void write(int packedSize, int stock, PackedWriter out) {
        int from = packedSize >>> 16;
        out.number(from);
        out.number((packedSize & 0xFFFF) - from);
        out.number(stock);
    }

    public List<SizeStock> unpack() {
        PackedReader in = new PackedReader(bytes);
        int count = in.number();
        List<SizeStock> sizes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int from = in.number();
            int to = from + in.number();
            sizes.add(new SizeStock(new Size(from, to), in.number(), in.digits()));
        }
        return sizes;
    }

    /** These, and those of others that are none of these. */
    public PackedSizes over(PackedSizes others) {
        Map<Size, SizeStock> all = new TreeMap<>();
        others.unpack().forEach(each -> all.put(each.size(), each));
        unpack().forEach(each -> all.put(each.size(), each));
        return of(List.copyOf(all.values()));
    }

    /** Those of these that are such. */
    public PackedSizes only(Predicate<SizeStock> such) {
        return of(unpack().stream().filter(such).toList());
    }

    /** How many sizes there are. */
    public int count() {
        return new PackedReader(bytes).number();
    }

    /** Whether none is left of one of the sizes. */
    public boolean hasSoldOut() {
        PackedReader in = new PackedReader(bytes);
        for (int left = in.number(); left > 0; left--) {
            in.number();
            in.number();
            if (in.number() == 0) {
                return true;
            }
            in.skipDigits();
        }
        return false;
    }

    /** How many pieces of all sizes there are. */
    public long pieces() {
        PackedReader in = new PackedReader(bytes);
        long pieces = 0;
        for (int left = in.number(); left > 0; left--) {
            in.number();
            in.number();
            pieces += in.number();
            in.skipDigits();
        }
        return pieces;
    }

    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PackedSizes sizes && Arrays.equals(bytes, sizes.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return unpack().toString();
    }
}
