package dev.stockload.ledger;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

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
        int[] count = {0};
        each(text, place -> count[0]++);
        return count[0];
    }

    /** Each place that such a text names. */
    static void each(String text, IntConsumer place) {
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
            IntStream.rangeClosed(first, last).forEach(place);
        }
    }
}
