package dev.stockload.web.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;

/**
 * A small drawing of one value a night. A night without a value is a gap. Its lines keep their
 * width when the drawing is stretched, so that it fits any screen.
 *
 * @param path of a line or of dots; empty for bars
 */
record Plot(
        Kind kind,
        String title,
        String now,
        String range,
        String path,
        List<Mark> marks,
        String sentence) {
    private static final double WIDTH = 300;
    private static final double HEIGHT = 60;
    private static final double EDGE = 5;
    private static final int HOUR = 60;

    /** A night: its value in words, its place, and its bar, of height 0 if it has none. */
    record Mark(String night, String value, double x, double width, double y, double height) {}

    enum Kind {
        LINE,
        DOTS,
        BARS
    }

    /** The oldest night first; one of {@code values} is null if its night has none. */
    static Plot of(
            String title,
            Kind kind,
            List<String> nights,
            List<Long> values,
            LongFunction<String> words) {
        List<Long> known = values.stream().filter(Objects::nonNull).toList();
        long low = known.stream().min(Long::compare).orElse(0L);
        long high = known.stream().max(Long::compare).orElse(0L);
        // Minutes of difference are no news: an hour fills the height.
        long spare = kind == Kind.DOTS ? Math.max(0, HOUR - (high - low)) / 2 : 0;
        long from = kind == Kind.BARS ? 0 : low - spare;
        long to = high + spare;
        double wide = WIDTH / values.size();
        StringBuilder path = new StringBuilder();
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Long value = values.get(i);
            double share =
                    value == null || to == from ? 0.5 : (value - from) / (double) (to - from);
            double y = Timeline.rounded(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE));
            double bar = Math.max(1, HEIGHT * (to == 0 ? 0 : share));
            if (value != null && kind != Kind.BARS) {
                boolean joined = kind == Kind.LINE && i > 0 && values.get(i - 1) != null;
                double x = Timeline.rounded((i + 0.5) * wide);
                path.append(joined ? "L%s %s".formatted(x, y) : "M%s %sh0".formatted(x, y));
            }
            marks.add(
                    new Mark(
                            nights.get(i),
                            value == null ? "–" : words.apply(value),
                            Timeline.rounded(i * wide),
                            Timeline.rounded(wide),
                            Timeline.rounded(HEIGHT - bar),
                            value == null || kind != Kind.BARS ? 0 : Timeline.rounded(bar)));
        }
        String lowest = words.apply(low);
        String range = low == high ? lowest : lowest + " to " + words.apply(high);
        String now = known.isEmpty() ? "" : words.apply(known.get(known.size() - 1));
        String told = known.isEmpty() ? "none in these nights" : range;
        return new Plot(
                kind,
                title,
                now,
                told,
                path.toString(),
                marks,
                "%s, %d nights: %s%s"
                        .formatted(
                                title, values.size(), told, now.isEmpty() ? "" : ", last " + now));
    }
}
