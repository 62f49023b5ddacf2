package dev.stockload.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A sheet that people import in a history.
 *
 * @param missing what becomes of what its job has sent before and it does not name
 * @param colours the pieces of each colour by size
 * @param bad the colours that have a row which cannot be right
 * @param lowerCase whether it spells all names in lower case
 */
record PlannedSheet(
        String job,
        boolean changedOnly,
        Missing missing,
        Map<ColourKey, Map<String, Integer>> colours,
        Set<ColourKey> bad,
        boolean lowerCase) {
    PlannedSheet(
            String job,
            boolean changedOnly,
            Missing missing,
            Map<ColourKey, Map<String, Integer>> colours,
            Set<ColourKey> bad) {
        this(job, changedOnly, missing, colours, bad, false);
    }

    enum Missing {
        KEEP,
        TELL,
        ZERO
    }

    String text() {
        StringBuilder text = new StringBuilder("pid,color,size,stock\n");
        colours.forEach(
                (colour, sizes) -> {
                    String spelled = Sheets.spelled(colour.name());
                    String name = lowerCase ? spelled.toLowerCase(Locale.ROOT) : spelled;
                    sizes.forEach(
                            (size, stock) ->
                                    text.append(
                                            "%d,%s,%s,%d\n"
                                                    .formatted(
                                                            colour.product(), name, size, stock)));
                    if (bad.contains(colour)) {
                        text.append("%d,%s,XL,1\n".formatted(colour.product(), name));
                    }
                });
        return text.toString();
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

    boolean hasZeros() {
        return missing == Missing.ZERO;
    }

    /** What it wants of a colour; null where it does not have it, or not right. */
    Map<String, Integer> wanted(ColourKey colour) {
        return bad.contains(colour) ? null : colours.get(colour);
    }

    /** Whether a create of these sizes of a colour is what it asks for. */
    boolean asksFor(ColourKey colour, Map<String, Integer> sizes) {
        if (bad.contains(colour)) {
            return false;
        }
        Map<String, Integer> named = colours.getOrDefault(colour, Map.of());
        return hasZeros()
                ? sizes.keySet().containsAll(named.keySet())
                        && sizes.entrySet().stream()
                                .allMatch(
                                        s -> s.getValue().equals(named.getOrDefault(s.getKey(), 0)))
                : sizes.equals(named);
    }

    /** The same with other colours. */
    PlannedSheet with(Map<ColourKey, Map<String, Integer>> others, Set<ColourKey> othersBad) {
        return new PlannedSheet(job, changedOnly, missing, others, othersBad, lowerCase);
    }

    /** The same with all names in lower case. */
    PlannedSheet inLowerCase() {
        return new PlannedSheet(job, changedOnly, missing, colours, bad, true);
    }
}
