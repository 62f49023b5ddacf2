package dev.stockload.sheet;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How likely texts are as what people write into a sheet, in the language that suits them best. */
final class TextLikelihood {
    /** What a word costs that is of another language than the rest. */
    private static final double OTHER_LANGUAGE = 3;

    private static final double OTHER_SCRIPT = 6;
    private static final double SCRIPTS_IN_A_WORD = 10;
    private static final double EASTERN_BESIDE_LATIN = 4;
    private static final double LONE_LETTER = 4;
    private static final double CASE_IN_A_WORD = 6;
    private static final double USUAL_SIGN = 6;
    private static final double MONEY = 3;

    /** It parts a word that would cost less as a whole. */
    private static final double APOSTROPHE = -2;

    private static final double SIGN = 11;
    private static final double SIGN_AT_A_WORD = 4;
    private static final String USUAL_SIGNS = "€’‘“”„–—…£°®™×½¼¾«»·•№、。・（）【】／－＋，：！％׳״\u00A0\u3000";
    private static final String SIGNS_OF_WORDS = "’·-–׳״";

    /** What is no text in any language. */
    static final double NEVER = Double.POSITIVE_INFINITY;

    private static final List<LetterPairs> LANGUAGES = LetterPairs.all();

    private final Map<String, double[]> known = new HashMap<>();

    /** What texts cost in each language, in the order of {@link LetterPairs#all()}. */
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
        int beside = letterAt(text, at - 1) + letterAt(text, at + 1);
        if (c == '€' && beside == 0) {
            return MONEY;
        }
        if (c == '’' && beside == 2) {
            return APOSTROPHE;
        }
        boolean isUsual = USUAL_SIGNS.indexOf(c) >= 0;
        int letters = SIGNS_OF_WORDS.indexOf(c) >= 0 ? 0 : beside;
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
                    boolean isBetween = from > 0 && script == UnicodeScript.HAN;
                    add(costs, isEastern && !isBetween ? EASTERN_BESIDE_LATIN : SCRIPTS_IN_A_WORD);
                }
                from = i;
                script = next;
            }
        }
    }

    private void addOfOneScript(String word, UnicodeScript script, double[] costs) {
        String small = small(word);
        add(costs, isUsualCase(word, small) ? 0 : CASE_IN_A_WORD);
        double[] own = new double[costs.length];
        double best = NEVER;
        for (int i = 0; i < own.length; i++) {
            own[i] = LANGUAGES.get(i).script() == script ? LANGUAGES.get(i).cost(small) : NEVER;
            best = Math.min(best, own[i]);
        }
        if (best == NEVER) {
            best = SIGN * word.length();
        }
        if (word.length() == 1 && script != UnicodeScript.HAN && word.charAt(0) > 0x7F) {
            best += LONE_LETTER;
            Arrays.setAll(own, i -> own[i] + LONE_LETTER);
        }
        boolean isAscii = word.chars().allMatch(c -> c < 0x80);
        for (int i = 0; i < costs.length; i++) {
            boolean same = LANGUAGES.get(i).script() == script;
            double other = best + (same ? OTHER_LANGUAGE : isAscii ? 1 : OTHER_SCRIPT);
            costs[i] += Math.min(own[i], other);
        }
    }

    private static String small(String word) {
        char[] small = word.toCharArray();
        for (int i = 0; i < small.length; i++) {
            small[i] = Character.toLowerCase(small[i]);
        }
        return new String(small);
    }

    private static boolean isUsualCase(String word, String small) {
        if (word.length() < 2
                || word.equals(small)
                || word.substring(1).equals(small.substring(1))) {
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
}
