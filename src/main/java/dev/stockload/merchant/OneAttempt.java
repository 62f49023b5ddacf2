package dev.stockload.merchant;

import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;

import okio.Buffer;
import okio.BufferedSink;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sees to it that a request goes out once at most, that we know whether it did, and that its answer
 * fits in memory.
 */
class OneAttempt implements Interceptor {
    /** More than any page or description takes, little enough to hold. */
    static final long LONGEST_ANSWER = 8 << 20;

    private static final long LONGEST_COMPLAINT = 64 << 10;

    /** The request surely did not leave. */
    static class UnsentException extends IOException {
        UnsentException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        AtomicBoolean connected = new AtomicBoolean();
        Request request =
                chain.request()
                        .newBuilder()
                        .method(chain.request().method(), new OnceOnly(chain.request().body()))
                        .tag(AtomicBoolean.class, connected)
                        .build();
        try {
            return bounded(chain.proceed(request));
        } catch (IOException e) {
            throw connected.get() ? e : new UnsentException(e);
        }
    }

    /** Stands where a connection is there and the request is about to be written. */
    static Response connected(Chain chain) throws IOException {
        chain.request().tag(AtomicBoolean.class).set(true);
        return chain.proceed(chain.request());
    }

    private static Response bounded(Response response) {
        ResponseBody body = response.body();
        Source source =
                response.isSuccessful()
                        ? new Bounded(body.source(), LONGEST_ANSWER, true)
                        : new Bounded(body.source(), LONGEST_COMPLAINT, false);
        return response.newBuilder()
                .body(ResponseBody.create(Okio.buffer(source), body.contentType(), -1))
                .build();
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

    /** Ends, or fails where it must be whole, after so many bytes. */
    private static class Bounded extends ForwardingSource {
        private final boolean whole;
        private long left;

        Bounded(Source source, long longest, boolean whole) {
            super(source);
            this.left = longest;
            this.whole = whole;
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            if (left == 0 && !whole) {
                return -1;
            }
            long count = super.read(sink, Math.min(byteCount, Math.max(left, 1)));
            if (count > left) {
                throw new IOException(
                        "the answer is longer than " + (LONGEST_ANSWER >> 20) + " MB");
            }
            left -= Math.max(count, 0);
            return count;
        }
    }
}
