package dev.stockload.sheet.header;

import dev.stockload.problem.WrittenSize;
import dev.stockload.sheet.rows.CellKind;
import dev.stockload.sheet.rows.RowBlock;
import dev.stockload.stock.Size;

/**
 * One column of a sheet as its header names it: a field, a size of a matrix, or unread.
 *
 * @param place from 0
 * @param name the header; may be empty
 * @param field the field that the header names; may be null
 * @param size the size that the header names, packed, or 0; of a bad one the number that is shown
 *     with other signs
 */
public record Column(int place, String name, Role role, HeaderField field, int size) {
    public enum Role {
        FIELD,
        /** The stock of one size, in a matrix. */
        SIZE,
        /** Looks like a size of a matrix, but the merchant does not accept it. */
        BAD_SIZE,
        /** Its header is not understood, or does not fit the layout. */
        UNREAD,
        /** A person left it out. */
        UNUSED,
        /** A column that the rejects file added. */
        NOTE
    }

    static Column other(int place, String name, Role role) {
        return new Column(place, name, role, null, 0);
    }

    /** The column of a header cell that does not name a field. */
    static Column sizeOrOther(RowBlock block, int cell, String name) {
        int place = block.column(cell);
        CellKind kind = block.kind(cell);
        if (WrittenSize.isYear(name)) {
            return other(place, name, Role.UNREAD);
        }
        boolean isText = kind == CellKind.TEXT;
        boolean isNumber = kind == CellKind.NUMBER;
        int size =
                isText ? WrittenSize.inHeader(name) : isNumber ? Size.packed(block.value(cell)) : 0;
        if (size > 0 && block.pad(cell) >= 0) {
            return ofSize(place, name, size);
        }
        boolean isOther = isText && size == 0 && !WrittenSize.looksLikeSize(name);
        return new Column(place, name, isOther ? Role.UNREAD : Role.BAD_SIZE, null, size);
    }

    private static Column ofSize(int place, String name, int size) {
        return new Column(place, name, Role.SIZE, null, size);
    }

    /** The column of a size that a person gave in place of its header. */
    static Column ofGiven(int place, String name, String value) {
        int size = Size.packed(value);
        return size > 0 ? ofSize(place, name, size) : other(place, value, Role.BAD_SIZE);
    }

    public boolean isRead() {
        return role == Role.FIELD || role == Role.SIZE;
    }

    public boolean isOf(HeaderField wanted) {
        return role == Role.FIELD && field == wanted;
    }

    public boolean isSize() {
        return role == Role.SIZE || role == Role.BAD_SIZE;
    }

    public boolean isName() {
        return field == HeaderField.PRODUCT
                || field == HeaderField.ITEM
                || field == HeaderField.COLOUR;
    }

    Column unread() {
        return new Column(place, name, Role.UNREAD, field, size);
    }

    public String label() {
        return name.isEmpty() ? RowBlock.letters(place) : name;
    }
}
