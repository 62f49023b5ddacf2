package dev.stockload.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A sheet that people import in a history.
 *
 * @param job its job, or {@link #BY_HAND}
 * @param missing what becomes of what its job has sent before and it does not name
 * @param colours the pieces of each colour by size
 * @param bad the colours that have a row which cannot be right
 * @param unread the products that have a row whose colour cannot be read
 */
record PlannedSheet(
        String job,
        Send send,
        Missing missing,
        Map<ColourKey, Map<String, Integer>> colours,
        Set<ColourKey> bad,
        Set<Integer> unread,
        Set<Trait> traits) {
    /** The job of what people import by hand. */
    static final String BY_HAND = "import";

    /** The size of a bad row, and what a person reads it as. */
    static final String BAD_SIZE = "XL";

    static final String READ_AS = "44";

    /** The pieces of each size that a job may keep back, and of how few it offers none. */
    static final int KEPT_BACK = 2;

    static final int FEW = 30;

    private static final int GARBAGE_ROWS = 120;

    enum Send {
        ALL,
        CHANGED,
        NEW
    }

    enum Missing {
        KEEP,
        TELL,
        ZERO
    }

    enum Trait {
        /** It spells all names in lower case. */
        LOWER_CASE,
        /** It has a barcode for each size. */
        BARCODES,
        /** It has a row whose product cannot be read. */
        BLIND,
        /** Most of its rows are bad, so that the brake of its job stops it. */
        GARBAGE,
        /** A person has said which size its bad rows are. */
        CORRECTED,
        /** The service splits its ranges: it is about the single sizes in them. */
        OPENED,
        /** Its job holds new colours that are nearly another one of their product. */
        HOLDS_NEW,
        /** Such a colour is really new: if a person says so, it is sent. Else another is meant. */
        REALLY_NEW,
        /** Its job keeps back some pieces of each size, and offers none of few. */
        KEEPS_BACK,
        /** It says what is offered of what it has. */
        OFFERED,
        /** The brake of its job asks before a fifth of its pieces is set to 0. */
        ZERO_BRAKE
    }

    PlannedSheet(
            String job,
            Send send,
            Missing missing,
            Map<ColourKey, Map<String, Integer>> colours,
            Set<ColourKey> bad) {
        this(job, send, missing, colours, bad, Set.of(), Set.of());
    }

    /**
     * A sheet from words.
     *
     * @param how the job, what to send and what of the missing, such as {@code nightly changed
     *     zero}
     * @param rows such as {@code 4 Navy Blue 36=70 37=80; 2 Red !}, with {@code !} for a bad row
     */
    static PlannedSheet of(String how, String rows, Trait... traits) {
        String[] words = how.split(" ");
        Map<ColourKey, Map<String, Integer>> colours = new LinkedHashMap<>();
        Set<ColourKey> bad = new LinkedHashSet<>();
        for (String part : rows.split(";")) {
            Map<String, Integer> sizes = new TreeMap<>();
            StringBuilder name = new StringBuilder();
            boolean held = false;
            String[] all = part.strip().split(" ");
            for (int i = 1; i < all.length; i++) {
                if (all[i].equals("!")) {
                    held = true;
                } else if (all[i].contains("=")) {
                    String[] size = all[i].split("=");
                    sizes.put(size[0], Integer.valueOf(size[1]));
                } else {
                    name.append(' ').append(all[i]);
                }
            }
            ColourKey colour = new ColourKey(Integer.parseInt(all[0]), name.toString());
            colours.put(colour, sizes);
            if (held) {
                bad.add(colour);
            }
        }
        return new PlannedSheet(
                words[0],
                Send.valueOf(words[1].toUpperCase(Locale.ROOT)),
                Missing.valueOf(words[2].toUpperCase(Locale.ROOT)),
                colours,
                bad,
                Set.of(),
                Set.of(traits));
    }

    @Override
    public Set<ColourKey> bad() {
        return is(Trait.CORRECTED) ? Set.of() : bad;
    }

    @Override
    public Map<ColourKey, Map<String, Integer>> colours() {
        if (!is(Trait.OPENED) && !is(Trait.OFFERED)) {
            return entries();
        }
        Map<ColourKey, Map<String, Integer>> seen = new LinkedHashMap<>();
        entries()
                .forEach(
                        (colour, pieces) -> {
                            Map<String, Integer> sizes =
                                    is(Trait.OPENED) ? opened(pieces) : new TreeMap<>(pieces);
                            if (is(Trait.OFFERED)) {
                                sizes.replaceAll((size, all) -> offered(all));
                            }
                            seen.put(colour, sizes);
                        });
        return seen;
    }

    private static int offered(int all) {
        return all - KEPT_BACK < FEW ? 0 : all - KEPT_BACK;
    }

    private Map<ColourKey, Map<String, Integer>> entries() {
        return is(Trait.CORRECTED) ? asCorrected() : colours;
    }

    /** Its entries for a size: that alone, or a range with it. */
    Stream<String> entries(SizeKey key) {
        return entries().getOrDefault(key.colour(), Map.of()).keySet().stream()
                .filter(entry -> opened(Map.of(entry, 0)).containsKey(key.size()));
    }

    /** The same for each single size of a range. */
    static <T> Map<String, T> opened(Map<String, T> sizes) {
        Map<String, T> singles = new TreeMap<>();
        sizes.forEach(
                (size, value) -> {
                    String[] ends = size.split("-");
                    int last = Integer.parseInt(ends[ends.length - 1]);
                    for (int each = Integer.parseInt(ends[0]); each <= last; each++) {
                        singles.put(String.valueOf(each), value);
                    }
                });
        return singles;
    }

    private Map<ColourKey, Map<String, Integer>> asCorrected() {
        Map<ColourKey, Map<String, Integer>> all = new LinkedHashMap<>();
        colours.forEach(
                (colour, pieces) -> {
                    Map<String, Integer> sizes = new TreeMap<>(pieces);
                    if (bad.contains(colour)) {
                        sizes.put(READ_AS, 1);
                    }
                    all.put(asCorrected(colour), sizes);
                });
        return all;
    }

    /** How it spells a name. */
    String spelled(String name) {
        String spelled = Sheets.spelled(name);
        return is(Trait.LOWER_CASE) ? spelled.toLowerCase(Locale.ROOT) : spelled;
    }

    boolean is(Trait trait) {
        return traits.contains(trait);
    }

    boolean isByHand() {
        return job.equals(BY_HAND);
    }

    String text() {
        StringBuilder text = new StringBuilder("pid,color,size,stock");
        text.append(is(Trait.BARCODES) ? ",barcode\n" : "\n");
        colours.forEach(
                (colour, sizes) -> {
                    String name = spelled(colour.name());
                    sizes.forEach(
                            (size, stock) ->
                                    text.append(
                                            "%d,%s,%s,%d%s\n"
                                                    .formatted(
                                                            colour.product(),
                                                            name,
                                                            size,
                                                            stock,
                                                            barcode(colour, size))));
                    if (bad.contains(colour)) {
                        text.append("%d,%s,%s,1\n".formatted(colour.product(), name, BAD_SIZE));
                    }
                });
        unread.forEach(product -> text.append("%d,,36,1\n".formatted(product)));
        if (is(Trait.BLIND)) {
            text.append("?,Red,36,1\n");
        }
        if (is(Trait.GARBAGE)) {
            text.append("%d,Junk,XL,1\n".formatted(Sheets.PRODUCTS).repeat(GARBAGE_ROWS));
        }
        return text.toString();
    }

    /** The colour of a row that people are told of. */
    ColourKey colourOf(int row) {
        String[] cells = text().lines().skip(row - 1L).findFirst().orElseThrow().split(",");
        ColourKey written = new ColourKey(Integer.parseInt(cells[0]), cells[1]);
        return is(Trait.CORRECTED) ? asCorrected(written) : written;
    }

    private ColourKey asCorrected(ColourKey colour) {
        return colour.meant() == null || is(Trait.REALLY_NEW) ? colour : colour.meant();
    }

    private String barcode(ColourKey colour, String size) {
        return is(Trait.BARCODES)
                ? ",69%d%05d"
                        .formatted(
                                colour.product(),
                                Math.floorMod((colour.name() + size).hashCode(), 100_000))
                : "";
    }

    /** What the ledger knows its content by. */
    String hash() {
        return hash(text());
    }

    static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether it has the same content, asked for in the same way. */
    boolean isSameAs(PlannedSheet other) {
        return job.equals(other.job)
                && send == other.send
                && missing == other.missing
                && is(Trait.KEEPS_BACK) == other.is(Trait.KEEPS_BACK)
                && text().equals(other.text());
    }

    boolean hasZeros() {
        return missing == Missing.ZERO;
    }

    /** What it wants of a colour; null where it does not have it, or not right. */
    Map<String, Integer> wanted(ColourKey colour) {
        return bad().contains(colour) ? null : colours().get(colour);
    }

    /** The same with other colours. */
    PlannedSheet with(Map<ColourKey, Map<String, Integer>> others, Set<ColourKey> othersBad) {
        return new PlannedSheet(job, send, missing, others, othersBad, unread, traits);
    }

    /** The same with a trait. */
    PlannedSheet with(Trait trait) {
        Set<Trait> more = new HashSet<>(traits);
        more.add(trait);
        return new PlannedSheet(job, send, missing, colours, bad, unread, Set.copyOf(more));
    }

    /** The same with rows of these products whose colours cannot be read. */
    PlannedSheet withUnread(Set<Integer> products) {
        return new PlannedSheet(job, send, missing, colours, bad, products, traits);
    }
}
