package dev.stockload.check;

import dev.stockload.sheet.HeaderField;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.ProblemCode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds rows that sum up the rows above them instead of being a colour: by what they are called, or
 * by their numbers.
 */
final class TotalRows {
    /** What people call such a row, without case, spaces and punctuation. */
    private static final Set<String> WORDS =
            Set.of(
                    "total", "totals", "subtotal", "grandtotal", "sumtotal", "sum", "totale",
                    "totali", "totaal", "totalt", "totalgeneral", "totalgénéral", "totalgenerale",
                    "totalqty", "totalstock", "totalpcs", "totalpieces", "soustotal", "summe",
                    "zwischensumme", "gesamtsumme", "endsumme", "gesamt", "insgesamt", "suma",
                    "sumarazem", "razem", "somme", "soma", "summa", "toplam", "geneltoplam",
                    "celkem", "spolu", "összesen", "yhteensä", "ialt", "ukupno", "skupaj", "итого",
                    "всего", "разом", "σύνολο", "合计", "合計", "小计", "小計", "总计", "總計", "总数", "總數",
                    "共计", "計", "합계", "총계", "סהכ", "المجموع", "الإجمالي");

    /** Of a name in these letters, the end is enough: they have no spaces between words. */
    private static final char FIRST_IDEOGRAPH = '\u4E00';

    /** A sum of so many rows at most is looked for. */
    private static final int MOST_COLOURS = 10_000;

    /** How many of a thousand sheets may have a row that is a sum by chance: two to the minus 3. */
    private static final double SURE = 3;

    private static final int NONE = -1;

    private final SheetContent content;
    private final Colours colours;
    private final int column;

    /** The first colour of those that each colour sums up; the colour itself by its name. */
    private final int[] sumsFrom;

    private final int[] pieces;

    private TotalRows(SheetContent content, int column) {
        this.content = content;
        this.colours = content.colours();
        this.column = column;
        this.sumsFrom = new int[colours.count()];
        this.pieces = new int[colours.count()];
        Arrays.fill(sumsFrom, NONE);
    }

    /** Notes all such rows of a sheet. */
    static void find(SheetContent content, int colourColumn) {
        TotalRows totals = new TotalRows(content, colourColumn);
        totals.findByName();
        boolean found = true;
        while (found) {
            found = totals.findSums();
        }
    }

    private void findByName() {
        Map<String, Boolean> known = new HashMap<>();
        for (int colour = 0; colour < colours.count(); colour++) {
            pieces[colour] = (int) Math.min(Integer.MAX_VALUE, content.pieces(colour));
            String item = colours.item(colour);
            if (known.computeIfAbsent(colours.name(colour), TotalRows::isTotal)
                    || item != null && known.computeIfAbsent(item, TotalRows::isTotal)) {
                note(colour, colour);
            }
        }
    }

    static boolean isTotal(String name) {
        int colon = Math.max(name.indexOf(':'), name.indexOf('：'));
        String last = HeaderField.bare(name.substring(name.lastIndexOf(' ') + 1));
        return WORDS.contains(last)
                || WORDS.contains(HeaderField.bare(name))
                || colon > 0 && WORDS.contains(HeaderField.bare(name.substring(0, colon)))
                || last.length() > 2
                        && last.charAt(last.length() - 1) >= FIRST_IDEOGRAPH
                        && WORDS.contains(last.substring(last.length() - 2));
    }

    /** Notes colours that are a sum wherever their name stands; false where there are none. */
    private boolean findSums() {
        Map<String, Double> evidence = new HashMap<>();
        int[] from = new int[colours.count()];
        for (int colour = 0; colour < from.length; colour++) {
            from[colour] = isOpen(colour) && pieces[colour] > 0 ? sumFrom(colour) : NONE;
            if (from[colour] != NONE && isOfSeveral(from[colour], colour)) {
                evidence.merge(key(colour), evidence(colour), Double::sum);
            }
        }
        double enough = SURE + Math.log(from.length) / Math.log(2);
        evidence.values().removeIf(sure -> sure < enough);
        Set<String> names = new HashSet<>(evidence.keySet());
        for (int colour = 0; colour < from.length && !names.isEmpty(); colour++) {
            if (isOpen(colour) && from[colour] == NONE && pieces[colour] > 0) {
                names.remove(key(colour));
            }
        }
        boolean found = false;
        for (int colour = 0; colour < from.length && !names.isEmpty(); colour++) {
            if (from[colour] != NONE && names.contains(key(colour))) {
                note(colour, from[colour]);
                found = true;
            }
        }
        return found;
    }

    private String key(int colour) {
        return ColourKey.of(colours.name(colour));
    }

    private boolean isOpen(int colour) {
        return sumsFrom[colour] == NONE && colours.badRow(colour) == 0;
    }

    /** The first colour of a product or of the sheet from which on all are as many pieces. */
    private int sumFrom(int colour) {
        long sum = 0;
        int end = Math.max(0, colour - MOST_COLOURS);
        for (int first = colour - 1; first >= end && sum <= pieces[colour]; first--) {
            if (sumsFrom[first] == NONE) {
                sum += pieces[first];
            }
            boolean begins =
                    first == 0
                            || sumsFrom[first - 1] != NONE
                            || colours.product(first - 1) != colours.product(first)
                            || !String.valueOf(colours.item(first - 1))
                                    .equals(String.valueOf(colours.item(first)));
            if (begins && sum == pieces[colour] && isSum(first, colour)) {
                return first;
            }
        }
        return NONE;
    }

    private boolean isOfSeveral(int first, int colour) {
        int several = 0;
        for (int each = first; each < colour && several < 2; each++) {
            several += sumsFrom[each] == NONE && pieces[each] > 0 ? 1 : 0;
        }
        return several > 1;
    }

    private boolean isSum(int first, int colour) {
        Map<Integer, Long> sums = new HashMap<>();
        for (int each = first; each < colour; each++) {
            if (sumsFrom[each] == NONE) {
                content.forEachStock(
                        each, (size, stock) -> sums.merge(size, (long) stock, Long::sum));
            }
        }
        content.forEachStock(colour, (size, stock) -> sums.merge(size, (long) -stock, Long::sum));
        return sums.values().stream().allMatch(rest -> rest == 0);
    }

    /** How unlikely equal numbers are by chance, in bits; nothing where only one size has stock. */
    private double evidence(int colour) {
        double[] bits = new double[2];
        content.forEachStock(
                colour,
                (size, stock) -> {
                    bits[0] += Math.log(1.0 + stock) / Math.log(2);
                    bits[1] += stock > 0 ? 1 : 0;
                });
        return bits[1] > 1 ? bits[0] : 0;
    }

    /** Notes all rows of a colour: by its name, or as the sum from the first row of another on. */
    private void note(int colour, int first) {
        sumsFrom[colour] = first;
        int other = first == colour ? 0 : content.lines().row(colours.firstLine(first));
        String name = colours.name(colour);
        if (colours.firstLine(colour) == Lines.NONE) {
            int row = colours.badRow(colour);
            content.findings().add(row, column, ProblemCode.ROW_TOTAL, name, other);
        }
        for (int line = colours.firstLine(colour);
                line != Lines.NONE;
                line = content.lines().next(line)) {
            int row = content.lines().row(line);
            if (!content.findings().isBad(row)) {
                content.findings().add(row, column, ProblemCode.ROW_TOTAL, name, other);
                colours.markBad(colour, row);
            }
        }
    }
}
