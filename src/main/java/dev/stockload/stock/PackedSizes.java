package dev.stockload.stock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sizes of a colour in a few bytes, in their order: equal bytes mean equal stock. */
public record PackedSizes(byte[] bytes) {
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
}
