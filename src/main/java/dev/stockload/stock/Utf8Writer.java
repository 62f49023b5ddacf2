package dev.stockload.stock;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Writes text as UTF-8. A text of Latin letters is copied as it stands in memory, where an encoder
 * goes over each letter: with the first compiler alone that is what a long text costs.
 */
public final class Utf8Writer extends Writer {
    private final OutputStream out;

    /** The first half of a sign whose other half has not come yet. */
    private String half = "";

    public Utf8Writer(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(String text, int from, int length) throws IOException {
        synchronized (lock) {
            String part = text.substring(from, from + length);
            String all = half.isEmpty() ? part : half + part;
            int whole = all.length();
            if (whole > 0 && Character.isHighSurrogate(all.charAt(whole - 1))) {
                whole--;
            }
            half = all.substring(whole);
            out.write(all.substring(0, whole).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        write(new String(text, from, length), 0, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            out.write(half.getBytes(StandardCharsets.UTF_8));
            half = "";
            out.close();
        }
    }
}
