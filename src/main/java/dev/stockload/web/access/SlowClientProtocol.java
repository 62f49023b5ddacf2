package dev.stockload.web.access;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Tomcat's HTTP connector that no slow client can block. A client that does not send the rest of
 * its request, or does not read its answer, holds a thread of the server. Where too many do, those
 * that moved no byte for the longest time are closed; nobody is refused. There is no limit for an
 * address, since behind a proxy all clients have the same.
 */
public final class SlowClientProtocol extends Http11NioProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(SlowClientProtocol.class);

    /** How many may hold a thread: half of the threads that there are. */
    private static final int MOST_STALLED = 100;

    /** How many may be open besides those that are being answered. */
    public static final int MOST_OPEN = 1_000;

    private static final int CHECK_MILLIS = 100;

    /** How much of an answer the system takes from us before its client has read it. */
    private static final int UNREAD_BYTES = 128 * 1024;

    private ScheduledFuture<?> check;

    public SlowClientProtocol() {
        getEndpoint().getSocketProperties().setTxBufSize(UNREAD_BYTES);
    }

    /** A connection and when it last moved a byte, as it was when it was looked at. */
    private record Client(NioSocketWrapper connection, boolean unread, long moved) {
        static Client of(SocketWrapperBase<?> connection) {
            NioSocketWrapper nio = (NioSocketWrapper) connection;
            return new Client(
                    nio,
                    nio.interestOpsHas(SelectionKey.OP_WRITE),
                    Math.max(nio.getLastRead(), nio.getLastWrite()));
        }

        /** Whether the server waits for this client, with or without a thread. */
        boolean isAwaited() {
            return unread || connection.interestOpsHas(SelectionKey.OP_READ);
        }

        boolean isStalled() {
            return unread || isAwaited() && connection.getLock().isLocked();
        }

        /** Wakes the thread that waits; a request that was cut off is answered. */
        void close() {
            SocketChannel channel = connection.getSocket().getIOChannel();
            if (channel == null || connection.isClosed()) {
                return;
            }
            try {
                if (unread) {
                    channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                    channel.shutdownOutput();
                }
                channel.shutdownInput();
            } catch (IOException e) {
                LOG.debug("The client had gone", e);
            }
        }
    }

    @Override
    public void start() throws Exception {
        super.start();
        check =
                getUtilityExecutor()
                        .scheduleWithFixedDelay(
                                this::closeOldest,
                                CHECK_MILLIS,
                                CHECK_MILLIS,
                                TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() throws Exception {
        if (check != null) {
            check.cancel(false);
        }
        super.stop();
    }

    private void closeOldest() {
        List<Client> clients = getEndpoint().getConnections().stream().map(Client::of).toList();
        close(clients, Client::isStalled, MOST_STALLED);
        close(clients, Client::isAwaited, MOST_OPEN);
    }

    private static void close(List<Client> clients, Predicate<Client> which, int most) {
        List<Client> some =
                clients.stream()
                        .filter(which)
                        .sorted(Comparator.comparingLong(Client::moved))
                        .toList();
        some.subList(0, Math.max(0, some.size() - most)).forEach(Client::close);
    }
}
