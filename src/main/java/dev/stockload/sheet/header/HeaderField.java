package dev.stockload.sheet.header;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a stock sheet, and the header names that are recognized for them. */
public enum HeaderField {
    PRODUCT("product id", "pid", "productid", "商品id"),
    ITEM("item number", "artno", "itemnumber", "itemno", "货号"),
    COLOUR("colour", "color", "colour", "颜色"),
    SIZE("size", "size", "尺码"),
    STOCK("stock", "stock", "qty", "quantity", "库存", "数量"),
    BARCODE("barcode", "barcode", "ean", "条码");

    /** The fields whose empty cells may repeat the value above. */
    public static final List<HeaderField> FILLED = List.of(PRODUCT, ITEM, COLOUR);

    private static final Pattern WITH_UNIT =
            Pattern.compile("([^(\\[]+)[(\\[]([^()\\[\\]]+)[)\\]]");
    private static final Set<String> EUROPEAN = Set.of("eu", "eur", "欧码");
    private static final Set<String> PIECES =
            Set.of(
                    "pc", "pcs", "piece", "pieces", "unit", "units", "ea", "each", "pair", "pairs",
                    "prs", "stk", "stck", "stück", "件", "双", "个", "只", "条", "套");

    private final String words;
    private final Set<String> names;

    HeaderField(String words, String... names) {
        this.words = words;
        this.names = Set.of(names);
    }

    /** The name of this field in job definitions and options. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String words() {
        return words;
    }

    Collection<String> names() {
        return names;
    }

    /** Accepts {@code color} too. */
    public static Optional<HeaderField> ofKey(String key) {
        String wanted = key.strip().toLowerCase(Locale.ROOT);
        String known = wanted.equals("color") ? "colour" : wanted;
        return Arrays.stream(values()).filter(field -> field.key().equals(known)).findFirst();
    }

    /** Finds the field of a header with or without a unit. */
    public static Optional<HeaderField> ofHeader(String header) {
        return named(bare(header)).or(() -> withUnit(header));
    }

    static Optional<HeaderField> withUnit(String header) {
        String text = header.strip();
        if (text.isEmpty() || !isClosingBracket(text.charAt(text.length() - 1))) {
            return Optional.empty();
        }
        Matcher parts = WITH_UNIT.matcher(Normalizer.normalize(text, Normalizer.Form.NFKC));
        return parts.matches()
                ? named(bare(parts.group(1))).filter(field -> field.accepts(bare(parts.group(2))))
                : Optional.empty();
    }

    private static boolean isClosingBracket(char c) {
        return Character.getType(c) == Character.END_PUNCTUATION;
    }

    private static Optional<HeaderField> named(String name) {
        return Arrays.stream(values()).filter(field -> field.names.contains(name)).findFirst();
    }

    /** Stock may be in pieces or pairs, and sizes European; other units change the meaning. */
    private boolean accepts(String unit) {
        return this == STOCK && PIECES.contains(unit) || this == SIZE && EUROPEAN.contains(unit);
    }

    /**
     * A text without case, spaces, punctuation and width. Currency, percent and plus signs stay:
     * {@code Stock €} is a value and {@code Stock +/-} a change.
     */
    public static String bare(String text) {
        StringBuilder bare = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~') {
                return bareOfAnyScript(text);
            }
            if (isBare(c)) {
                bare.append(Character.toLowerCase(c));
            }
        }
        return bare.toString();
    }

    private static String bareOfAnyScript(String text) {
        StringBuilder bare = new StringBuilder();
        Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(HeaderField::isBare)
                .forEach(bare::appendCodePoint);
        return bare.toString();
    }

    private static boolean isBare(int c) {
        int type = Character.getType(c);
        return Character.isLetterOrDigit(c)
                || type == Character.CURRENCY_SYMBOL
                || type == Character.MATH_SYMBOL
                || c == '%';
    }
}
