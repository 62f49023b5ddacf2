package dev.stockload.process;

import java.net.URI;
import java.util.regex.Pattern;

/** Recognizes addresses of this machine, to which http is safe. */
public final class LoopbackHost {
    private static final Pattern NAMES =
            Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]", Pattern.CASE_INSENSITIVE);

    private LoopbackHost() {}

    /** Expects a URL with a host. */
    public static boolean isIn(URI url) {
        return NAMES.matcher(url.getHost()).matches();
    }
}
