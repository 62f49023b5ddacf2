package dev.stockload.sheet.csv;

import dev.stockload.sheet.encoding.CsvEncoding;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** A window of characters that slides over a text file and grows up to a limit. */
final class CharWindow implements Closeable {
    private static final int BYTES = 1 << 16;

    /** Programs of old put it at the end of a file, once or until a block is full. */
    private static final char END_OF_FILE = '\u001A';

    private static final char LOST = '\uFFFD';

    /** The longest row; limits the memory that a damaged file can take. */
    static final int LONGEST = 1 << 20;

    private final String encoding;
    private final FileChannel in;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes;
    private boolean ended;
    private boolean flushed;

    /** The window; {@code chars[from]} to {@code chars[to - 1]} are unread text. */
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
     * Moves unread text to the front and adds more; false at the end of the file.
     *
     * @param line the line of the first unread character
     */
    boolean more(int line) throws IOException {
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
            decode(line);
        }
        return to > before;
    }

    private boolean isHalfPair(CoderResult result) {
        return result.isMalformed()
                && encoding.startsWith("UTF-16")
                && bytes.remaining() >= Character.BYTES;
    }

    /** Decodes usual characters several times faster than the decoder, which gets the rest. */
    private void decodeUtf8() {
        byte[] all = bytes.array();
        int i = bytes.position();
        for (int end = bytes.limit() - 2; i < end && to < chars.length; to++) {
            int first = all[i] & 0xFF;
            if (first < 0x80) {
                chars[to] = (char) first;
                i++;
            } else if (first >= 0xC2 && first < 0xE0 && isNext(all[i + 1])) {
                chars[to] = (char) ((first & 0x1F) << 6 | all[i + 1] & 0x3F);
                i += 2;
            } else if (first > 0xE0 && first < 0xED && isNext(all[i + 1]) && isNext(all[i + 2])) {
                chars[to] =
                        (char) ((first & 0xF) << 12 | (all[i + 1] & 0x3F) << 6 | all[i + 2] & 0x3F);
                i += 3;
            } else {
                break;
            }
        }
        bytes.position(i);
    }

    private static boolean isNext(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private void decode(int line) throws IOException {
        if (!ended) {
            bytes.compact();
            ended = in.read(bytes) < 0;
            bytes.flip();
        }
        if (decoder.charset() == StandardCharsets.UTF_8) {
            decodeUtf8();
        }
        CharBuffer room = CharBuffer.wrap(chars, to, chars.length - to);
        CoderResult result = decoder.decode(bytes, room, ended);
        while (isHalfPair(result) && room.hasRemaining()) {
            // A fault of its cell; what follows it, such as a delimiter, is read as it is.
            bytes.position(bytes.position() + Character.BYTES);
            room.put(LOST);
            result = decoder.decode(bytes, room, ended);
        }
        if (isHalfPair(result)) {
            result = CoderResult.OVERFLOW;
        }
        if (result.isUnderflow() && ended) {
            result = decoder.flush(room);
            flushed = result.isUnderflow();
        }
        to = room.position();
        while (flushed && to > from && chars[to - 1] == END_OF_FILE) {
            to--;
        }
        if (result.isError()) {
            byte[] wrong = new byte[Math.min(result.length(), bytes.remaining())];
            bytes.get(wrong);
            throw CsvRows.unusable(
                    line + lineEnds(),
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

    /** Between the start of the record and the bytes that cannot be decoded. */
    private int lineEnds() {
        int count = 0;
        for (int i = from; i < to; i++) {
            boolean isSecond = i > from && chars[i - 1] == '\r';
            if (chars[i] == '\r' || chars[i] == '\n' && !isSecond) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
