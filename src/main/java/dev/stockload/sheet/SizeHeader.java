package dev.stockload.sheet;

import dev.stockload.stock.Size;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the size at the head of a matrix column as people write it. */
final class SizeHeader {
    /** 36, EU 38, 38 EU, 38 (EU), Size 39, 38-39, 尺码 40, 40码. */
    private static final Pattern SIZE =
            Pattern.compile(
                    "(?:(?:EU|EUR|size|Gr\\.|Größe|尺码)[ :.]*)?([0-9]+(?:-[0-9]+)?)(?: ?[码号]| ?EUR?|"
                            + " ?\\(EUR?\\))?",
                    Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** Sales of a year stand beside the sizes more often than anything of size 2024. */
    private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d(?:-(?:19|20)\\d\\d)?");

    /** Headers that people write for sizes which the merchant does not take. */
    private static final Pattern LIKE_A_SIZE =
            Pattern.compile(
                    """
                    (?:(?:EU|EUR|US|UK|FR|IT|DE|JP|CN|BR|AU|size|Gr\\.?|Größe|Taille|Talla|Taglia|T|尺码|\\#|No\\.?|Nr\\.?|№)[\\x20:.]*)?
                    \\d{1,4}(?:[.,]\\d{1,2}|\\x20?½|\\x20\\d/\\d)?
                    (?:\\x20?(?:[-–—−‐‑~/_x]|to|bis|至|到)\\x20?\\d{1,4}(?:[.,]\\d{1,2})?)*
                    \\x20?(?:\\(?(?:码|号|cm|mm|EU|EUR|US|UK|FR|IT|pcs?|pieces|prs|pairs|Stk|件|双)\\.?\\)?|[*+'])?
                    |\\dO|O\\d|[lI]\\d
                    |(?:X{0,5}[SML]|[2-9]X[SL])(?:\\x20?[-–/]\\x20?(?:X{0,5}[SML]|[2-9]X[SL]))?
                    |Uni|One\\x20?size|OS|TU|Free(?:\\x20?size)?|均码
                    """,
                    Pattern.CASE_INSENSITIVE
                            | Pattern.UNICODE_CASE
                            | Pattern.UNICODE_CHARACTER_CLASS
                            | Pattern.COMMENTS);

    private static final int LONGEST = 40;

    private SizeHeader() {}

    /** The column whose header is this cell, which names no field. */
    static Column column(RowBlock block, int cell, String name) {
        int place = block.column(cell);
        CellKind kind = block.kind(cell);
        String text = spaced(name);
        if (text.length() > LONGEST || YEAR.matcher(text).matches()) {
            return Column.other(place, name, Column.Role.UNREAD);
        }
        int size = kind == CellKind.NUMBER ? Size.packed(block.value(cell)) : size(kind, text);
        if (size > 0) {
            return Column.ofSize(place, name, size);
        }
        boolean like = kind != CellKind.TEXT || LIKE_A_SIZE.matcher(text).matches();
        return Column.other(place, name, like ? Column.Role.NO_SIZE : Column.Role.UNREAD);
    }

    private static int size(CellKind kind, String text) {
        Matcher size = SIZE.matcher(text);
        return kind == CellKind.TEXT && size.matches() ? Size.packed(size.group(1)) : 0;
    }

    /** Hard spaces and line breaks as plain spaces. */
    private static String spaced(String name) {
        StringBuilder text = new StringBuilder(name);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                text.setCharAt(i, ' ');
            }
        }
        return text.toString();
    }
}
