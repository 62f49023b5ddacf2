package dev.stockload.stock;

import java.util.Objects;

/** How a sheet names a product: by its id, by its item number, or by both. */
public record ProductRef(int id, String item) {
    public static final int NO_ID = 0;

    public ProductRef {
        if (id < 0 || id == NO_ID && item == null) {
            throw new IllegalArgumentException("A product has an id or an item number");
        }
        if (item != null && item.isBlank()) {
            throw new IllegalArgumentException(
                    "An item number is null where there is none, not blank");
        }
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
