package dev.stockload.check;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;
import dev.stockload.sheet.rows.PlainText;
import dev.stockload.stock.ColourKey;

import org.apache.commons.lang3.StringUtils;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Joins spellings of a colour in a product, and warns of names that look alike or garbled. */
final class SheetSpellings {
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final Pattern SPACES_AND_DOTS = Pattern.compile("[ \\u0307]+");

    /** The first bytes of a character of UTF-8, shown as two letters. */
    private static final Pattern UTF_8 = Pattern.compile("[\\xC2-\\xF4][^\\x00-\\x7F]");

    /** Letters in the coding of UTF-7: one takes three characters of 64. */
    private static final Pattern UTF_7 =
            Pattern.compile("\\+((?:A[A-Za-z0-9+/][A-Za-z0-9+/]|[A-Za-z0-9+/]{8})+)-");

    /** Letters in the coding of a page, a script or an address. */
    private static final Pattern CODED =
            Pattern.compile(
                    "&#?\\w+;|</?[A-Za-z][^<>]*>|\\\\u(\\p{XDigit}{4})|((?:%\\p{XDigit}{2}){2,})");

    private final SheetContent content;
    private final Colours colours;
    private final String column;
    private final SheetRows sheets;
    private final List<Problem> warnings = new ArrayList<>();

    SheetSpellings(SheetContent content, String column, SheetRows sheets) {
        this.content = content;
        this.colours = content.colours();
        this.column = column;
        this.sheets = sheets;
        joinSpellings();
        warnOf(firstAlike(SheetSpellings::appearance), "two colours");
        findGarbled();
    }

    List<Problem> warnings() {
        return warnings;
    }

    /** A name without case, spaces, width and the dot of a Turkish capital I. */
    private static String appearance(String name) {
        String key = ColourKey.of(name);
        boolean isPlain = key.chars().allMatch(c -> c > ' ' && c <= '~');
        return isPlain
                ? key
                : SPACES_AND_DOTS
                        .matcher(ColourKey.of(Normalizer.normalize(key, Normalizer.Form.NFKC)))
                        .replaceAll("");
    }

    /** For each colour, the first one of its product whose name has the same form. */
    private int[] firstAlike(UnaryOperator<String> form) {
        int[] first = IntStream.range(0, colours.count()).toArray();
        Map<String, String> forms = new HashMap<>();
        Set<String> once = new HashSet<>();
        Set<String> often = new HashSet<>();
        for (int colour = 0; colour < colours.count(); colour++) {
            String name = colours.name(colour);
            if (!forms.containsKey(name)) {
                forms.put(name, form.apply(name));
                if (!once.add(forms.get(name))) {
                    often.add(forms.get(name));
                }
            }
        }
        Colours byForm = new Colours();
        for (int colour = 0; colour < first.length && !often.isEmpty(); colour++) {
            String of = forms.get(colours.name(colour));
            if (often.contains(of)) {
                // By their numbers in place of rows.
                int same = byForm.find(colours.product(colour), colours.item(colour), of, colour);
                first[colour] = byForm.firstRow(same);
            }
        }
        return first;
    }

    private void joinSpellings() {
        int[] into = firstAlike(ColourKey::of);
        warnOf(into, "one colour, under that name");
        if (!warnings.isEmpty()) {
            content.lines().renumber(colours.join(into));
        }
    }

    private void warnOf(int[] firstAlike, String sentAs) {
        for (int colour = 0; colour < firstAlike.length; colour++) {
            if (firstAlike[colour] != colour) {
                warn(
                        colour,
                        ProblemCode.COLOUR_SPELLING,
                        "is spelled '%s' in other rows of the same product: they are sent as %s"
                                .formatted(colours.name(firstAlike[colour]), sentAs));
            }
        }
    }

    /** If one name is garbled, many may be: the warning shows the first. */
    private void findGarbled() {
        Set<String> names = new HashSet<>();
        Set<String> garbled = new HashSet<>();
        int first = 0;
        for (int colour = 0; colour < colours.count(); colour++) {
            String name = colours.name(colour);
            if (names.add(name) && ungarbled(name).isPresent()) {
                first = garbled.isEmpty() ? colour : first;
                garbled.add(name);
            }
        }
        if (!garbled.isEmpty()) {
            int others = garbled.size() - 1;
            warn(
                    first,
                    ProblemCode.CELL_GARBLED,
                    "looks garbled: '%s' is likely meant%s; export the sheet again as plain text in UTF-8"
                            .formatted(
                                    ungarbled(colours.name(first)).orElseThrow(),
                                    others == 0
                                            ? ""
                                            : ", and %,d more names are like it"
                                                    .formatted(others)));
        }
    }

    /** {@code Grün} for {@code GrÃ¼n}; empty if the text is not garbled. */
    private static Optional<String> ungarbled(String text) {
        if (text.indexOf('+') >= 0 && UTF_7.matcher(text).find()) {
            return Optional.of(UTF_7.matcher(text).replaceAll(SheetSpellings::decoded));
        }
        if (StringUtils.containsAny(text, "&<\\%") && CODED.matcher(text).find()) {
            String plain = CODED.matcher(PlainText.ofPage(text)).replaceAll(SheetSpellings::plain);
            return Optional.of(plain).filter(each -> !each.equals(text));
        }
        if (!UTF_8.matcher(text).find()) {
            return Optional.empty();
        }
        try {
            String meant =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(WESTERN.newEncoder().encode(CharBuffer.wrap(text)))
                            .toString();
            boolean isWord =
                    meant.codePoints()
                            .filter(c -> c >= 0x80)
                            .allMatch(c -> Character.isLetter(c) && (c < 0x180 || c >= 0x370));
            return isWord ? Optional.of(meant) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty(); // not garbled
        }
    }

    private static String plain(MatchResult coded) {
        String plain = coded.group();
        if (coded.group(1) != null) {
            plain = Character.toString(Integer.parseInt(coded.group(1), 16));
        } else if (coded.group(2) != null) {
            byte[] letters = HexFormat.of().parseHex(coded.group(2).replace("%", ""));
            plain = new String(letters, StandardCharsets.UTF_8);
        }
        return Matcher.quoteReplacement(plain);
    }

    private static String decoded(MatchResult coded) {
        byte[] letters = Base64.getDecoder().decode(coded.group(1));
        return Matcher.quoteReplacement(
                new String(letters, 0, letters.length / 2 * 2, StandardCharsets.UTF_16BE));
    }

    private void warn(int colour, ProblemCode code, String advice) {
        warnings.add(
                new Problem(
                        sheets.place(colours.firstRow(colour)),
                        column,
                        colours.name(colour),
                        code,
                        null,
                        advice));
    }
}
