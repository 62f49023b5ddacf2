package dev.stockload.stock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sizes of a colour with their rows, sorted by size and packed into a few bytes. */
public record PackedSizes(byte[] bytes) {
    public record Line(Size size, Stock stock, int row) {}

    public static PackedSizes of(List<Line> lines) {
        List<Line> ordered = new ArrayList<>(lines);
        ordered.sort(Comparator.comparing(Line::size));
        PackedWriter out = new PackedWriter();
        out.number(ordered.size());
        for (Line each : ordered) {
            write(each.size().packed(), each.stock().pieces(), each.row(), out);
            out.digits(each.stock().barcode());
        }
        return new PackedSizes(out.bytes());
    }

    /** Writes one size; callers write sizes in order, each followed by its barcode. */
    public static void write(int packedSize, int stock, int row, PackedWriter out) {
        int from = packedSize >>> 16;
        out.number(from);
        out.number((packedSize & 0xFFFF) - from);
        out.number(stock);
        out.number(row);
    }

    public List<Line> lines() {
        PackedReader in = new PackedReader(bytes);
        int count = in.number();
        List<Line> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int from = in.number();
            int to = from + in.number();
            int pieces = in.number();
            int row = in.number();
            lines.add(new Line(new Size(from, to), new Stock(pieces, in.digits()), row));
        }
        return lines;
    }
}
