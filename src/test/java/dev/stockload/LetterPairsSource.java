package dev.stockload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DateFormatSymbols;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes {@code letter-pairs.txt}: how often letters follow each other in a language, counted in the
 * names that Java knows of countries, languages, currencies and months, and in words of sheets.
 */
public final class LetterPairsSource {
    private static final int WEIGHT_OF_SHEET_WORDS = 3;

    private LetterPairsSource() {}

    public static void main(String[] args) throws IOException {
        StringBuilder out =
                new StringBuilder(
                        "# How often letters follow each other, by language; ^ and $ are the ends"
                                + " of a word. Made by LetterPairsSource.\n");
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (!line.startsWith("#")) {
                int space = line.indexOf(' ');
                out.append(pairs(line.substring(0, space), line.substring(space + 1)));
            }
        }
        Files.writeString(Path.of(args[1]), out);
    }

    private static String pairs(String language, String sheetWords) {
        Map<String, Integer> counts = new TreeMap<>();
        names(Locale.forLanguageTag(language)).forEach(name -> count(name, language, 1, counts));
        count(sheetWords, language, WEIGHT_OF_SHEET_WORDS, counts);
        return counts.entrySet().stream()
                .map(pair -> pair.getKey() + pair.getValue())
                .collect(Collectors.joining(" ", language + " ", "\n"));
    }

    private static Stream<String> names(Locale in) {
        Stream<String> countries =
                Arrays.stream(Locale.getISOCountries())
                        .map(code -> new Locale("", code).getDisplayCountry(in));
        Stream<String> languages =
                Arrays.stream(Locale.getISOLanguages())
                        .map(code -> new Locale(code).getDisplayLanguage(in));
        Stream<String> currencies =
                Currency.getAvailableCurrencies().stream().map(each -> each.getDisplayName(in));
        DateFormatSymbols days = new DateFormatSymbols(in);
        return Stream.of(
                        countries,
                        languages,
                        currencies,
                        Arrays.stream(days.getMonths()),
                        Arrays.stream(days.getWeekdays()))
                .flatMap(each -> each)
                .distinct();
    }

    private static void count(String text, String language, int weight, Map<String, Integer> to) {
        // Java writes Romanian with a comma below; no encoding but Unicode has these letters.
        String plain =
                Normalizer.normalize(text, Normalizer.Form.NFC).replace('ș', 'ş').replace('ț', 'ţ');
        for (String word : plain.split("[^\\p{L}\\p{M}]+")) {
            String letters =
                    word.chars()
                            .map(Character::toLowerCase)
                            .filter(c -> isOf(language, c))
                            .mapToObj(Character::toString)
                            .collect(Collectors.joining());
            if (letters.isEmpty()) {
                continue;
            }
            if (List.of("zh-Hans", "zh-Hant", "ja", "ko").contains(language)) {
                letters.chars().forEach(c -> to.merge(Character.toString(c), weight, Integer::sum));
            } else {
                String ends = "^" + letters + "$";
                for (int i = 1; i < ends.length(); i++) {
                    to.merge(ends.substring(i - 1, i + 1), weight, Integer::sum);
                }
            }
        }
    }

    /** Names that Java has not translated stand in Latin letters. */
    private static boolean isOf(String language, int c) {
        boolean isLatin = Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN;
        boolean wantsLatin =
                !List.of("ru", "uk", "bg", "sr", "be", "el", "he", "ar", "fa", "th")
                                .contains(language)
                        && !List.of("zh-Hans", "zh-Hant", "ja", "ko").contains(language);
        return isLatin == wantsLatin && c < 0x10000;
    }
}
