package dev.stockload.ledger;

import java.util.List;
import java.util.StringJoiner;

/** Places in the sending order, as people write them: {@code 0-149,151-300}. */
final class Positions {
    private Positions() {}

    static String of(List<LedgerColour> colours) {
        StringJoiner text = new StringJoiner(",");
        for (int i = 0; i < colours.size(); ) {
            int first = colours.get(i).position();
            int last = first;
            while (++i < colours.size() && colours.get(i).position() == last + 1) {
                last++;
            }
            text.add(first == last ? String.valueOf(first) : first + "-" + last);
        }
        return text.toString();
    }

    /** How many places such a text names. */
    static int count(String text) {
        int count = 0;
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            int dash = part.indexOf('-');
            count +=
                    dash < 0
                            ? 1
                            : Integer.parseInt(part.substring(dash + 1))
                                    - Integer.parseInt(part.substring(0, dash))
                                    + 1;
        }
        return count;
    }
}
