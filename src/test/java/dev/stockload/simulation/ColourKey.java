package dev.stockload.simulation;

import java.text.Normalizer;
import java.util.Locale;

/** A colour of a product, however its name is spelled. */
record ColourKey(int product, String name) {
    ColourKey {
        name =
                Normalizer.normalize(name, Normalizer.Form.NFC)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("\\s+", " ")
                        .strip();
    }

    @Override
    public String toString() {
        return product + " " + name;
    }
}
