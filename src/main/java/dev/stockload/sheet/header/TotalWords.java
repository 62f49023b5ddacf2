package dev.stockload.sheet.header;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of rows that are totals of others, in many languages. */
public final class TotalWords {
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    /** Names of total rows, without case, spaces and punctuation. */
    private static final Set<String> WORDS =
            words(
                    """
                    total totals subtotal subtotals grandtotal sumtotal sum tot ttl totale totali
                    subtotale totaal subtotaal eindtotaal totalt totalsum totalsumma hovedtotal
                    soustotal summe zwischensumme gesamtsumme totalsumme endsumme gesamt
                    gesamtanzahl gesamtmenge gesamtbestand gesamtergebnis ergebnis insgesamt suma razem ogółem
                    ogolem łącznie somme somma soma summa toplam aratoplam geneltoplam yekun celkem
                    součet spolu súčet összes összesen végösszeg yhteensä kokku kopā išviso ialt samtals
                    ukupno skupaj zbroj общо итог итого всего разом підсумок σύνολο σύνολα σ 合计 合計
                    小计 小計 总计 總計 総計 集計 汇总 匯總 总和 總和 总数 總數 共计 計 합계 총계 총합계 소계 요약 סהכ المجموع الإجمالي
                    مجموع جمع jumlah tổng tổngcộng รวม कुल
                    """);

    /** Words that may follow; with others it is a colour, such as Total Orange. */
    private static final Set<String> FOLLOWING_WORDS =
            words(
                    """
                    of for all by per по الكلي colour color colours colors general generale
                    generaal geral result qty quantity stock stoc pcs pieces pairs product produkt
                    model modell cantidad unidades unités пар
                    """);

    /** The first word, the next one if only a space separates them, and the rest. */
    private static final Pattern FIRST_WORD =
            Pattern.compile(
                    "[^\\p{L}]*([\\p{L}\\p{M}]+)(?:\\s+(\\p{L}[\\p{L}\\p{M}]*)|(?!\\s*\\p{L}))(.*)");

    /** The end of a name in these letters is enough, as they are written without spaces. */
    private static final char FIRST_IDEOGRAPH = '\u4E00';

    private TotalWords() {}

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .map(TotalWords::withoutAccents)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The letters and digits of a text, without accents, which people omit on capitals. */
    private static String withoutAccents(String text) {
        String bare = HeaderField.bare(text);
        return bare.chars().allMatch(c -> c < 128)
                ? bare
                : MARKS.matcher(Normalizer.normalize(bare, Normalizer.Form.NFKD)).replaceAll("");
    }

    /** What follows a word for a total, such as the colour of its rows; empty if nothing does. */
    public static String ofWhat(String name) {
        Matcher parts = FIRST_WORD.matcher(name);
        return parts.matches()
                        && parts.group(2) != null
                        && WORDS.contains(withoutAccents(parts.group(1)))
                ? parts.group(2) + parts.group(3)
                : "";
    }

    /** It ends with a word for a total, or starts with one and does not go on like a colour. */
    public static boolean isTotal(String name) {
        String last = withoutAccents(name.substring(name.lastIndexOf(' ') + 1));
        if (WORDS.contains(last)
                || WORDS.contains(withoutAccents(name))
                || last.length() > 2
                        && last.charAt(last.length() - 1) >= FIRST_IDEOGRAPH
                        && WORDS.contains(last.substring(last.length() - 2))) {
            return true;
        }
        Matcher parts = FIRST_WORD.matcher(name);
        return parts.matches()
                && WORDS.contains(withoutAccents(parts.group(1)))
                && (parts.group(2) == null
                        || FOLLOWING_WORDS.contains(withoutAccents(parts.group(2))));
    }
}
