package dev.stockload.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * A sheet that people import in a history.
 *
 * @param colours the pieces of each colour by size
 * @param bad the colours that have a row which cannot be right
 */
record PlannedSheet(
        String job,
        boolean changedOnly,
        Map<ColourKey, Map<String, Integer>> colours,
        Set<ColourKey> bad) {
    String text() {
        StringBuilder text = new StringBuilder("pid,color,size,stock\n");
        colours.forEach(
                (colour, sizes) -> {
                    String name = Sheets.spelled(colour.name());
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
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it wants of a colour; null where it does not have it, or not right. */
    Map<String, Integer> wanted(ColourKey colour) {
        return bad.contains(colour) ? null : colours.get(colour);
    }
}
