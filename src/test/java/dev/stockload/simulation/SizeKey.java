package dev.stockload.simulation;

/** A size of a colour. */
record SizeKey(ColourKey colour, String size) {
    @Override
    public String toString() {
        return colour + " " + size;
    }
}
