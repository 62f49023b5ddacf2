package dev.stockload.sheet.header;

import dev.stockload.sheet.rows.FormatCode;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a stock sheet, and the header names that are recognized for them. */
public enum HeaderField {
    PRODUCT("product id", "pid productid 商品id"),
    ITEM(
            "item number",
            """
            artno itemnumber itemno 货号 artikelnummer artikelnr artnr référence codearticle
            referencia códigodeartículo codicearticolo artikelcode numerartykułu ürünkodu
            referência códigodoartigo 品番 商品コード 품번 상품코드
            """),
    COLOUR("colour", "color colour 颜色 farbe couleur colore kleur kolor renk cor 色 カラー 색상"),
    SIZE("size", "size 尺码 größe grösse taille talla taglia maat rozmiar beden tamanho サイズ 사이즈"),
    STOCK(
            "stock",
            """
            stock qty quantity qtyonhand quantityonhand 库存 数量 bestand lagerbestand menge anzahl quantité cantidad
            existencias quantità giacenza voorraad aantal ilość stanmagazynowy stok miktar adet
            quantidade estoque 在庫 在庫数 재고 재고수량 수량
            """),
    BARCODE(
            "barcode",
            """
            barcode ean 条码 strichcode codebarres códigodebarras codiceabarre streepjescode
            kodkreskowy barkod バーコード 바코드
            """);

    /** The fields whose empty cells may repeat the value above. */
    public static final List<HeaderField> FILLED = List.of(PRODUCT, ITEM, COLOUR);

    private static final Pattern WITH_UNIT =
            Pattern.compile("([^(\\[]+)[(\\[]([^()\\[\\]]+)[)\\]]");
    private static final Set<String> EUROPEAN = Set.of("eu", "eur", "欧码");

    /** A minus that is not between two words, as in {@code Qty -}, is part of the meaning. */
    private static final Pattern MINUS =
            Pattern.compile("(?:^|[^\\p{L}\\p{N}\\s])\\s*[-–−]|[-–−]\\s*(?:$|[^\\p{L}\\p{N}\\s])");

    private static final String IDEOGRAPH =
            "[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsHangul}]";

    /** What is between the names of a header in two languages; these scripts need no sign. */
    private static final Pattern BETWEEN_LANGUAGES =
            Pattern.compile(
                    "[/|\\n\\r()\\[\\]]|(?<=IDEOGRAPH)\\s*(?=\\p{IsLatin})|(?<=\\p{IsLatin})\\s*(?=IDEOGRAPH)"
                            .replace("IDEOGRAPH", IDEOGRAPH));

    private static final Pattern WORDS = Pattern.compile("[\\s_]+");
    private static final int LONGEST = 80;
    private static final Pattern NUMBERED = Pattern.compile("(.*[^\\d\\s])\\s*\\d{1,2}");
    private static final Pattern MARKS = Pattern.compile("\\p{Mn}+");

    /** By the names, also without the accents that people and programs leave out. */
    private static final Map<String, HeaderField> BY_NAME = new HashMap<>();

    static {
        for (HeaderField field : values()) {
            for (String name : field.names) {
                BY_NAME.put(name, field);
                String decomposed = Normalizer.normalize(name, Normalizer.Form.NFD);
                BY_NAME.putIfAbsent(MARKS.matcher(decomposed).replaceAll(""), field);
            }
        }
    }

    private final String words;
    private final Set<String> names;

    HeaderField(String words, String names) {
        this.words = words;
        this.names = Set.of(names.strip().split("\\s+"));
    }

    /** The name of this field in job definitions and options. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String label() {
        return words;
    }

    /** Accepts {@code color} too. */
    public static Optional<HeaderField> ofKey(String key) {
        String wanted = key.strip().toLowerCase(Locale.ROOT);
        String known = wanted.equals("color") ? "colour" : wanted;
        return Arrays.stream(values()).filter(field -> field.key().equals(known)).findFirst();
    }

    /** Finds the field of a header, also with a unit or in two languages. */
    public static Optional<HeaderField> ofHeader(String header) {
        return ofName(header).or(() -> alike(header));
    }

    /** The field that a header names exactly. */
    static Optional<HeaderField> ofName(String header) {
        return Optional.ofNullable(BY_NAME.get(bare(header)))
                .filter(field -> !MINUS.matcher(header).find());
    }

    /** The field of a header with a unit, or with several names of the same field. */
    static Optional<HeaderField> alike(String header) {
        boolean mayBe =
                header.length() <= LONGEST
                        && header.chars().anyMatch(c -> c > '~' || "/|\n([ _".indexOf(c) >= 0)
                        && !MINUS.matcher(header).find();
        if (!mayBe) {
            return Optional.empty(); // cells of rows are asked too
        }
        String text = Normalizer.normalize(header.strip(), Normalizer.Form.NFKC);
        Matcher unit = WITH_UNIT.matcher(text);
        Optional<HeaderField> withUnit =
                unit.matches()
                        ? ofName(unit.group(1)).filter(field -> field.accepts(bare(unit.group(2))))
                        : Optional.empty();
        return withUnit.or(() -> ofParts(BETWEEN_LANGUAGES, text)).or(() -> ofParts(WORDS, text));
    }

    private static Optional<HeaderField> ofParts(Pattern between, String text) {
        List<Optional<HeaderField>> fields =
                between.splitAsStream(text)
                        .filter(part -> !bare(part).isEmpty())
                        .map(HeaderField::ofName)
                        .distinct()
                        .toList();
        return fields.size() == 1 ? fields.get(0) : Optional.empty();
    }

    /** The field of a name with a number, such as {@code Qty 1}. */
    static Optional<HeaderField> numbered(String header) {
        Matcher parts = NUMBERED.matcher(header.strip());
        return parts.matches() ? ofName(parts.group(1)) : Optional.empty();
    }

    static Set<String> allNames() {
        return BY_NAME.keySet();
    }

    /** Stock may be in pieces or pairs, and sizes European; other units change the meaning. */
    private boolean accepts(String unit) {
        return this == STOCK && FormatCode.PIECES.contains(unit)
                || this == SIZE && EUROPEAN.contains(unit);
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
