package dev.stockload.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import okhttp3.ConnectionPool;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;

import okio.BufferedSink;

import java.io.IOException;
import java.net.Proxy;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.SocketFactory;

/** How requests travel: signed, once, without detours. */
class Transport {
    /** More than any page or description takes, little enough to hold. */
    private static final long LONGEST = 8 << 20;

    private static final long LONGEST_COMPLAINT = 64 << 10;

    private Transport() {}

    static OkHttpClient of(
            Account account, InstantSource clock, Timeouts timeouts, SocketFactory sockets) {
        OkHttpClient.Builder http =
                new OkHttpClient.Builder()
                        .socketFactory(sockets)
                        .connectTimeout(timeouts.connect())
                        .writeTimeout(timeouts.write())
                        .readTimeout(timeouts.read())
                        .callTimeout(timeouts.call())
                        .retryOnConnectionFailure(false)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        // Let go before most services do so.
                        .connectionPool(new ConnectionPool(2, 4, TimeUnit.SECONDS))
                        .addInterceptor(Transport::bounded)
                        .addInterceptor(new OneAttempt())
                        .addNetworkInterceptor(OneAttempt::leave)
                        .addNetworkInterceptor(new Signing(account, clock));
        if (account.isLoopback()) {
            // A proxy that is set for the way out would look for its own loopback.
            http.proxy(Proxy.NO_PROXY);
        }
        return http.build();
    }

    /**
     * The same with a new connection for each request. A kept one that the service has closed
     * meanwhile would put a create in doubt, or count a detail that never came.
     */
    static OkHttpClient fresh(OkHttpClient http) {
        return http.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).build();
    }

    /**
     * Puts the four headers on a request. It stands behind the connecting, so the time is that of
     * the sending, and whatever goes over the wire is signed for itself.
     */
    record Signing(Account account, InstantSource clock) implements Interceptor {
        @Override
        public Response intercept(Chain chain) throws IOException {
            String timestamp = Long.toString(clock.instant().getEpochSecond());
            return chain.proceed(
                    chain.request()
                            .newBuilder()
                            .header("appid", account.appId())
                            .header("sign", sign(account.appSecret(), timestamp))
                            .header("timestamp", timestamp)
                            .header("accesstoken", account.accessToken())
                            .build());
        }

        static String sign(String secret, String timestamp) {
            try {
                byte[] hash =
                        MessageDigest.getInstance("MD5")
                                .digest((secret + timestamp).getBytes(UTF_8));
                return HexFormat.of().withUpperCase().formatHex(hash);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java has MD5", e);
            }
        }
    }

    /** Takes as much of an answer, unpacked, as fits in memory; of an error, its beginning. */
    private static Response bounded(Interceptor.Chain chain) throws IOException {
        try (Response response = chain.proceed(chain.request())) {
            ResponseBody body =
                    response.peekBody(response.isSuccessful() ? LONGEST + 1 : LONGEST_COMPLAINT);
            if (body.contentLength() > LONGEST) {
                throw new IOException("the answer is longer than " + (LONGEST >> 20) + " MB");
            }
            return response.newBuilder().body(body).build();
        }
    }

    /** Sees to it that a request goes out once at most, and that we know whether it did. */
    static class OneAttempt implements Interceptor {
        /** The request surely did not leave. */
        static class UnsentException extends IOException {
            UnsentException(IOException cause) {
                super(cause.getMessage(), cause);
            }
        }

        @Override
        public Response intercept(Chain chain) throws IOException {
            AtomicBoolean sent = new AtomicBoolean();
            Request request =
                    chain.request()
                            .newBuilder()
                            .method(chain.request().method(), new OnceOnly(chain.request().body()))
                            .tag(AtomicBoolean.class, sent)
                            .build();
            try {
                return chain.proceed(request);
            } catch (IOException e) {
                throw sent.get() ? e : new UnsentException(e);
            }
        }

        /** Stands right before the writing, when the connection is there. */
        static Response leave(Chain chain) throws IOException {
            Merchant.LastLook look = chain.request().tag(Merchant.LastLook.class);
            if (look != null) {
                look.check();
            }
            chain.request().tag(AtomicBoolean.class).set(true);
            return chain.proceed(chain.request());
        }

        /** OkHttp writes it once, whatever comes back: 503 with Retry-After: 0, 408, 421. */
        private static class OnceOnly extends RequestBody {
            private final RequestBody body;

            OnceOnly(RequestBody body) {
                this.body = body;
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public MediaType contentType() {
                return body.contentType();
            }

            @Override
            public long contentLength() throws IOException {
                return body.contentLength();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                body.writeTo(sink);
            }
        }
    }

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
}
