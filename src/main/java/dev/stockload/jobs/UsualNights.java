package dev.stockload.jobs;

import dev.stockload.runs.ColourState;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Compares the sheet of a night with those of the nights before. A number is unusual if it is
 * further from their median than twice the distance that 80 % of them keep, and by a share that
 * people would notice.
 */
final class UsualNights {
    static final int FEWEST = 5;
    private static final double MOST_OF_THEM = 0.8;

    private UsualNights() {}

    /**
     * What can be compared.
     *
     * @param came the minute of the night at which the sheet came, from noon
     * @param changed colours that differ from what was sent before; null if not settled
     * @param soldOut sizes that became 0; null if not settled
     */
    record Figures(int rows, int toCorrect, int came, Integer changed, Integer soldOut) {
        static Figures of(Run run, ZoneId zone) {
            Tally tally = run.tally();
            int changed =
                    tally.colours(ColourState.SENT)
                            + tally.colours(ColourState.READY)
                            + tally.colours(ColourState.SENDING)
                            + tally.colours(ColourState.IN_DOUBT);
            return new Figures(
                    tally.rows(),
                    tally.rowsToCorrect(),
                    minute(run, zone),
                    run.isNamed() ? changed : null,
                    run.isNamed() ? tally.stock().soldOut() : null);
        }

        private static int minute(Run run, ZoneId zone) {
            LocalDateTime fromNoon = fromNoon(run, zone);
            return fromNoon.getHour() * 60 + fromNoon.getMinute();
        }
    }

    /** The date of the morning to which a run belongs: nights last from noon to noon. */
    static LocalDate date(Run run, ZoneId zone) {
        return fromNoon(run, zone).toLocalDate();
    }

    private static LocalDateTime fromNoon(Run run, ZoneId zone) {
        return run.startedAt().atZone(zone).toLocalDateTime().plusHours(12);
    }

    /** The result of a comparison, with a sentence for people. */
    record Comparison(boolean unusual, String sentence) {}

    static Comparison compare(Figures tonight, List<Figures> before) {
        if (before.size() < FEWEST) {
            return new Comparison(false, "Too few nights to compare");
        }
        List<String> odd = new ArrayList<>();
        Usual.of(before, Figures::rows)
                .odd(tonight.rows(), 0.1, 10, false, n -> Count.of(n, "row"), odd);
        Usual.of(before, Figures::toCorrect)
                .odd(
                        tonight.toCorrect(),
                        1,
                        Math.max(5, tonight.rows() / 50),
                        true,
                        n -> Count.of(n, "row") + " to correct",
                        odd);
        Usual.of(before, Figures::came).odd(tonight.came(), 0, 60, false, UsualNights::clock, odd);
        if (tonight.changed() != null) {
            Usual.of(before, Figures::changed)
                    .odd(
                            tonight.changed(),
                            0.5,
                            20,
                            false,
                            n -> Count.of(n, "colour") + " changed",
                            odd);
            Usual.of(before, Figures::soldOut)
                    .odd(
                            tonight.soldOut(),
                            0.5,
                            20,
                            true,
                            n -> Count.of(n, "size") + " sold out",
                            odd);
        }
        return odd.isEmpty()
                ? new Comparison(false, "As usual")
                : new Comparison(true, "Unusual: " + String.join("; ", odd));
    }

    private static String clock(int minute) {
        int ofDay = (minute + 12 * 60) % (24 * 60);
        return "came %02d:%02d".formatted(ofDay / 60, ofDay % 60);
    }

    /**
     * How a number usually is.
     *
     * @param far the distance from the median that most of the nights keep
     */
    private record Usual(int count, int median, int far, int low, int high) {
        static Usual of(List<Figures> nights, Function<Figures, Integer> figure) {
            List<Integer> sorted =
                    nights.stream().map(figure).filter(n -> n != null).sorted().toList();
            if (sorted.isEmpty()) {
                return new Usual(0, 0, 0, 0, 0);
            }
            int median = sorted.get(sorted.size() / 2);
            List<Integer> near =
                    sorted.stream()
                            .sorted(Comparator.comparing(n -> Math.abs(n - median)))
                            .limit(Math.max(1, Math.round(sorted.size() * MOST_OF_THEM)))
                            .collect(Collectors.toList());
            int far = Math.abs(near.get(near.size() - 1) - median);
            near.sort(null);
            return new Usual(sorted.size(), median, far, near.get(0), near.get(near.size() - 1));
        }

        /**
         * Adds a sentence if the number is unusual.
         *
         * @param share how far from the median, as a share of it, people would notice
         * @param least how far from the median at least
         * @param onlyMore whether only more than usual counts
         */
        void odd(
                int tonight,
                double share,
                int least,
                boolean onlyMore,
                IntFunction<String> words,
                List<String> odd) {
            int apart = onlyMore ? tonight - median : Math.abs(tonight - median);
            double limit = Math.max(2.0 * far, Math.max(share * median, least));
            if (count < FEWEST || apart <= limit) {
                return;
            }
            String range = number(words.apply(low)) + " to " + number(words.apply(high));
            odd.add(
                    "%s, usually %s"
                            .formatted(
                                    words.apply(tonight),
                                    low == high ? number(words.apply(low)) : range));
        }

        /** Only the number or the time of a text such as {@code 1,204 rows}. */
        private static String number(String words) {
            return words.replaceAll("[^0-9:,]", "");
        }
    }
}
