package dev.stockload.web.access;

import jakarta.servlet.ServletException;

import org.apache.catalina.AccessLog;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cuts a request body that comes too slowly, and reads only a little of a refused body before it
 * closes the connection. It runs before any login check.
 */
public final class RequestBodyValve extends ValveBase implements AccessLog {
    /** After the first seconds, a body must arrive at least this fast on average. */
    private static final int LEAST_BYTES_PER_SECOND = 16 * 1024;

    /** How much of a refused body is read, so that its sender sees the answer. */
    public static final int SWALLOWED = 2 * 1024 * 1024;

    private final Duration firstWait;

    public RequestBodyValve(Duration firstWait) {
        super(true);
        this.firstWait = firstWait;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (isFullyRead(request)) {
            getNext().invoke(request, response);
            return;
        }
        InputBuffer socket = request.getCoyoteRequest().getInputBuffer();
        Body body = new Body(socket);
        request.getCoyoteRequest().setInputBuffer(body);
        try {
            getNext().invoke(request, response);
            if (!isFullyRead(request)) {
                swallow(request, response, body);
            }
        } finally {
            request.getCoyoteRequest().setInputBuffer(socket);
        }
    }

    /** Closes {@code OPTIONS *} with a body: Tomcat answers it itself and only logs it here. */
    @Override
    public void log(Request request, Response response, long time) {
        try {
            if (!isFullyRead(request)) {
                close(request, response);
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    @Override
    public void setRequestAttributesEnabled(boolean enabled) {}

    @Override
    public boolean getRequestAttributesEnabled() {
        return false;
    }

    /** Answers first, then reads a little of the rest; closes the connection if there is more. */
    private static void swallow(Request request, Response response, Body body) throws IOException {
        if (!request.isAsync()) {
            response.finishResponse();
        }
        if (!body.isSwallowed()) {
            close(request, response);
        }
    }

    private static void close(Request request, Response response) throws IOException {
        if (request.isAsync()) {
            request.getCoyoteRequest().action(ActionCode.CLOSE_NOW, new IOException("Cut"));
        } else {
            response.finishResponse();
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    private static boolean isFullyRead(Request request) {
        AtomicBoolean fully = new AtomicBoolean();
        request.getCoyoteRequest().action(ActionCode.REQUEST_BODY_FULLY_READ, fully);
        return fully.get();
    }

    private final class Body implements InputBuffer, ApplicationBufferHandler {
        private final InputBuffer socket;
        private final long startedAt = System.nanoTime();
        private long bytes;
        private ByteBuffer rest;

        private Body(InputBuffer socket) {
            this.socket = socket;
        }

        @Override
        public int doRead(ApplicationBufferHandler to) throws IOException {
            long allowed = firstWait.toNanos() + bytes * 1_000_000_000L / LEAST_BYTES_PER_SECOND;
            if (System.nanoTime() - startedAt > allowed) {
                throw new SocketTimeoutException("The body of a request came too slowly");
            }
            int count = socket.doRead(to);
            bytes += Math.max(0, count);
            return count;
        }

        @Override
        public int available() {
            return socket.available();
        }

        /** Reads a little more; true if that was all. */
        private boolean isSwallowed() {
            long most = bytes + SWALLOWED;
            try {
                while (bytes < most) {
                    if (doRead(this) < 0) {
                        return true;
                    }
                }
            } catch (IOException e) {
                // The rest does not arrive.
            }
            return false;
        }

        @Override
        public void setByteBuffer(ByteBuffer buffer) {
            rest = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return rest;
        }

        @Override
        public void expand(int size) {
            // Tomcat gives its own buffer.
        }
    }
}
