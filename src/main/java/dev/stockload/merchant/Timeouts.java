package dev.stockload.merchant;

import java.time.Duration;

/** How long each part of a request may take; {@code call} bounds the whole. */
record Timeouts(Duration connect, Duration write, Duration read, Duration call) {
    /** A create of 300 colours may take a service long; an answer that drips may not. */
    static final Timeouts USUAL =
            new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(90));
}
