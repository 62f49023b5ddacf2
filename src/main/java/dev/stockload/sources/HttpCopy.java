package dev.stockload.sources;

import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;

/**
 * What an answer said of the file that was copied from it.
 *
 * @param endKnown whether a copy without its end would have been noticed
 * @param modified when the file was changed last, in milliseconds; 0 where that is not told
 * @param date of the answer, likewise
 */
record HttpCopy(boolean endKnown, long modified, long date) {
    /** Whoever writes a file does something about it at least so often. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    static HttpCopy of(HttpURLConnection answer) {
        boolean chunked = answer.getHeaderField("Transfer-Encoding") != null;
        return new HttpCopy(
                chunked || answer.getContentLengthLong() >= 0,
                answer.getLastModified(),
                answer.getDate());
    }

    boolean mayBePartial(Instant now) {
        return !endKnown || isYoung(now);
    }

    /** By the clock of the server, where it tells the time. */
    private boolean isYoung(Instant now) {
        Instant then = date == 0 ? now : Instant.ofEpochMilli(date);
        return modified > 0 && Instant.ofEpochMilli(modified).isAfter(then.minus(YOUNG));
    }
}
