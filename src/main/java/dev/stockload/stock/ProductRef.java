package dev.stockload.stock;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** How a sheet names a product: by its id, by its item number, or by both. */
public record ProductRef(int id, String item) {
    public static final int NO_ID = 0;

    private static final Pattern BETWEEN_IDS = Pattern.compile("[\\s,;、，；]+");

    public ProductRef {
        if (id < 0 || id == NO_ID && item == null) {
            throw new IllegalArgumentException("A product has an id or an item number");
        }
        if (item != null && item.isBlank()) {
            throw new IllegalArgumentException(
                    "An item number is null where there is none, not blank");
        }
    }

    /** A product id as people type or paste it: a whole number above 0. */
    public static OptionalInt parseId(String text) {
        long id = text.startsWith("0") ? -1 : Digits.number(text);
        return id < 1 || id > Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of((int) id);
    }

    /** The texts of a list of ids, which may have commas, spaces or lines between them. */
    public static List<String> splitIds(String text) {
        return BETWEEN_IDS.splitAsStream(text.strip()).filter(word -> !word.isEmpty()).toList();
    }

    public boolean hasId() {
        return id != NO_ID;
    }

    /** Made by hand, since that of a record takes a twentieth of a start. */
    @Override
    public int hashCode() {
        return id * 31 + Objects.hashCode(item);
    }

    @Override
    public String toString() {
        return hasId() ? Integer.toString(id) : item;
    }
}
