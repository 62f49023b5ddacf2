package dev.stockload.problem;

import dev.stockload.stock.PackedReader;
import dev.stockload.stock.PackedWriter;

import java.util.ArrayList;
import java.util.List;

/** Finds the sheet of a row if several sheets are read as one: rows are numbered on. */
public record SheetRows(List<SheetRows.SheetStart> parts) {
    /** A single sheet: rows keep their numbers. */
    public static final SheetRows ONE = new SheetRows(List.of());

    /** A sheet, and the number of rows before its first. */
    public record SheetStart(String sheet, int before) {}

    public SheetRows {
        parts = List.copyOf(parts);
    }

    public RowPlace place(int counted) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            SheetStart part = parts.get(i);
            if (counted > part.before) {
                return new RowPlace(part.sheet, counted - part.before);
            }
        }
        return new RowPlace(null, counted);
    }

    public int counted(RowPlace place) {
        return parts.stream()
                        .filter(part -> part.sheet.equals(place.sheet()))
                        .mapToInt(SheetStart::before)
                        .findFirst()
                        .orElse(0)
                + place.row();
    }

    public byte[] bytes() {
        PackedWriter out = new PackedWriter();
        for (SheetStart part : parts) {
            out.text(part.sheet);
            out.number(part.before);
        }
        return out.bytes();
    }

    public static SheetRows of(byte[] bytes) {
        PackedReader in = new PackedReader(bytes);
        List<SheetStart> parts = new ArrayList<>();
        while (in.hasMore()) {
            parts.add(new SheetStart(in.text(), in.number()));
        }
        return new SheetRows(parts);
    }
}
