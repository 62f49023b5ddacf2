package dev.stockload.check;

import dev.stockload.sheet.Field;
import dev.stockload.stock.Code;
import dev.stockload.stock.ProductRef;

import java.util.Set;

/**
 * The product and colour of the row at hand, and of the row above where a sheet leaves repeated
 * values out.
 */
final class ProductAbove {
    private final boolean repeatsProduct;
    private final boolean repeatsColour;
    private boolean seen;
    private int id;
    private String item;
    private String colour;
    private Code code;
    private int column;
    private String found;

    ProductAbove(Set<Field> fillDown) {
        repeatsProduct = fillDown.contains(Field.PRODUCT) || fillDown.contains(Field.ITEM);
        repeatsColour = fillDown.contains(Field.COLOUR);
    }

    /** Whether an empty product cell means the product above. */
    boolean repeats() {
        return repeatsProduct && seen;
    }

    /** Whether the product could be read. */
    boolean isKnown() {
        return seen && code == null;
    }

    void forget() {
        seen = false;
        id = ProductRef.NO_ID;
        item = null;
        code = null;
    }

    void id(int read, CellReader reader) {
        id = read;
        note(reader);
    }

    void item(String read, CellReader reader) {
        item = read;
        note(reader);
    }

    private void note(CellReader reader) {
        seen = true;
        if (code == null && reader.code() != null) {
            code = reader.code();
            column = reader.column();
            found = reader.found();
        }
    }

    void colour(String read) {
        colour = read;
    }

    /** The colour above, or null where it is not repeated. */
    String colour() {
        return repeatsColour ? colour : null;
    }

    int id() {
        return id;
    }

    String item() {
        return item;
    }

    Code code() {
        return code;
    }

    int column() {
        return column;
    }

    String found() {
        return found;
    }
}
