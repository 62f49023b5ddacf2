package dev.stockload.stock;

import java.util.ArrayList;
import java.util.List;

/**
 * Whose rows are whose where several sheets are read as one: their rows are counted on from one
 * sheet to the next, and this finds the place that a person knows.
 */
public record SheetRows(List<SheetRows.Part> parts) {
    /** The rows of one sheet, which keep their numbers. */
    public static final SheetRows ONE = new SheetRows(List.of());

    /**
     * One of the sheets.
     *
     * @param before how many rows are counted before its first
     */
    public record Part(String sheet, int before) {}

    public SheetRows {
        parts = List.copyOf(parts);
    }

    public Place place(int counted) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            Part part = parts.get(i);
            if (counted > part.before) {
                return new Place(part.sheet, counted - part.before);
            }
        }
        return new Place(null, counted);
    }

    public int counted(Place place) {
        return parts.stream()
                        .filter(part -> part.sheet.equals(place.sheet()))
                        .mapToInt(Part::before)
                        .findFirst()
                        .orElse(0)
                + place.row();
    }

    public byte[] bytes() {
        PackedWriter out = new PackedWriter();
        for (Part part : parts) {
            out.text(part.sheet);
            out.number(part.before);
        }
        return out.bytes();
    }

    public static SheetRows of(byte[] bytes) {
        PackedReader in = new PackedReader(bytes);
        List<Part> parts = new ArrayList<>();
        while (in.hasMore()) {
            parts.add(new Part(in.text(), in.number()));
        }
        return new SheetRows(parts);
    }
}
