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
 * @param marks what is shown when the mouse is over a night; bars have a height
 * @param sentence the drawing in words
 */
record Plot(
        Kind kind,
        String title,
        String now,
        String range,
        String path,
        List<Mark> marks,
        String sentence) {
    static final int WIDTH = 300;
    static final int HEIGHT = 60;
    private static final int EDGE = 5;
    private static final int HOUR = 60;

    /** A night: its place, its bar and its words. */
    record Mark(double x, double width, double y, double height, String words) {}

    enum Kind {
        LINE,
        DOTS,
        BARS
    }

    /**
     * @param nights the name of each night, oldest first
     * @param values one for each night; null if there is none
     */
    static Plot of(
            String title,
            Kind kind,
            List<String> nights,
            List<Long> values,
            LongFunction<String> words) {
        List<Long> known = values.stream().filter(Objects::nonNull).toList();
        if (known.isEmpty()) {
            String none = "none in these nights";
            return new Plot(kind, title, "", none, "", List.of(), title + ": " + none);
        }
        long low = known.stream().min(Long::compare).get();
        long high = known.stream().max(Long::compare).get();
        // Minutes of difference are no news: an hour fills the height.
        long spare = kind == Kind.DOTS ? Math.max(0, HOUR - (high - low)) / 2 : 0;
        long from = kind == Kind.BARS ? 0 : low - spare;
        long to = high + spare;
        double wide = (double) WIDTH / values.size();
        StringBuilder path = new StringBuilder();
        List<Mark> marks = new ArrayList<>();
        boolean gap = true;
        for (int i = 0; i < values.size(); i++) {
            Long value = values.get(i);
            double x = Timeline.rounded((i + 0.5) * wide);
            double share =
                    value == null ? 0 : to == from ? 0.5 : (value - from) / (double) (to - from);
            double room = kind == Kind.BARS ? HEIGHT - 1 : HEIGHT - 2.0 * EDGE;
            double y = Timeline.rounded((kind == Kind.BARS ? room : HEIGHT - EDGE) - share * room);
            if (value != null && kind != Kind.BARS) {
                boolean apart = gap || kind == Kind.DOTS;
                path.append(apart ? "M%s %sh0".formatted(x, y) : "L%s %s".formatted(x, y));
            }
            gap = value == null;
            boolean bar = kind == Kind.BARS && value != null;
            marks.add(
                    new Mark(
                            Timeline.rounded(i * wide),
                            Timeline.rounded(wide),
                            bar ? y : 0,
                            bar ? Timeline.rounded(HEIGHT - y) : 0,
                            nights.get(i) + ": " + (value == null ? "–" : words.apply(value))));
        }
        String now = words.apply(known.get(known.size() - 1));
        String range =
                low == high ? words.apply(low) : words.apply(low) + " to " + words.apply(high);
        return new Plot(
                kind,
                title,
                now,
                range,
                path.toString(),
                marks,
                "%s, %d nights: %s, last %s".formatted(title, values.size(), range, now));
    }
}
