package dev.stockload.sheet.encoding;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.SafeText;

import org.apache.commons.lang3.StringUtils;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Guesses the encoding of a text without a mark: the one in which it looks most like words. If
 * another is nearly as likely and gives other words, a warning shows both. A text in two encodings
 * is refused.
 */
record EncodingGuess(Path file, NonAsciiCells cells, TextLikelihood likelihood) {
    /** A reading that costs so much more is some thousand times less likely. */
    private static final double CLEAR = 8;

    /** The highest average cost per byte of real words. */
    private static final double UNLIKE_WORDS = 5.5;

    private static final int MOST_RIVALS = 3;

    private static final int MOST_SHOWN = 40;

    private record Guess(EncodingCandidate encoding, List<String> texts, double cost) {}

    CsvEncoding encoding() throws IOException {
        List<byte[]> all = new ArrayList<>(cells.others());
        all.addAll(cells.utf8());
        List<Guess> guesses = guesses(all);
        if (!cells.utf8().isEmpty() && !cells.areUtf8()) {
            refuseTwoEncodings(guesses);
        }
        boolean asUtf8 = guesses.stream().anyMatch(g -> g.encoding == EncodingCandidate.UTF8);
        if (cells.areUtf8() && !asUtf8) {
            // Valid UTF-8 is UTF-8, even if it contains signs that no word has.
            EncodingCandidate utf8 = EncodingCandidate.UTF8;
            guesses.add(0, new Guess(utf8, utf8.read(all), Double.MAX_VALUE));
        }
        if (guesses.isEmpty()) {
            throw new UnusableSheetException(
                    "cannot be read, line %d: Stockload does not recognise its encoding; name the right one with --encoding, or save the file as UTF-8"
                            .formatted(cells.line(file, all.get(0))));
        }
        // Of the encodings that give the same text, name the most usual one.
        List<String> texts = guesses.get(0).texts;
        EncodingCandidate chosen =
                EncodingCandidate.ALL.stream()
                        .filter(each -> texts.equals(each.read(all)))
                        .findFirst()
                        .orElseThrow();
        return new CsvEncoding(chosen.charset(), 0, chosen.label(), doubt(guesses, chosen, all));
    }

    private List<Guess> guesses(List<byte[]> bytes) {
        List<Guess> guesses = new ArrayList<>();
        for (EncodingCandidate candidate : EncodingCandidate.ALL) {
            List<String> texts = candidate.read(bytes);
            double cost = texts == null ? TextLikelihood.NEVER : cost(candidate, texts);
            if (cost < TextLikelihood.NEVER) {
                guesses.add(new Guess(candidate, texts, cost));
            }
        }
        guesses.sort(Comparator.comparingDouble(Guess::cost));
        return guesses;
    }

    private double cost(EncodingCandidate candidate, List<String> texts) {
        double[] costs = likelihood.costs(texts);
        Arrays.setAll(costs, i -> costs[i] + candidate.cost(TextLikelihood.LetterPairs.ALL.get(i)));
        return candidate.rarity() + Arrays.stream(costs).min().orElseThrow();
    }

    private static Optional<Problem> doubt(
            List<Guess> guesses, EncodingCandidate chosen, List<byte[]> bytes) {
        Guess best = guesses.get(0);
        int length = bytes.stream().mapToInt(cell -> cell.length).sum();
        double limit = best.cost > length * UNLIKE_WORDS ? TextLikelihood.NEVER : best.cost + CLEAR;
        List<Guess> rivals =
                guesses.stream()
                        .filter(guess -> guess.cost < limit && !guess.texts.equals(best.texts))
                        .toList();
        return rivals.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Problem.ofFile(ProblemCode.FILE_ENCODING, readings(best, chosen, rivals)));
    }

    /** Shows the readings around the first place in which the two likeliest differ. */
    private static String readings(Guess best, EncodingCandidate chosen, List<Guess> rivals) {
        int differing = 0;
        while (best.texts.get(differing).equals(rivals.get(0).texts.get(differing))) {
            differing++;
        }
        String text = best.texts.get(differing);
        int place = StringUtils.getCommonPrefix(text, rivals.get(0).texts.get(differing)).length();
        Map<String, String> words = new LinkedHashMap<>();
        words.put(shown(text, place), chosen.label());
        // The first, then those that are multi-byte if the best is single-byte, and reverse.
        Comparator<Guess> mixed =
                Comparator.comparing(
                        rival ->
                                rival != rivals.get(0)
                                        && rival.encoding.isSingleByte() == chosen.isSingleByte());
        for (Guess rival : rivals.stream().sorted(mixed).toList()) {
            if (words.size() <= MOST_RIVALS) {
                String other = rival.texts.get(differing);
                int from = Math.min(place, StringUtils.getCommonPrefix(text, other).length());
                words.putIfAbsent(shown(other, from), rival.encoding.label());
            }
        }
        List<String> readings =
                words.entrySet().stream()
                        .map(word -> "%s ('%s')".formatted(word.getValue(), word.getKey()))
                        .toList();
        return "The encoding of the file is a guess: it is read as %s, but may be %s: name the right one as its encoding"
                .formatted(
                        readings.get(0), String.join(" or ", readings.subList(1, readings.size())));
    }

    /** In such a file some cells are much likelier as UTF-8, and others are not valid UTF-8. */
    private void refuseTwoEncodings(List<Guess> guesses) throws IOException {
        List<byte[]> utf8 = cells.utf8();
        List<String> texts = EncodingCandidate.UTF8.read(utf8);
        double ofUtf8 = Arrays.stream(likelihood.costs(texts)).min().orElseThrow();
        if (!guesses.isEmpty()) {
            EncodingCandidate best = guesses.get(0).encoding;
            double ofBest = cost(best, best.read(utf8)) - best.rarity();
            if (ofUtf8 + CLEAR > ofBest) {
                return;
            }
        }
        byte[] notUtf8 = cells.others().get(0);
        String guess =
                guesses(cells.others()).stream()
                        .findFirst()
                        .map(
                                other ->
                                        "looks like %s ('%s')"
                                                .formatted(
                                                        other.encoding.label(),
                                                        shown(other.texts.get(0), 0)))
                        .orElse("is not");
        throw new UnusableSheetException(
                "is in two encodings: line %d is UTF-8 ('%s'), line %d %s; save it in one, or name the one to read it in with --encoding"
                        .formatted(
                                cells.line(file, utf8.get(0)),
                                shown(texts.get(0), 0),
                                cells.line(file, notUtf8),
                                guess));
    }

    /** A part of the text that has this place in it; spaces may be what differs there. */
    private static String shown(String text, int place) {
        if (place < MOST_SHOWN) {
            return SafeText.cut(text, MOST_SHOWN).trim();
        }
        int from = place - MOST_SHOWN / 2;
        int start = Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
        return "…" + SafeText.cut(text.substring(start), MOST_SHOWN).trim();
    }

    /**
     * An encoding that sheets may have.
     *
     * @param label its name for people; the charset may be its superset
     * @param rarity how much less likely it is than the usual ones, independent of the text
     * @param languages the languages that are written in it
     */
    record EncodingCandidate(String label, double rarity, Set<String> languages) {
        private static final Set<String> WESTERN =
                Set.of(
                        "en", "de", "fr", "es", "it", "pt", "nl", "ca", "sv", "da", "nb", "fi",
                        "is");
        private static final Set<String> CENTRAL = Set.of("pl", "cs", "sk", "hu", "ro", "hr", "sl");
        private static final Set<String> CYRILLIC = Set.of("ru", "uk", "bg", "sr", "be");

        private static final double FOREIGN_LANGUAGE = 12;

        /** Text in another encoding is hardly ever valid UTF-8 by chance. */
        private static final double UTF8_BY_CHANCE = 12;

        static final EncodingCandidate UTF8 =
                new EncodingCandidate("UTF-8", -UTF8_BY_CHANCE, Set.of());

        static final List<EncodingCandidate> ALL =
                List.of(
                        UTF8,
                        new EncodingCandidate("windows-1252", 0, WESTERN),
                        new EncodingCandidate("windows-1250", 0, CENTRAL),
                        new EncodingCandidate("windows-1251", 0, CYRILLIC),
                        new EncodingCandidate("windows-1253", 0, Set.of("el")),
                        new EncodingCandidate("windows-1254", 0, Set.of("tr")),
                        new EncodingCandidate("windows-1255", 0, Set.of("he")),
                        new EncodingCandidate("windows-1256", 0, Set.of("ar", "fa")),
                        new EncodingCandidate("windows-1257", 1, Set.of("lv", "lt", "et")),
                        new EncodingCandidate("windows-874", 1, Set.of("th")),
                        new EncodingCandidate("GB18030", 0, Set.of("zh-Hans", "zh-Hant")),
                        new EncodingCandidate("Big5", 0, Set.of("zh-Hant")),
                        new EncodingCandidate("Shift_JIS", 0, Set.of("ja")),
                        new EncodingCandidate("EUC-KR", 0, Set.of("ko")),
                        new EncodingCandidate("EUC-JP", 2, Set.of("ja")),
                        new EncodingCandidate("ISO-8859-15", 2, WESTERN),
                        new EncodingCandidate("ISO-8859-1", 2, WESTERN),
                        new EncodingCandidate("ISO-8859-2", 2, CENTRAL),
                        new EncodingCandidate("ISO-8859-5", 3, CYRILLIC),
                        new EncodingCandidate("ISO-8859-7", 2, Set.of("el")),
                        new EncodingCandidate("ISO-8859-9", 2, Set.of("tr")),
                        new EncodingCandidate("KOI8-R", 3, Set.of("ru")),
                        new EncodingCandidate("KOI8-U", 4, Set.of("uk")),
                        new EncodingCandidate("IBM850", 4, WESTERN),
                        new EncodingCandidate("IBM852", 4, CENTRAL),
                        new EncodingCandidate("IBM866", 4, Set.of("ru", "be")),
                        new EncodingCandidate("MacRoman", 4, WESTERN),
                        new EncodingCandidate("x-MacCentralEurope", 6, CENTRAL),
                        new EncodingCandidate("x-MacGreek", 6, Set.of("el")),
                        new EncodingCandidate("x-MacTurkish", 12, Set.of("tr")));

        Charset charset() {
            return CsvEncoding.larger(Charset.forName(label));
        }

        /** The extra cost of a language in this encoding; UTF-8 has every language. */
        double cost(TextLikelihood.LetterPairs language) {
            return this == UTF8 || languages.contains(language.name()) ? 0 : FOREIGN_LANGUAGE;
        }

        boolean isSingleByte() {
            return charset().newEncoder().maxBytesPerChar() == 1;
        }

        /** The decoded cells, null if one of them is not valid in this encoding. */
        List<String> read(List<byte[]> cells) {
            CharsetDecoder decoder = CsvEncoding.strict(charset());
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
            CharBuffer text = CharBuffer.allocate(cell.length);
            boolean isWhole = !NonAsciiCells.isCut(cell);
            CoderResult result = decoder.reset().decode(ByteBuffer.wrap(cell), text, isWhole);
            if (result.isError()) {
                result.throwException();
            }
            return text.flip().toString();
        }
    }
}
