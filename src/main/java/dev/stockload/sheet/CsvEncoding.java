package dev.stockload.sheet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * How the bytes of a text file become characters.
 *
 * @param markLength how many bytes at the beginning are a mark and not text
 * @param label the encoding in a word for people
 */
record CsvEncoding(Charset charset, int markLength, String label) {
    private static final int HEAD = 1 << 14;
    private static final Charset GB18030 = Charset.forName("GB18030");

    /** GB18030 holds all that its forerunners hold, and files are seldom exact about the name. */
    private static final Set<String> WITHIN_GB18030 = Set.of("GB2312", "GBK", "GB18030");

    private record Mark(Charset charset, int... bytes) {
        boolean begins(byte[] head) {
            for (int i = 0; i < bytes.length; i++) {
                if (i >= head.length || (head[i] & 0xFF) != bytes[i]) {
                    return false;
                }
            }
            return true;
        }

        CsvEncoding encoding() {
            return new CsvEncoding(charset, bytes.length, charset.name() + " with BOM");
        }
    }

    // The mark of UTF-32LE begins with that of UTF-16LE, so it is looked for first.
    private static final List<Mark> MARKS =
            List.of(
                    new Mark(StandardCharsets.UTF_8, 0xEF, 0xBB, 0xBF),
                    new Mark(Charset.forName("UTF-32LE"), 0xFF, 0xFE, 0, 0),
                    new Mark(Charset.forName("UTF-32BE"), 0, 0, 0xFE, 0xFF),
                    new Mark(StandardCharsets.UTF_16LE, 0xFF, 0xFE),
                    new Mark(StandardCharsets.UTF_16BE, 0xFE, 0xFF),
                    new Mark(GB18030, 0x84, 0x31, 0x95, 0x33));

    /** The encoding of a file by its mark, or else by its bytes. */
    static CsvEncoding of(Path file) throws IOException {
        byte[] head = head(file);
        for (Mark mark : MARKS) {
            if (mark.begins(head)) {
                return mark.encoding();
            }
        }
        Charset utf16 = utf16WithoutMark(head);
        return plain(utf16 != null ? utf16 : new TextDetection(file).charset());
    }

    /** The encoding that a person named; a mark of that encoding is no text. */
    static CsvEncoding named(String name, Path file) throws IOException {
        Charset charset = charset(name);
        byte[] head = head(file);
        for (Mark mark : MARKS) {
            // "UTF-16" without an end named leaves it to the mark. A mark of UTF-8 is right
            // whatever
            // was named: a job that names its encoding also gets its corrected rejects file back.
            if (mark.begins(head)
                    && (mark.charset() == StandardCharsets.UTF_8
                            || mark.charset().name().startsWith(charset.name()))) {
                return mark.encoding();
            }
        }
        return plain(charset);
    }

    static Charset charset(String name) {
        try {
            Charset charset = Charset.forName(name.strip());
            return WITHIN_GB18030.contains(charset.name()) ? GB18030 : charset;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new UnusableSheetException(
                    "cannot be read as '%s', which is no known encoding; %s"
                            .formatted(name, CsvNames.ENCODINGS),
                    e);
        }
    }

    /** UTF-16 shows by the zeros of its plain text: many, and all on one side. */
    static Charset utf16WithoutMark(byte[] head) {
        int[] zeros = new int[2];
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                zeros[i & 1]++;
            }
        }
        int many = Math.max(2, head.length / 10);
        if (zeros[1] >= many && zeros[0] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        return zeros[0] >= many && zeros[1] == 0 ? StandardCharsets.UTF_16BE : null;
    }

    private static CsvEncoding plain(Charset charset) {
        return new CsvEncoding(charset, 0, charset.name());
    }

    static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD);
        }
    }
}
