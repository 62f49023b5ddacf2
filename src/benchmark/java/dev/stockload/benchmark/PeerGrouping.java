package dev.stockload.benchmark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of a check for the peers: validates rows, groups them by colour, finds double sizes,
 * counts. It keeps of each row what sending needs, as a check does.
 */
final class PeerGrouping {
    private static final int NONE = -1;

    private final Map<ColourKey, Group> groups = new HashMap<>();
    private int rows;
    private long rejected;

    private record ColourKey(int product, String colour) {}

    private record Line(int row, int from, int to, int stock, String barcode) {
        boolean overlaps(Line other) {
            return from <= other.to && other.from <= to;
        }
    }

    private static final class Group {
        final List<Line> lines = new ArrayList<>(6);
        boolean hasBadRow;
    }

    /** Takes the next row; an empty cell is null or blank. */
    void add(String product, String colour, String size, String stock, String barcode) {
        rows++;
        int id = wholeNumber(product);
        if (id < 1 || isBlank(colour)) {
            rejected++;
            return;
        }
        Group group = groups.computeIfAbsent(new ColourKey(id, colour.strip()), k -> new Group());
        Line line = line(size, stock, barcode);
        if (line == null) {
            rejected++;
            group.hasBadRow = true;
        } else {
            group.lines.add(line);
        }
    }

    Tally tally() {
        long held = 0;
        long ready = 0;
        long pieces = 0;
        for (Group group : groups.values()) {
            int overlapping = overlapping(group.lines);
            rejected += overlapping;
            if (group.hasBadRow || overlapping > 0) {
                held += group.lines.size() - overlapping;
            } else {
                ready++;
                for (Line line : group.lines) {
                    pieces += line.stock;
                }
            }
        }
        long accepted = rows - rejected - held;
        return new Tally(rows, accepted, rejected, held, groups.size(), ready, pieces);
    }

    private static int overlapping(List<Line> lines) {
        int count = 0;
        for (Line line : lines) {
            for (Line other : lines) {
                if (line != other && line.overlaps(other)) {
                    count++;
                    break;
                }
            }
        }
        return count;
    }

    private Line line(String size, String stock, String barcode) {
        int dash = size == null ? NONE : size.indexOf('-');
        int from = sizeNumber(dash < 0 ? size : size.substring(0, dash));
        int to = dash < 0 ? from : sizeNumber(size.substring(dash + 1));
        int pieces = wholeNumber(stock);
        boolean good = from != NONE && (dash < 0 || from < to) && pieces >= 0;
        return good && isBarcode(barcode) ? new Line(rows, from, to, pieces, barcode) : null;
    }

    private static int sizeNumber(String text) {
        boolean plain = text != null && text.length() <= 4 && !text.startsWith("0");
        return plain ? wholeNumber(text) : NONE;
    }

    /** A number of digits alone that fits an int; {@code NONE} for all else. */
    private static int wholeNumber(String text) {
        if (text == null || text.isEmpty() || text.length() > 10) {
            return NONE;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            number = number * 10 + digit;
        }
        return number <= Integer.MAX_VALUE ? (int) number : NONE;
    }

    /** Any text, but no number in scientific notation: its digits are lost. */
    private static boolean isBarcode(String text) {
        return isBlank(text) || !(text.contains("E+") && Character.isDigit(text.charAt(0)));
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
