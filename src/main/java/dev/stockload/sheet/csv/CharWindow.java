package dev.stockload.sheet.csv;

import dev.stockload.sheet.csv.TextBlocks.TextBlock;
import dev.stockload.sheet.encoding.CsvEncoding;
import dev.stockload.sheet.rows.ReadAhead;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A window of characters that slides over a text file and grows up to a limit. What follows the
 * first block, which is all of most sheets, is decoded on a thread of its own.
 */
final class CharWindow implements Closeable {
    /** Programs of old put it at the end of a file, once or until a block is full. */
    private static final char END_OF_FILE = '\u001A';

    /** The longest row; limits the memory that a damaged file can take. */
    static final int LONGEST = 1 << 20;

    private final String encoding;
    private final TextBlocks blocks;
    private ReadAhead<TextBlock> ahead;
    private boolean isAtEnd;

    /** The window; {@code chars[from]} to {@code chars[to - 1]} are unread text. */
    char[] chars = new char[0];

    int from;
    int to;

    CharWindow(Path file, CsvEncoding encoding) throws IOException {
        this.encoding = encoding.label();
        this.blocks = new TextBlocks(file, encoding);
    }

    /**
     * Moves unread text to the front and adds more; false at the end of the file.
     *
     * @param line the line of the first unread character
     */
    boolean more(int line) throws IOException {
        System.arraycopy(chars, from, chars, 0, to - from);
        to -= from;
        from = 0;
        int before = to;
        while (to == before && !isAtEnd) {
            add(next(), line);
        }
        return to > before;
    }

    /** The next block; after the last one, null. */
    private TextBlock next() throws IOException {
        if (ahead != null) {
            return ahead.next();
        }
        TextBlock first = blocks.empty();
        isAtEnd = !blocks.fill(first);
        if (!isAtEnd) {
            ahead = new ReadAhead<>("decode", blocks::empty, blocks::fill);
        }
        return first;
    }

    private void add(TextBlock block, int line) {
        if (block == null) {
            isAtEnd = true;
        } else {
            if (to + block.length > chars.length) {
                chars = Arrays.copyOf(chars, 2 * (to + block.length));
            }
            System.arraycopy(block.chars, 0, chars, to, block.length);
            to += block.length;
            expectText(block.wrong, line);
        }
        while (isAtEnd && to > from && chars[to - 1] == END_OF_FILE) {
            to--;
        }
    }

    private void expectText(byte[] wrong, int line) {
        if (wrong != null) {
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
        if (ahead != null) {
            ahead.close();
        }
        blocks.close();
    }
}
