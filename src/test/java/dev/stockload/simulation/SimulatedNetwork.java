package dev.stockload.simulation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

import javax.net.SocketFactory;

/** The way of one process to the service: sockets in memory, whose time is the world's. */
final class SimulatedNetwork extends SocketFactory {
    private final SimulatedProcess process;
    private final SimulatedService service;

    SimulatedNetwork(SimulatedProcess process, SimulatedService service) {
        this.process = process;
        this.service = service;
    }

    @Override
    public Socket createSocket() {
        return new MemorySocket();
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
        throw new UnsupportedOperationException();
    }

    private final class MemorySocket extends Socket {
        private final ByteArrayOutputStream request = new ByteArrayOutputStream();
        private ByteArrayInputStream answer = new ByteArrayInputStream(new byte[0]);
        private SocketAddress peer;
        private int timeout;
        private boolean closed;

        @Override
        public void connect(SocketAddress address, int millis) throws IOException {
            if (service.isAway()) {
                throw new ConnectException("Connection refused");
            }
            peer = address;
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {
                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
                }

                @Override
                public int read(byte[] to, int from, int length) throws IOException {
                    if (answer.available() == 0) {
                        await();
                    }
                    return answer.read(to, from, length);
                }
            };
        }

        @Override
        public OutputStream getOutputStream() {
            return request;
        }

        /** Lets the request go, if one was written, and time pass until its answer is there. */
        private void await() throws IOException {
            if (closed) {
                throw new SocketException("Socket closed");
            }
            Optional<HttpRequest> whole = HttpRequest.of(request.toByteArray());
            if (whole.isEmpty()) {
                if (service.isAway()) {
                    return;
                }
                throw new SocketTimeoutException("Read timed out");
            }
            request.reset();
            process.before(Effect.SEND);
            if (service.isAway()) {
                throw new SocketException("Connection reset");
            }
            World world = process.world();
            int create = whole.get().isCreate() ? service.creates().size() : -1;
            process.at(create, Event.AtCreate.Moment.LEAVING);
            SimulatedService.Exchange exchange =
                    service.take(whole.get(), process.sender(), getPort());
            process.at(create, Event.AtCreate.Moment.TAKEN);
            process.before(Effect.ANSWER);
            long given = world.now() + Duration.ofMillis(timeout).toNanos();
            world.rest(Math.max(world.now(), Math.min(exchange.answersAt(), given)), null);
            process.before(Effect.ANSWER);
            exchange.ended();
            process.at(create, Event.AtCreate.Moment.ANSWERED);
            if (exchange.answersAt() > given) {
                throw new SocketTimeoutException("Read timed out");
            }
            if (exchange.answer() == null) {
                throw new SocketException("Connection reset");
            }
            answer = new ByteArrayInputStream(exchange.answer().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void setSoTimeout(int millis) {
            timeout = millis;
        }

        @Override
        public int getSoTimeout() {
            return timeout;
        }

        @Override
        public void setTcpNoDelay(boolean on) {}

        @Override
        public InetAddress getInetAddress() {
            return ((InetSocketAddress) peer).getAddress();
        }

        @Override
        public int getPort() {
            return ((InetSocketAddress) peer).getPort();
        }

        @Override
        public SocketAddress getRemoteSocketAddress() {
            return peer;
        }

        @Override
        public boolean isConnected() {
            return peer != null;
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public boolean isInputShutdown() {
            return false;
        }

        @Override
        public boolean isOutputShutdown() {
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
