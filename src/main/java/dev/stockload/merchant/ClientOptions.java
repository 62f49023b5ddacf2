package dev.stockload.merchant;

import dev.stockload.stock.CreateLimits;

import javax.net.SocketFactory;

/**
 * What a client of the service stands on.
 *
 * @param sockets where its connections come from
 * @param mostColours the most colours of one create
 */
public record ClientOptions(SocketFactory sockets, int mostColours) {
    static final ClientOptions USUAL =
            new ClientOptions(SocketFactory.getDefault(), CreateLimits.MOST_COLOURS);
}
