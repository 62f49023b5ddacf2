package dev.stockload.stock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The sizes of a colour with their rows, sorted by size and packed into a few bytes. */
public record PackedSizes(byte[] bytes) {
    public record Line(SizeStock stock, int row) {}

    public static PackedSizes of(List<Line> lines) {
        List<Line> ordered = new ArrayList<>(lines);
        ordered.sort(Comparator.comparing(line -> line.stock().size()));
        PackedWriter out = new PackedWriter();
        out.number(ordered.size());
        for (Line each : ordered) {
            write(each.stock().size().packed(), each.stock().stock(), each.row(), out);
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

    public List<SizeStock> unpack() {
        return lines().stream().map(Line::stock).toList();
    }

    public List<Line> lines() {
        PackedReader in = new PackedReader(bytes);
        int count = in.number();
        List<Line> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int from = in.number();
            int to = from + in.number();
            int stock = in.number();
            int row = in.number();
            lines.add(new Line(new SizeStock(new Size(from, to), stock, in.digits()), row));
        }
        return lines;
    }
}
