package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Size;
import dev.stockload.stock.WrittenSize;

/**
 * One column of a sheet as its header names it: a field, a size of a matrix, or nothing that is
 * read.
 *
 * @param place from 0
 * @param name the header, empty where the column has none
 * @param field what the header names, null where it is none of them
 * @param size the size that the header names, packed; 0 where it is none
 */
public record Column(int place, String name, Role role, HeaderField field, int size) {
    public enum Role {
        FIELD,
        /** The stock of one size, in a matrix. */
        SIZE,
        /** Looks like a size of a matrix, but is none that the merchant takes. */
        NO_SIZE,
        /** Its header is not understood, or has no meaning beside the others. */
        UNREAD,
        /** A note of our own in a rejects file. */
        NOTE
    }

    static Column of(int place, String name, HeaderField field) {
        return new Column(place, name, Role.FIELD, field, 0);
    }

    static Column other(int place, String name, Role role) {
        return new Column(place, name, role, null, 0);
    }

    /** The column whose header is this cell, which names no field. */
    static Column sizeOrOther(RowBlock block, int cell, String name) {
        int place = block.column(cell);
        CellKind kind = block.kind(cell);
        if (WrittenSize.isYear(name)) {
            return other(place, name, Role.UNREAD);
        }
        int size = kind == CellKind.NUMBER ? Size.packed(block.value(cell)) : 0;
        boolean like = kind != CellKind.TEXT;
        if (kind == CellKind.TEXT) {
            size = WrittenSize.inHeader(name);
            like = size == 0 && WrittenSize.looksLikeSize(name);
        }
        return size > 0
                ? new Column(place, name, Role.SIZE, null, size)
                : other(place, name, like ? Role.NO_SIZE : Role.UNREAD);
    }

    public boolean isRead() {
        return role == Role.FIELD || role == Role.SIZE;
    }

    /** Whether its values name a product or a colour. */
    public boolean isName() {
        return field == HeaderField.PRODUCT
                || field == HeaderField.ITEM
                || field == HeaderField.COLOUR;
    }

    Column unread() {
        return new Column(place, name, Role.UNREAD, field, size);
    }

    /** How a sentence names it: its header, or its letter where it has none. */
    public String label() {
        return name.isEmpty() ? RowBlock.letters(place) : name;
    }
}
