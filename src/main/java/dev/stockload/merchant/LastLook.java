package dev.stockload.merchant;

import java.io.IOException;

/**
 * A look right before a request is written, when its connection is there already: whoever was
 * paused until now may not be allowed to send it any more.
 */
@FunctionalInterface
public interface LastLook {
    /**
     * @throws IOException where the request must not leave
     */
    void check() throws IOException;
}
