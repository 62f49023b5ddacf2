package dev.stockload.imports;

import java.util.Locale;

/** What a person says of colours whose fate the service does not show. */
public enum TakeAs {
    SENT,
    NOT_SENT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
