package dev.stockload.sheet.encoding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Computes how unlikely texts are in each language, as negative logarithms. */
final class TextLikelihood {
    /** The cost of a word in another language than the rest. */
    private static final double OTHER_LANGUAGE = 3;

    private static final double SCRIPTS_IN_A_WORD = 10;
    private static final double EASTERN_NEXT_TO_LATIN = 4;
    private static final double LONE_LETTER = 4;
    private static final double CASE_IN_A_WORD = 6;
    private static final double USUAL_SIGN = 6;
    private static final double MONEY = 3;

    /** Negative, since it splits a word that would cost less as a whole. */
    private static final double APOSTROPHE = -2;

    private static final double SIGN = 11;
    private static final double SIGN_AT_A_WORD = 4;
    private static final String USUAL_SIGNS = "€’‘“”„–—…£°®™×½¼¾«»·•№、。・（）【】／－＋，：！％׳״\u00A0\u3000";
    private static final String SIGNS_OF_WORDS = "’·-–׳״";

    /** The cost of what is not text in any language. */
    static final double NEVER = Double.POSITIVE_INFINITY;

    private static final List<LetterPairs> LANGUAGES = LetterPairs.ALL;

    private final Map<String, double[]> known = new HashMap<>();

    /** The costs of texts in each language, in the order of {@link LetterPairs#ALL}. */
    double[] costs(List<String> texts) {
        double[] sums = new double[LANGUAGES.size()];
        for (String text : texts) {
            double[] costs = known.computeIfAbsent(text, this::costs);
            for (int i = 0; i < sums.length; i++) {
                sums[i] += costs[i];
            }
        }
        return sums;
    }

    private double[] costs(String text) {
        double[] costs = new double[LANGUAGES.size()];
        String even = Normalizer.normalize(text, Normalizer.Form.NFC);
        int at = 0;
        while (at < even.length()) {
            char c = even.charAt(at);
            if (isLetter(c)) {
                int end = at + 1;
                while (end < even.length() && isLetter(even.charAt(end))) {
                    end++;
                }
                addWord(even.substring(at, end), costs);
                at = end;
            } else {
                if (c > 0x7E) {
                    add(costs, sign(even, at));
                }
                at++;
            }
        }
        return costs;
    }

    private static boolean isLetter(char c) {
        return Character.isLetter(c)
                || Character.getType(c) == Character.NON_SPACING_MARK
                || c == '\u200C';
    }

    private static double sign(String text, int at) {
        char c = text.charAt(at);
        int type = Character.getType(c);
        if (type == Character.CONTROL
                || type == Character.UNASSIGNED
                || type == Character.PRIVATE_USE) {
            return NEVER;
        }
        int neighbours = letterAt(text, at - 1) + letterAt(text, at + 1);
        if (c == '€' && neighbours == 0) {
            return MONEY;
        }
        if (c == '’' && neighbours == 2) {
            return APOSTROPHE;
        }
        boolean isUsual = USUAL_SIGNS.indexOf(c) >= 0;
        int letters = SIGNS_OF_WORDS.indexOf(c) >= 0 ? 0 : neighbours;
        return isUsual
                ? USUAL_SIGN + (letters == 2 ? SIGN_AT_A_WORD : 0)
                : SIGN + letters * SIGN_AT_A_WORD;
    }

    private static int letterAt(String text, int at) {
        return at >= 0 && at < text.length() && Character.isLetter(text.charAt(at)) ? 1 : 0;
    }

    private void addWord(String word, double[] costs) {
        int from = 0;
        UnicodeScript script = LetterPairs.group(word.charAt(0));
        for (int i = 1; i <= word.length(); i++) {
            UnicodeScript next = i < word.length() ? LetterPairs.group(word.charAt(i)) : null;
            boolean goesOn = next == script || next == UnicodeScript.INHERITED;
            if (!goesOn) {
                addOfOneScript(word.substring(from, i), script, costs);
                if (next != null) {
                    boolean isEastern = script == UnicodeScript.HAN || next == UnicodeScript.HAN;
                    add(costs, isEastern ? EASTERN_NEXT_TO_LATIN : SCRIPTS_IN_A_WORD);
                }
                from = i;
                script = next;
            }
        }
    }

    private void addOfOneScript(String word, UnicodeScript script, double[] costs) {
        String lowerCase = lowerCase(word);
        add(costs, isUsualCase(word, lowerCase) ? 0 : CASE_IN_A_WORD);
        double[] own = new double[costs.length];
        double best = NEVER;
        for (int i = 0; i < own.length; i++) {
            own[i] = LANGUAGES.get(i).script == script ? LANGUAGES.get(i).cost(lowerCase) : NEVER;
            best = Math.min(best, own[i]);
        }
        if (best == NEVER) {
            best = SIGN * word.length();
        }
        boolean isLone = word.length() == 1 && script != UnicodeScript.HAN && word.charAt(0) > 0x7F;
        add(costs, isLone ? LONE_LETTER : 0);
        for (int i = 0; i < costs.length; i++) {
            costs[i] += Math.min(own[i], best + OTHER_LANGUAGE);
        }
    }

    private static String lowerCase(String word) {
        char[] lowerCase = word.toCharArray();
        for (int i = 0; i < lowerCase.length; i++) {
            lowerCase[i] = Character.toLowerCase(lowerCase[i]);
        }
        return new String(lowerCase);
    }

    private static boolean isUsualCase(String word, String lowerCase) {
        if (word.length() < 2
                || word.equals(lowerCase)
                || word.substring(1).equals(lowerCase.substring(1))) {
            return true;
        }
        return word.chars()
                .noneMatch(c -> Character.isLowerCase(c) && Character.toUpperCase(c) != c);
    }

    private static void add(double[] costs, double each) {
        if (each != 0) {
            Arrays.setAll(costs, i -> costs[i] + each);
        }
    }

    /**
     * The frequencies of letter pairs in a language, from {@code letter-pairs.txt}; of single
     * characters for East Asian languages.
     */
    static final class LetterPairs {
        private static final double OF_PAIRS = 0.8;
        private static final double OF_LETTERS = 0.19;
        private static final double OF_CHARACTERS = 0.75;
        private static final double OF_RARE = 0.01;
        private static final int LETTERS_OF_A_SCRIPT = 80;
        private static final int RARE_CHARACTERS = 20_000;
        private static final Set<String> EAST_ASIAN = Set.of("zh-Hans", "zh-Hant", "ja", "ko");
        static final List<LetterPairs> ALL = read();

        private final String name;
        private final Map<String, Integer> pairs = new HashMap<>();
        private final Map<Character, Integer> followed = new HashMap<>();
        private final Map<Character, Integer> letters = new HashMap<>();
        private final boolean isEastAsian;
        private int total;

        /** The script of its letters; East Asian scripts count as one, since words mix them. */
        private UnicodeScript script;

        private LetterPairs(String line) {
            String[] parts = line.split(" ");
            this.name = parts[0];
            this.isEastAsian = EAST_ASIAN.contains(name);
            Stream.of(parts).skip(1).forEach(this::add);
        }

        private static List<LetterPairs> read() {
            try (InputStream in = LetterPairs.class.getResourceAsStream("letter-pairs.txt")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(LetterPairs::new)
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(String pair) {
            int length = isEastAsian ? 1 : 2;
            int count = Integer.parseInt(pair.substring(length));
            char last = pair.charAt(length - 1);
            if (!isEastAsian) {
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

        static UnicodeScript group(char c) {
            UnicodeScript script = UnicodeScript.of(c);
            return switch (script) {
                case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> UnicodeScript.HAN;
                case COMMON -> c == 'ー' || c == '々' ? UnicodeScript.HAN : script;
                default -> script;
            };
        }

        /** The negative logarithm of the frequency of a word in lower case. */
        double cost(String word) {
            double cost = 0;
            if (isEastAsian) {
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
            return OF_CHARACTERS * known + OF_RARE / RARE_CHARACTERS;
        }
    }
}
