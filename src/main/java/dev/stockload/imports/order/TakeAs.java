package dev.stockload.imports.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a person says of colours whose fate the service does not show. */
public enum TakeAs {
    SENT,
    NOT_SENT;

    /** As people write it, such as not-sent. */
    public static Optional<TakeAs> of(String text) {
        return Arrays.stream(values()).filter(each -> each.toString().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
