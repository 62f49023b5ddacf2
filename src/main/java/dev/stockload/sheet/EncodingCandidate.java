package dev.stockload.sheet;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An encoding in which sheets come.
 *
 * @param label its name for people; the charset may be the larger one that programs mean by it
 * @param rarity how much less likely it is than the usual ones before anything was read
 * @param languageCosts how much less likely each of {@link LetterPairs#all()} is in it than those
 *     that it was made for
 */
record EncodingCandidate(String label, Charset charset, double rarity, double[] languageCosts) {
    private static final Set<String> WESTERN =
            Set.of("en", "de", "fr", "es", "it", "pt", "nl", "ca", "sv", "da", "nb", "fi", "is");
    private static final Set<String> CENTRAL = Set.of("pl", "cs", "sk", "hu", "ro", "hr", "sl");
    private static final Set<String> CYRILLIC = Set.of("ru", "uk", "bg", "sr", "be");

    private static final double FOREIGN_LANGUAGE = 4;
    private static final double UNFIT_LANGUAGE = 12;

    /** Hardly any text of another encoding is well-formed UTF-8 by chance. */
    private static final double UTF8_BY_CHANCE = 12;

    static final EncodingCandidate UTF8 =
            new EncodingCandidate(
                    "UTF-8",
                    StandardCharsets.UTF_8,
                    -UTF8_BY_CHANCE,
                    new double[LetterPairs.all().size()]);

    static final List<EncodingCandidate> ALL =
            List.of(
                    UTF8,
                    of("windows-1252", 0, WESTERN),
                    of("windows-1250", 0, CENTRAL),
                    of("windows-1251", 0, CYRILLIC),
                    of("windows-1253", 0, Set.of("el")),
                    of("windows-1254", 0, Set.of("tr")),
                    of("windows-1255", 0, Set.of("he")),
                    of("windows-1256", 0, Set.of("ar", "fa")),
                    of("windows-1257", 1, Set.of("lv", "lt", "et")),
                    of("windows-874", "x-windows-874", 1, Set.of("th")),
                    of("GB18030", 0, Set.of("zh-Hans", "zh-Hant")),
                    of("Big5", "x-windows-950", 0, Set.of("zh-Hant")),
                    of("Shift_JIS", "windows-31j", 0, Set.of("ja")),
                    of("EUC-KR", "x-windows-949", 0, Set.of("ko")),
                    of("EUC-JP", 2, Set.of("ja")),
                    of("ISO-8859-15", 2, WESTERN),
                    of("ISO-8859-1", 2, WESTERN),
                    of("ISO-8859-2", 2, CENTRAL),
                    of("ISO-8859-5", 3, CYRILLIC),
                    of("ISO-8859-7", 2, Set.of("el")),
                    of("ISO-8859-9", 2, Set.of("tr")),
                    of("KOI8-R", 3, Set.of("ru")),
                    of("KOI8-U", 4, Set.of("uk")),
                    of("IBM850", 4, WESTERN),
                    of("IBM852", 4, CENTRAL),
                    of("IBM866", 4, Set.of("ru", "be")),
                    of("MacRoman", "x-MacRoman", 4, WESTERN));

    private static EncodingCandidate of(String name, double rarity, Set<String> languages) {
        return of(name, name, rarity, languages);
    }

    private static EncodingCandidate of(
            String label, String charset, double rarity, Set<String> languages) {
        Charset known = Charset.forName(charset);
        double[] costs =
                LetterPairs.all().stream()
                        .mapToDouble(each -> cost(each, known, languages))
                        .toArray();
        return new EncodingCandidate(label, known, rarity, costs);
    }

    private static double cost(LetterPairs language, Charset charset, Set<String> madeFor) {
        if (madeFor.contains(language.name())) {
            return 0;
        }
        return language.fits(charset) ? FOREIGN_LANGUAGE : UNFIT_LANGUAGE;
    }

    boolean isSingleByte() {
        return charset.newEncoder().maxBytesPerChar() == 1;
    }

    /** The cells as text, null where one of them is none in this encoding. */
    List<String> read(List<byte[]> cells) {
        CharsetDecoder decoder = CsvEncoding.strict(charset);
        List<String> texts = new ArrayList<>();
        try {
            for (byte[] cell : cells) {
                texts.add(text(decoder, cell));
            }
            return texts;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static String text(CharsetDecoder decoder, byte[] cell)
            throws CharacterCodingException {
        if (!NonAsciiCells.isCut(cell)) {
            return decoder.decode(ByteBuffer.wrap(cell)).toString();
        }
        CharBuffer text = CharBuffer.allocate(cell.length);
        CoderResult result = decoder.reset().decode(ByteBuffer.wrap(cell), text, false);
        if (result.isError()) {
            result.throwException();
        }
        return text.flip().toString();
    }
}
