package dev.stockload.stock;

/** The pieces of a size and its barcode, or null if no barcode is given. */
public record Stock(int pieces, String barcode) {
    public static final Stock NONE_LEFT = new Stock(0, null);

    /** A row without a barcode matches any. */
    public boolean matchesBarcodeOf(Stock shown) {
        return barcode == null || barcode.equals(shown.barcode);
    }

    public Stock withBarcodeOf(Stock other) {
        return barcode == null && other != null ? new Stock(pieces, other.barcode) : this;
    }

    @Override
    public String toString() {
        return barcode == null ? Integer.toString(pieces) : pieces + " (" + barcode + ")";
    }
}
