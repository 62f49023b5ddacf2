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

/** Decodes a text file, block by block. */
final class TextBlocks implements Closeable {
    private static final int BYTES = 1 << 16;
    private static final char LOST = '\uFFFD';

    private final FileChannel in;
    private final CharsetDecoder decoder;
    private final ByteBuffer bytes;
    private boolean ended;

    TextBlocks(Path file, CsvEncoding encoding) throws IOException {
        this.decoder = CsvEncoding.strict(encoding.charset());
        this.in = FileChannel.open(file).position(encoding.markLength());
        int size = (int) Math.max(64, Math.min(BYTES, in.size()));
        this.bytes = ByteBuffer.allocate(size).flip();
    }

    /** Some text, and the bytes behind it that are none in this encoding. */
    static final class TextBlock {
        final char[] chars;
        int length;
        byte[] wrong;

        private TextBlock(int size) {
            chars = new char[size];
        }
    }

    TextBlock empty() {
        return new TextBlock(bytes.capacity());
    }

    /** Fills a block; false if it is the last one. */
    boolean fill(TextBlock block) throws IOException {
        if (!ended) {
            bytes.compact();
            ended = in.read(bytes) < 0;
            bytes.flip();
        }
        block.length = decoder.charset() == StandardCharsets.UTF_8 ? decodeUtf8(block.chars) : 0;
        CharBuffer room =
                CharBuffer.wrap(block.chars, block.length, block.chars.length - block.length);
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
        boolean isLast = false;
        if (result.isUnderflow() && ended) {
            result = decoder.flush(room);
            isLast = result.isUnderflow();
        }
        block.length = room.position();
        if (result.isError()) {
            block.wrong = new byte[Math.min(result.length(), bytes.remaining())];
            bytes.get(block.wrong);
            return false;
        }
        return !isLast;
    }

    private boolean isHalfPair(CoderResult result) {
        return result.isMalformed()
                && decoder.charset().name().startsWith("UTF-16")
                && bytes.remaining() >= Character.BYTES;
    }

    /** Decodes usual characters several times faster than the decoder, which gets the rest. */
    private int decodeUtf8(char[] chars) {
        byte[] all = bytes.array();
        int length = 0;
        int i = bytes.position();
        for (int end = bytes.limit() - 2; i < end && length < chars.length; length++) {
            int first = all[i] & 0xFF;
            if (first < 0x80) {
                chars[length] = (char) first;
                i++;
            } else if (first >= 0xC2 && first < 0xE0 && isNext(all[i + 1])) {
                chars[length] = (char) ((first & 0x1F) << 6 | all[i + 1] & 0x3F);
                i += 2;
            } else if (first > 0xE0 && first < 0xED && isNext(all[i + 1]) && isNext(all[i + 2])) {
                chars[length] =
                        (char) ((first & 0xF) << 12 | (all[i + 1] & 0x3F) << 6 | all[i + 2] & 0x3F);
                i += 3;
            } else {
                break;
            }
        }
        bytes.position(i);
        return length;
    }

    private static boolean isNext(byte b) {
        return (b & 0xC0) == 0x80;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
