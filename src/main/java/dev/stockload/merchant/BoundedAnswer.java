package dev.stockload.merchant;

import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;

import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

import java.io.IOException;

/** Lets through as much of an answer, unpacked, as fits in memory. */
class BoundedAnswer implements Interceptor {
    /** More than any page or description takes, little enough to hold. */
    private static final long LONGEST = 8 << 20;

    /** Of what stands beside an error, the beginning is enough. */
    private static final long LONGEST_COMPLAINT = 64 << 10;

    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        ResponseBody body = response.body();
        Source source =
                response.isSuccessful()
                        ? new Bounded(body.source(), LONGEST, true)
                        : new Bounded(body.source(), LONGEST_COMPLAINT, false);
        return response.newBuilder()
                .body(ResponseBody.create(Okio.buffer(source), body.contentType(), -1))
                .build();
    }

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
                throw new IOException("the answer is longer than " + (LONGEST >> 20) + " MB");
            }
            left -= Math.max(count, 0);
            return count;
        }
    }
}
