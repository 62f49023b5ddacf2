package dev.stockload.jobs.define;

import org.jline.utils.Levenshtein;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggests a known word for a misspelt one. */
public final class WordSuggestion {
    private static final int FEW = 15;

    private WordSuggestion() {}

    /** The end of a sentence about a word that is not accepted. */
    static String refusal(String word, Collection<String> known) {
        return "does not take '%s'%s".formatted(word, offer(word, known));
    }

    /** The end of a sentence: the likely word, or the list of words if they are few. */
    public static String offer(String word, Collection<String> known) {
        String likely = likely(word, known);
        return !likely.isEmpty() || known.size() > FEW ? likely : "; it can be " + listed(known);
    }

    /** The end of a sentence: the likely word, or nothing. */
    public static String likely(String word, Collection<String> known) {
        return known.stream()
                // A word of another length is not compared: a long one would take minutes.
                .filter(each -> Math.abs(word.length() - each.length()) <= most(each))
                .min(Comparator.comparingInt(each -> distance(word, each)))
                .filter(each -> distance(word, each) <= most(each))
                .map(": did you mean '%s'?"::formatted)
                .orElse("");
    }

    /** How many letters of a known word may differ. */
    private static int most(String word) {
        return Math.max(2, word.length() / 3);
    }

    private static String listed(Collection<String> words) {
        String all = String.join(", ", words);
        int last = all.lastIndexOf(", ");
        return last < 0 ? all : all.substring(0, last) + " or" + all.substring(last + 1);
    }

    private static int distance(String one, String other) {
        // Two letters that changed places are two changes, as any two others.
        return Levenshtein.distance(
                one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT), 1, 1, 1, 2);
    }
}
