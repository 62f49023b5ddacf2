package dev.stockload.web.console;

import dev.stockload.book.Requests.SentRequest;
import dev.stockload.merchant.Outcome;
import dev.stockload.process.TimeWords;
import dev.stockload.stock.Count;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A drawing of the requests of a run over time. Long pauses are cut short; requests at the same
 * place are drawn once.
 */
record Timeline(List<Mark> marks, List<Tick> ticks, List<Double> cuts, String sentence) {
    static final int WIDTH = 960;
    private static final Duration LONG_PAUSE = Duration.ofSeconds(45);
    private static final double CUT_SECONDS = 4;
    private static final double THINNEST = 3;
    private static final double[] STEPS = {2, 4, 10, 20, 30, 60, 120, 300, 600, 1200, 3600};
    private static final int MOST_TICKS = 24;

    /** A request: its place, how it ended, whether it was a retry, and its title. */
    record Mark(double x, double width, String key, boolean again, String title) {}

    /** A mark on the time axis, with a text if there is room. */
    record Tick(double x, String words) {}

    static Timeline of(List<SentRequest> requests, Instant now) {
        if (requests.isEmpty()) {
            return new Timeline(List.of(), List.of(), List.of(), "No requests sent yet");
        }
        List<double[]> places = new ArrayList<>();
        List<Double> cuts = new ArrayList<>();
        double at = 0;
        Instant lastEnd = requests.get(0).startedAt();
        for (SentRequest request : requests) {
            Duration pause = Duration.between(lastEnd, request.startedAt());
            if (pause.compareTo(LONG_PAUSE) > 0) {
                cuts.add(at + CUT_SECONDS / 2);
                at += CUT_SECONDS;
            } else {
                at += Math.max(0, seconds(pause));
            }
            Instant end = request.endedAt() == null ? now : request.endedAt();
            double took = Math.max(0, seconds(Duration.between(request.startedAt(), end)));
            places.add(new double[] {at, took});
            at += took;
            lastEnd = end;
        }
        double scale = (WIDTH - THINNEST - 2) / Math.max(at, 10);
        return new Timeline(
                marks(requests, places, scale),
                ticks(Math.max(at, 10), scale),
                cuts.stream().map(cut -> rounded(cut * scale)).toList(),
                sentence(requests));
    }

    private static List<Mark> marks(
            List<SentRequest> requests, List<double[]> places, double scale) {
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            SentRequest request = requests.get(i);
            double x = places.get(i)[0] * scale;
            Mark mark =
                    new Mark(
                            rounded(x),
                            rounded(Math.max(THINNEST, places.get(i)[1] * scale)),
                            key(request.outcome()),
                            request.attempt() > 1,
                            title(i + 1, request));
            Mark last = marks.isEmpty() ? null : marks.get(marks.size() - 1);
            boolean hidden =
                    last != null
                            && mark.x() - last.x() < 0.75
                            && mark.key().equals(last.key())
                            && mark.again() == last.again();
            if (!hidden) {
                marks.add(mark);
            }
        }
        return marks;
    }

    private static List<Tick> ticks(double length, double scale) {
        double step = STEPS[STEPS.length - 1];
        for (int i = STEPS.length - 1; i >= 0 && length / STEPS[i] <= MOST_TICKS; i--) {
            step = STEPS[i];
        }
        List<Tick> ticks = new ArrayList<>();
        int every = (int) Math.max(1, Math.ceil(length / step / 8));
        int count = (int) (length / step);
        for (int i = 0; i <= count && i < 200; i++) {
            boolean room = i % every == 0 && i * step * scale < WIDTH - 40;
            ticks.add(
                    new Tick(
                            rounded(i * step * scale),
                            room ? TimeWords.duration(Duration.ofSeconds((long) (i * step))) : ""));
        }
        return ticks;
    }

    private static String key(Outcome.Kind outcome) {
        if (outcome == null) {
            return "open";
        }
        return switch (outcome) {
            case ACCEPTED -> "accepted";
            case REFUSED, MALFORMED -> "refused";
            case IN_DOUBT -> "doubt";
            case POSTPONED, UNREACHED -> "later";
        };
    }

    private static String word(String key) {
        return switch (key) {
            case "open" -> "in flight";
            case "doubt" -> "in doubt";
            case "later" -> "postponed or not reached";
            default -> key;
        };
    }

    private static String title(int number, SentRequest request) {
        String words = request.words() == null ? "" : request.words().strip();
        return "Request %d at %s, %s%s: %s%s"
                .formatted(
                        number,
                        TimeWords.clock(request.startedAt()),
                        Count.of(request.colours(), "colour"),
                        request.attempt() > 1 ? ", try " + request.attempt() : "",
                        word(key(request.outcome())),
                        words.isEmpty() || request.outcome() == Outcome.Kind.ACCEPTED
                                ? ""
                                : ", " + words);
    }

    private static String sentence(List<SentRequest> requests) {
        long again = requests.stream().filter(request -> request.attempt() > 1).count();
        StringBuilder words = new StringBuilder(Count.of(requests.size(), "request"));
        words.append(": ").append(Count.of(count(requests, "accepted"))).append(" accepted");
        for (String key : List.of("refused", "doubt", "later", "open")) {
            add(words, count(requests, key), word(key));
        }
        add(words, again, "of them retries");
        return words.toString();
    }

    private static void add(StringBuilder words, long count, String what) {
        if (count > 0) {
            words.append(", ").append(Count.of(count)).append(' ').append(what);
        }
    }

    private static long count(List<SentRequest> requests, String key) {
        return requests.stream().filter(request -> key(request.outcome()).equals(key)).count();
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }

    static double rounded(double place) {
        return Math.round(place * 100) / 100.0;
    }
}
