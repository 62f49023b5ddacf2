package dev.stockload.imports.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A person's decision for colours whose outcome the service does not show. */
public enum TakeAs {
    SENT,
    NOT_SENT;

    public static Optional<TakeAs> of(String text) {
        return Arrays.stream(values()).filter(each -> each.toString().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
