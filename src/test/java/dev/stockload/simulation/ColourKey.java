package dev.stockload.simulation;

import java.text.Normalizer;
import java.util.Locale;

/** A colour of a product, however its name is spelled. */
record ColourKey(int product, String name) {
    ColourKey {
        // Through upper case, so that ß is ss.
        name =
                Normalizer.normalize(name, Normalizer.Form.NFC)
                        .toUpperCase(Locale.ROOT)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("\\s+", " ")
                        .strip();
    }

    /** How sheets misspell it; null where they do not. */
    ColourKey misspelt() {
        String other = Sheets.MISSPELT.get(name);
        return other == null ? null : new ColourKey(product, other);
    }

    /** The colour that this one misspells; null where it does not. */
    ColourKey meant() {
        return Sheets.MISSPELT.entrySet().stream()
                .filter(each -> each.getValue().equalsIgnoreCase(name))
                .map(each -> new ColourKey(product, each.getKey()))
                .findFirst()
                .orElse(null);
    }

    /** The colour with nearly this name; null if there is none. */
    ColourKey near() {
        return misspelt() == null ? meant() : misspelt();
    }

    @Override
    public String toString() {
        return product + " " + name;
    }
}
