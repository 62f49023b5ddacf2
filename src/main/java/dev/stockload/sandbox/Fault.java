package dev.stockload.sandbox;

import java.time.Duration;

/** One way in which a create goes wrong, and how late the answer is. */
record Fault(Kind kind, Duration delay) {
    enum Kind {
        /** All goes well. */
        NONE,
        /** The connection closes without an answer, and nothing is applied. */
        DROP,
        /** The connection closes without an answer, but all is applied. */
        APPLIED_DROP,
        /** Status 500, and nothing is applied. */
        SERVER_ERROR,
        /** Status 429, and nothing is applied. */
        TOO_MANY,
        /** Applied at once, answered late. */
        SLOW
    }

    static Fault none() {
        return new Fault(Kind.NONE, Duration.ZERO);
    }
}
