package dev.stockload.sheet.encoding;

import dev.stockload.problem.Problem;
import dev.stockload.sheet.rows.UnusableSheetException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The encoding of a text file.
 *
 * @param markLength the length of the byte order mark
 * @param label the name of the encoding for people
 * @param doubt a warning if the encoding is a guess
 */
public record CsvEncoding(Charset charset, int markLength, String label, Optional<Problem> doubt) {
    public static final String EXAMPLES =
            "examples are UTF-8, UTF-16, GB18030, Big5 and windows-1252";
    private static final int HEAD = 1 << 14;

    /** The supersets that programs mean by these names. */
    private static final Map<String, String> SUPERSETS =
            Map.of(
                    "GB2312", "GB18030",
                    "GBK", "GB18030",
                    "Shift_JIS", "windows-31j",
                    "Big5", "x-windows-950",
                    "EUC-KR", "x-windows-949");

    /** Byte order marks in hex; UTF-32LE before UTF-16LE, whose mark is a prefix. */
    private static final List<Map.Entry<String, Charset>> MARKS =
            List.of(
                    Map.entry("EFBBBF", StandardCharsets.UTF_8),
                    Map.entry("FFFE0000", Charset.forName("UTF-32LE")),
                    Map.entry("0000FEFF", Charset.forName("UTF-32BE")),
                    Map.entry("FFFE", StandardCharsets.UTF_16LE),
                    Map.entry("FEFF", StandardCharsets.UTF_16BE),
                    Map.entry("84319533", Charset.forName("GB18030")));

    public static CsvEncoding of(Path file) throws IOException {
        Optional<CsvEncoding> wide = ofUnicode(head(file));
        if (wide.isPresent()) {
            return wide.get();
        }
        NonAsciiCells cells = new NonAsciiCells(file);
        return cells.areSurelyUtf8()
                ? of(StandardCharsets.UTF_8, 0)
                : new EncodingGuess(file, cells, new TextLikelihood()).encoding();
    }

    /** The Unicode encoding, detected by a mark or by the zeros of UTF-16; else empty. */
    public static Optional<CsvEncoding> ofUnicode(byte[] head) {
        return ofMark(head)
                .or(() -> Optional.ofNullable(utf16WithoutMark(head)).map(wide -> of(wide, 0)));
    }

    private static Optional<CsvEncoding> ofMark(byte[] head) {
        return MARKS.stream()
                .filter(mark -> begins(head, mark.getKey()))
                .findFirst()
                .map(
                        mark ->
                                new CsvEncoding(
                                        mark.getValue(),
                                        mark.getKey().length() / 2,
                                        mark.getValue().name() + " with BOM",
                                        Optional.empty()));
    }

    /**
     * The encoding that a person named; a byte order mark is skipped. Valid UTF-8 with a UTF-8 mark
     * wins over a named encoding: the rejects file is written so, and comes back corrected in a job
     * that names another encoding.
     */
    public static CsvEncoding named(String name, Path file) throws IOException {
        Charset charset = charset(name);
        CsvEncoding marked = ofMark(head(file)).orElse(of(charset, 0));
        boolean isMarkRight =
                marked.charset.name().startsWith(charset.name())
                        || marked.charset == StandardCharsets.UTF_8
                                && new NonAsciiCells(file).areUtf8();
        return isMarkRight ? marked : of(charset, marked.markLength);
    }

    public static CsvEncoding of(Charset charset, int markLength) {
        return new CsvEncoding(larger(charset), markLength, charset.name(), Optional.empty());
    }

    static Charset larger(Charset charset) {
        return Charset.forName(SUPERSETS.getOrDefault(charset.name(), charset.name()));
    }

    static Charset charset(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new UnusableSheetException(
                    "cannot be read as '%s', which is not a known encoding; %s"
                            .formatted(name, EXAMPLES),
                    e);
        }
    }

    public static boolean isEncoding(String name) {
        try {
            charset(name);
            return true;
        } catch (UnusableSheetException e) {
            return false;
        }
    }

    /** UTF-16 text has zeros, all of them at even or all at odd places; null if it has not. */
    public static Charset utf16WithoutMark(byte[] head) {
        int[] zeros = new int[2];
        for (int i = 0; i < head.length; i++) {
            if (head[i] == 0) {
                zeros[i & 1]++;
            }
        }
        int some = Math.max(2, head.length / 20);
        if (zeros[1] >= some && zeros[0] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        return zeros[0] >= some && zeros[1] == 0 ? StandardCharsets.UTF_16BE : null;
    }

    public static byte[] head(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD);
        }
    }

    /** Whether a file begins with these bytes, in hex. */
    public static boolean begins(byte[] head, String bytes) {
        int length = Math.min(head.length, 16);
        return HexFormat.of().withUpperCase().formatHex(head, 0, length).startsWith(bytes);
    }

    public static CharsetDecoder strict(Charset charset) {
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }
}
