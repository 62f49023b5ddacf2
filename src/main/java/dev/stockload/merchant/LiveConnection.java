package dev.stockload.merchant;

import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The last look before a request is written: a kept connection that the service has closed
 * meanwhile would put the request in doubt. OkHttp looks only after ten seconds of rest.
 */
class LiveConnection implements Interceptor {
    /** The other side closed the connection before the request was written. */
    static class HungUpException extends IOException {
        HungUpException(IOException cause) {
            super("the service closes each connection before it can be used", cause);
        }
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        // HTTP/2 reads all the time and notices by itself.
        if (chain.connection().protocol() == Protocol.HTTP_1_1) {
            check(chain.connection().socket());
        }
        LastLook look = chain.request().tag(LastLook.class);
        if (look != null) {
            look.check();
        }
        chain.request().tag(AtomicBoolean.class).set(true);
        return chain.proceed(chain.request());
    }

    private static void check(Socket socket) throws IOException {
        IOException failure = null;
        try {
            int timeout = socket.getSoTimeout();
            socket.setSoTimeout(1);
            try {
                // Neither an end nor a word is in place before we have asked something.
                socket.getInputStream().read();
            } catch (SocketTimeoutException e) {
                socket.setSoTimeout(timeout);
                return;
            }
        } catch (IOException e) {
            failure = e;
        }
        socket.close();
        throw new HungUpException(failure);
    }
}
