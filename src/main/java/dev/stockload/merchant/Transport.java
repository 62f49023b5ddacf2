package dev.stockload.merchant;

import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;

import okio.BufferedSink;
import okio.ByteString;

import java.io.IOException;
import java.net.Proxy;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The HTTP client: signs requests and sends each at most once, without redirects. */
class Transport {
    /** Larger than any page or description, small enough for memory. */
    private static final long LONGEST = 8 << 20;

    private static final long LONGEST_COMPLAINT = 64 << 10;

    private Transport() {}

    /** A service may need long for 300 colours, but an answer must not trickle forever. */
    static OkHttpClient.Builder of(Account account, InstantSource clock) {
        OkHttpClient.Builder http =
                new OkHttpClient.Builder()
                        .connectTimeout(10, TimeUnit.SECONDS)
                        .writeTimeout(30, TimeUnit.SECONDS)
                        .readTimeout(60, TimeUnit.SECONDS)
                        .callTimeout(Merchant.LONGEST_CALL)
                        .retryOnConnectionFailure(false)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        // Closes idle connections before most services do.
                        .connectionPool(new ConnectionPool(2, 4, TimeUnit.SECONDS))
                        .addInterceptor(Transport::bounded)
                        .addInterceptor(new OneAttempt())
                        .addNetworkInterceptor(OneAttempt::beforeWriting)
                        .addNetworkInterceptor(new Signing(account, clock));
        if (account.isLoopback()) {
            // A configured proxy would connect to its own loopback address.
            http.proxy(Proxy.NO_PROXY);
        }
        if (account.baseUrl().getScheme().equalsIgnoreCase("http")) {
            // Without TLS, the certificates of this machine need not be read.
            http.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
        }
        return http;
    }

    /**
     * The same client with a new connection for each request. If the service has closed a pooled
     * connection, a create would be in doubt, or a detail counted that never came.
     */
    static OkHttpClient fresh(OkHttpClient http) {
        return http.newBuilder().connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS)).build();
    }

    /** Runs after connecting, so that the timestamp is that of the sending. */
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
            return ByteString.encodeUtf8(secret + timestamp).md5().hex().toUpperCase(Locale.ROOT);
        }
    }

    /** Reads an answer up to the limit, and the beginning of an error. */
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

    /** Sends a request at most once, and records whether it was sent. */
    static class OneAttempt implements Interceptor {
        /** The request was certainly not sent. */
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
                            .method(
                                    chain.request().method(),
                                    new OneShotBody(chain.request().body()))
                            .tag(AtomicBoolean.class, sent)
                            .build();
            try {
                return chain.proceed(request);
            } catch (IOException e) {
                throw sent.get() ? e : new UnsentException(e);
            }
        }

        /** Runs after connecting, right before the request is written. */
        static Response beforeWriting(Chain chain) throws IOException {
            Merchant.LastCheck check = chain.request().tag(Merchant.LastCheck.class);
            if (check != null) {
                check.check();
            }
            chain.request().tag(AtomicBoolean.class).set(true);
            return chain.proceed(chain.request());
        }

        /** OkHttp would send the body again after 408, 421 or 503 with Retry-After: 0. */
        private static class OneShotBody extends RequestBody {
            private final RequestBody body;

            OneShotBody(RequestBody body) {
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
}
