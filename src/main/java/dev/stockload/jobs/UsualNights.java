package dev.stockload.jobs;

import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Compares the sheet of a night with those of the nights before. A number is unusual if it is more
 * than twice as far from their median as 80 % of them are, and far enough to matter.
 */
final class UsualNights {
    private static final int FEWEST = 5;
    private static final double MOST_OF_THEM = 0.8;

    enum Figure {
        ROWS(0.1, 10, false, n -> Count.of(n, "row")),
        TO_CORRECT(1, 10, true, n -> Count.of(n, "row") + " to correct"),
        /** The minute of the night at which the sheet came, from noon. */
        CAME(0, 60, false, n -> "came " + clock(n)),
        CHANGED(0.5, 20, false, n -> Count.of(n, "colour") + " changed"),
        SOLD_OUT(0.5, 20, true, n -> Count.of(n, "size") + " sold out");

        private final double share;
        private final int least;
        private final boolean onlyMore;
        private final IntFunction<String> words;

        /**
         * @param share how far from the median, as a share of it, matters
         * @param least how far from the median at least
         * @param onlyMore whether less than usual does not matter
         */
        Figure(double share, int least, boolean onlyMore, IntFunction<String> words) {
            this.share = share;
            this.least = least;
            this.onlyMore = onlyMore;
            this.words = words;
        }

        private String number(int value) {
            return this == CAME ? clock(value) : Count.of(value);
        }
    }

    private UsualNights() {}

    /** The figures of a run; what is known only after settling is missing before. */
    static Map<Figure, Integer> figures(Run run, ZoneId zone) {
        Tally tally = run.tally();
        Map<Figure, Integer> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.ROWS, tally.rows());
        figures.put(Figure.TO_CORRECT, tally.rowsToCorrect());
        figures.put(Figure.CAME, fromNoon(run, zone).toLocalTime().toSecondOfDay() / 60);
        if (run.isNamed()) {
            figures.put(
                    Figure.CHANGED,
                    tally.colours(ColourState.SENT)
                            + tally.colours(ColourState.READY)
                            + tally.colours(ColourState.SENDING)
                            + tally.colours(ColourState.IN_DOUBT));
            figures.put(Figure.SOLD_OUT, tally.stock().soldOut());
        }
        return figures;
    }

    /** The date of the morning to which a run belongs: nights last from noon to noon. */
    static LocalDate date(Run run, ZoneId zone) {
        return fromNoon(run, zone).toLocalDate();
    }

    private static LocalDateTime fromNoon(Run run, ZoneId zone) {
        return run.startedAt().atZone(zone).toLocalDateTime().plusHours(12);
    }

    /** What is unusual, each with what is usual; {@code enough} nights were there to tell. */
    record Comparison(boolean enough, List<String> unusual) {
        @Override
        public String toString() {
            if (!enough) {
                return "Too few nights to compare";
            }
            return unusual.isEmpty() ? "As usual" : "Unusual: " + String.join("; ", unusual);
        }
    }

    static Comparison compare(Map<Figure, Integer> tonight, List<Map<Figure, Integer>> before) {
        List<String> unusual = new ArrayList<>();
        tonight.forEach(
                (figure, value) -> {
                    List<Integer> earlier =
                            before.stream()
                                    .map(night -> night.get(figure))
                                    .filter(Objects::nonNull)
                                    .toList();
                    if (earlier.size() >= FEWEST) {
                        compare(figure, value, earlier, unusual);
                    }
                });
        return new Comparison(before.size() >= FEWEST, unusual);
    }

    private static void compare(
            Figure figure, int tonight, List<Integer> earlier, List<String> odd) {
        int median = earlier.stream().sorted().toList().get(earlier.size() / 2);
        List<Integer> near =
                earlier.stream()
                        .sorted()
                        .sorted(Comparator.comparing(value -> Math.abs(value - median)))
                        .limit(Math.round(earlier.size() * MOST_OF_THEM))
                        .toList();
        int far = Math.abs(near.get(near.size() - 1) - median);
        int apart = figure.onlyMore ? tonight - median : Math.abs(tonight - median);
        if (apart > Math.max(2.0 * far, Math.max(figure.share * median, figure.least))) {
            String low = figure.number(near.stream().min(Integer::compare).get());
            String high = figure.number(near.stream().max(Integer::compare).get());
            String range = low.equals(high) ? low : low + " to " + high;
            odd.add("%s, usually %s".formatted(figure.words.apply(tonight), range));
        }
    }

    private static String clock(int minute) {
        return LocalTime.NOON.plusMinutes(minute).toString();
    }
}
