package dev.stockload.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** The characters of a text file in a window that slides over it and grows up to a limit. */
final class CharWindow implements Closeable {
    private static final int BYTES = 1 << 16;

    /** No stock sheet has a row this long; it bounds the memory that a broken file can take. */
    static final int LONGEST = 1 << 20;

    private final String encoding;
    private final FileChannel in;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes;
    private boolean ended;
    private boolean flushed;

    /** The window; {@code chars[from]} to {@code chars[to - 1]} are text not yet used. */
    char[] chars;

    int from;
    int to;

    CharWindow(Path file, CsvEncoding encoding) throws IOException {
        this.encoding = encoding.label();
        this.decoder = CsvEncoding.strict(encoding.charset());
        this.in = FileChannel.open(file).position(encoding.markLength());
        int window = (int) Math.max(64, Math.min(BYTES, in.size()));
        this.bytes = ByteBuffer.allocate(window).flip();
        this.chars = new char[window];
    }

    /**
     * Moves what is not used to the front of the window and adds text behind it.
     *
     * @return false at the end of the file
     */
    boolean more() throws IOException, Undecodable {
        if (flushed) {
            return false;
        }
        System.arraycopy(chars, from, chars, 0, to - from);
        to -= from;
        from = 0;
        if (to > chars.length / 2) {
            chars = Arrays.copyOf(chars, chars.length * 2);
        }
        int before = to;
        while (to == before && !flushed) {
            decode();
        }
        return to > before;
    }

    private void decode() throws IOException, Undecodable {
        if (!ended) {
            bytes.compact();
            ended = in.read(bytes) < 0;
            bytes.flip();
        }
        CharBuffer room = CharBuffer.wrap(chars, to, chars.length - to);
        CoderResult result = decoder.decode(bytes, room, ended);
        if (result.isUnderflow() && ended) {
            result = decoder.flush(room);
            flushed = result.isUnderflow();
        }
        to = room.position();
        if (result.isError()) {
            byte[] wrong = new byte[Math.min(result.length(), bytes.remaining())];
            bytes.get(wrong);
            throw new Undecodable(
                    "%s %s not %s; name the right encoding with --encoding, for example --encoding %s"
                            .formatted(
                                    (wrong.length == 1 ? "the byte " : "the bytes ")
                                            + HexFormat.ofDelimiter(" ")
                                                    .withUpperCase()
                                                    .formatHex(wrong),
                                    wrong.length == 1 ? "is" : "are",
                                    encoding,
                                    encoding.startsWith("UTF-8") ? "windows-1252" : "UTF-8"));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Bytes that are no characters; the line is known to whoever counts lines. */
    static final class Undecodable extends Exception {
        Undecodable(String message) {
            super(message);
        }
    }
}
