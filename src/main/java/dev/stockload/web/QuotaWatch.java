package dev.stockload.web;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Objects;

/** Finds out whether quotas look another way than before, whoever changed them. */
class QuotaWatch {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaWatch.class);

    private final ConsoleOptions options;
    private String seen;

    QuotaWatch(ConsoleOptions options) {
        this.options = options;
    }

    /** Looks, and tells whether anything has changed since the last time. */
    synchronized boolean look() {
        String before = seen;
        try {
            seen =
                    options.clock().instant().atZone(options.serviceZone()).toLocalDate()
                            + " "
                            + options.ledger().details().version();
        } catch (RuntimeException e) {
            // The next look may find the database again.
            LOG.warn("The quotas cannot be looked up", e);
        }
        return !Objects.equals(before, seen);
    }
}
