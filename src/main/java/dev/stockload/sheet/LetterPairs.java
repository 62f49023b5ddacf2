package dev.stockload.sheet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How likely a word is in a language, by how often its letters follow each other there: {@code
 * letter-pairs.txt}. East Asian words are taken character by character.
 */
final class LetterPairs {
    private static final double OF_PAIRS = 0.8;
    private static final double OF_LETTERS = 0.19;
    private static final double OF_CHARACTERS = 0.75;
    private static final double OF_COMMON = 0.24;
    private static final double ENOUGH_LETTERS = 0.97;
    private static final int LETTERS_OF_A_SCRIPT = 80;
    private static final int RARE_CHARACTERS = 20_000;

    private record Common(Charset charset, int from, int to, int count) {
        /** The encodings put the characters of everyday text into their first rows. */
        boolean has(CharsetEncoder encoder, char c) {
            if (!encoder.canEncode(c)) {
                return false;
            }
            byte[] bytes = Character.toString(c).getBytes(charset);
            return bytes.length == 2 && (bytes[0] & 0xFF) >= from && (bytes[0] & 0xFF) <= to;
        }
    }

    private static final Map<String, Common> COMMON =
            Map.of(
                    "zh-Hans", new Common(Charset.forName("GB2312"), 0xB0, 0xD7, 3755),
                    "zh-Hant", new Common(Charset.forName("Big5"), 0xA4, 0xC6, 5401),
                    "ja", new Common(Charset.forName("EUC-JP"), 0xA4, 0xCF, 3134),
                    "ko", new Common(Charset.forName("EUC-KR"), 0xB0, 0xC8, 2350));

    private static final class All {
        static final List<LetterPairs> LIST = read();
    }

    private final String name;
    private final Map<String, Integer> pairs = new HashMap<>();
    private final Map<Character, Integer> followed = new HashMap<>();
    private final Map<Character, Integer> letters = new HashMap<>();
    private final Common common;
    private final CharsetEncoder commonEncoder;
    private int total;
    private UnicodeScript script;

    private LetterPairs(String line) {
        String[] parts = line.split(" ");
        this.name = parts[0];
        this.common = COMMON.get(name);
        this.commonEncoder = common == null ? null : common.charset.newEncoder();
        Stream.of(parts).skip(1).forEach(this::add);
    }

    static List<LetterPairs> all() {
        return All.LIST;
    }

    private static List<LetterPairs> read() {
        try (InputStream in = LetterPairs.class.getResourceAsStream("letter-pairs.txt");
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(LetterPairs::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String pair) {
        int length = common == null ? 2 : 1;
        int count = Integer.parseInt(pair.substring(length));
        char last = pair.charAt(length - 1);
        if (common == null) {
            pairs.put(pair.substring(0, 2), count);
            followed.merge(pair.charAt(0), count, Integer::sum);
        }
        letters.merge(last, count, Integer::sum);
        total += count;
        if (script == null && Character.isLetter(last)) {
            script = group(last);
        }
    }

    String name() {
        return name;
    }

    /** The script of its letters; all of East Asia counts as one, since its words mix them. */
    UnicodeScript script() {
        return script;
    }

    static UnicodeScript group(char c) {
        UnicodeScript script = UnicodeScript.of(c);
        return switch (script) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> UnicodeScript.HAN;
            case INHERITED ->
                    c >= '\u064B' && c <= '\u0655' ? UnicodeScript.ARABIC : UnicodeScript.INHERITED;
            case COMMON -> c == 'ー' || c == '々' ? UnicodeScript.HAN : script;
            default -> script;
        };
    }

    /** Whether the letters of its texts can be written in an encoding, but for a few. */
    boolean fits(Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        int beyondAscii = 0;
        int fitting = 0;
        for (Map.Entry<Character, Integer> letter : letters.entrySet()) {
            if (letter.getKey() > 0x7F) {
                beyondAscii += letter.getValue();
                fitting += encoder.canEncode(letter.getKey()) ? letter.getValue() : 0;
            }
        }
        return fitting >= beyondAscii * ENOUGH_LETTERS;
    }

    /**
     * The unlikeliness of a word in small letters: the negative logarithm of how often it comes.
     */
    double cost(String word) {
        double cost = 0;
        if (common != null) {
            for (int i = 0; i < word.length(); i++) {
                cost -= Math.log(character(word.charAt(i)));
            }
            return cost;
        }
        char before = '^';
        for (int i = 0; i <= word.length(); i++) {
            char next = i < word.length() ? word.charAt(i) : '$';
            cost -= Math.log(pair(before, next));
            before = next;
        }
        return cost;
    }

    private double pair(char before, char next) {
        double ofPairs =
                (double) pairs.getOrDefault("" + before + next, 0)
                        / followed.getOrDefault(before, 1);
        double ofLetters = (double) letters.getOrDefault(next, 0) / total;
        return OF_PAIRS * ofPairs
                + OF_LETTERS * ofLetters
                + (1 - OF_PAIRS - OF_LETTERS) / LETTERS_OF_A_SCRIPT;
    }

    private double character(char c) {
        double known = (double) letters.getOrDefault(c, 0) / total;
        double everyday = common.has(commonEncoder, c) ? 1.0 / common.count : 0;
        return OF_CHARACTERS * known
                + OF_COMMON * everyday
                + (1 - OF_CHARACTERS - OF_COMMON) / RARE_CHARACTERS;
    }
}
