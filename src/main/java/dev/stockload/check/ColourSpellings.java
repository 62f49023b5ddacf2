package dev.stockload.check;

import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.SheetRows;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Looks at the names of colours: two spellings of one within a product, and garbled ones. */
final class ColourSpellings {
    private static final Pattern UNSPELLED =
            Pattern.compile("[\\s\\u0307\\uFE00-\\uFE0F]+", Pattern.UNICODE_CHARACTER_CLASS);

    private final SheetContent content;
    private final String column;
    private final SheetRows sheets;
    private final List<Problem> warnings = new ArrayList<>();

    /** Each name once, and what is left of it without case, spaces and width. */
    private final Map<String, String> bareNames = new HashMap<>();

    /**
     * Looks at all names.
     *
     * @param column the header of the colours
     */
    ColourSpellings(SheetContent content, String column, SheetRows sheets) {
        this.content = content;
        this.column = column;
        this.sheets = sheets;
        Set<String> bareOnes = new HashSet<>();
        Set<String> doubled = new HashSet<>();
        Map<String, Integer> garbled = new HashMap<>();
        for (int colour = 0; colour < content.colours().count(); colour++) {
            String name = content.colours().name(colour);
            if (!bareNames.containsKey(name)) {
                String bare = bare(name);
                bareNames.put(name, bare);
                if (!bareOnes.add(bare)) {
                    doubled.add(bare);
                }
                if (GarbledText.meant(name).isPresent()) {
                    garbled.put(name, colour);
                }
            }
        }
        if (!doubled.isEmpty()) {
            findSpellings(doubled);
        }
        garbled.values().stream()
                .min(Integer::compare)
                .ifPresent(first -> warnOfGarbled(first, garbled.size() - 1));
    }

    List<Problem> warnings() {
        return warnings;
    }

    /** A name without case, spaces, width and the signs that choose a picture for a letter. */
    private static String bare(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC);
        // In capitals ß is SS; in small letters again, the dot of a Turkish capital is left over.
        String small = plain.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return UNSPELLED.matcher(small).replaceAll("");
    }

    private void findSpellings(Set<String> doubled) {
        Colours colours = content.colours();
        Colours spelled = new Colours();
        List<Integer> first = new ArrayList<>();
        for (int colour = 0; colour < colours.count(); colour++) {
            String bare = bareNames.get(colours.name(colour));
            if (!doubled.contains(bare)) {
                continue;
            }
            int same = spelled.find(colours.product(colour), colours.item(colour), bare);
            if (same == first.size()) {
                first.add(colour);
            } else {
                warn(
                        colour,
                        ProblemCode.COLOUR_SPELLING,
                        "is spelled '%s' in other rows of the same product: they are sent as two colours"
                                .formatted(colours.name(first.get(same))));
            }
        }
    }

    /** Where one name is garbled, many may be. */
    private void warnOfGarbled(int colour, int others) {
        warn(
                colour,
                ProblemCode.CELL_GARBLED,
                "looks garbled: '%s' is likely meant%s; export the sheet again as UTF-8"
                        .formatted(
                                GarbledText.meant(content.colours().name(colour)).orElseThrow(),
                                others == 0
                                        ? ""
                                        : ", and %,d more names are like it".formatted(others)));
    }

    private void warn(int colour, ProblemCode code, String advice) {
        int line = content.colours().firstLine(colour);
        int row = line == Lines.NONE ? content.colours().badRow(colour) : content.lines().row(line);
        String name = content.colours().name(colour);
        warnings.add(new Problem(sheets.place(row), column, name, code, null, advice));
    }
}
