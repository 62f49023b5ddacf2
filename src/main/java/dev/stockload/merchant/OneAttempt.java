package dev.stockload.merchant;

import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

import okio.BufferedSink;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sees to it that a request goes out once at most, and that we know whether it did. */
class OneAttempt implements Interceptor {
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
        LastLook look = chain.request().tag(LastLook.class);
        if (look != null) {
            look.check();
        }
        chain.request().tag(AtomicBoolean.class).set(true);
        return chain.proceed(chain.request());
    }

    /** OkHttp writes such a body once, whatever comes back: 503 with Retry-After: 0, 408, 421. */
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
