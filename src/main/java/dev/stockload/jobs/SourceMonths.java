package dev.stockload.jobs;

import dev.stockload.jobs.ExpectedSheets.Arrival;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.SheetShape;
import dev.stockload.stock.ColourState;

import org.apache.commons.collections4.Bag;
import org.apache.commons.collections4.bag.HashBag;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How reliable the sheets of a source were, by month: what to tell a supplier. */
public final class SourceMonths {
    private static final int MONTHS = 13;
    private static final int DAYS = 31 * MONTHS;

    private final ExpectedSheets expected;
    private final Instant now;
    private final SortedMap<YearMonth, Bag<Figure>> months =
            new TreeMap<>(Comparator.reverseOrder());

    private enum Figure {
        SHEETS,
        ROWS,
        REJECTED,
        ON_TIME,
        LATE,
        MISSING,
        SAME_AGAIN,
        OTHER_SHAPE
    }

    /**
     * The sheets of a source in a month.
     *
     * @param onTime how many came by the {@code expect} of their jobs; null if none of them has one
     * @param sameAgain how often a content came that had come before
     * @param rejectedRows the share of the rows that were rejected, of 1; null without rows
     * @param otherShape how many had another shape than those before
     */
    public record Month(
            YearMonth month,
            int sheets,
            Integer onTime,
            Integer late,
            Integer missing,
            int sameAgain,
            Double rejectedRows,
            int otherShape) {}

    private SourceMonths(ExpectedSheets expected, Instant now) {
        this.expected = expected;
        this.now = now;
    }

    /** The months of the jobs that read from a source, the newest first. */
    public static List<Month> of(List<JobDefinition> jobs, ExpectedSheets expected, Instant now) {
        SourceMonths source = new SourceMonths(expected, now);
        jobs.forEach(source::count);
        boolean expects = jobs.stream().anyMatch(job -> job.notifySettings().expect().isPresent());
        return source.months.entrySet().stream()
                .map(each -> month(each.getKey(), each.getValue(), expects))
                .toList();
    }

    private static Month month(YearMonth month, Bag<Figure> all, boolean expects) {
        int rows = all.getCount(Figure.ROWS);
        return new Month(
                month,
                all.getCount(Figure.SHEETS),
                expects ? all.getCount(Figure.ON_TIME) : null,
                expects ? all.getCount(Figure.LATE) : null,
                expects ? all.getCount(Figure.MISSING) : null,
                all.getCount(Figure.SAME_AGAIN),
                rows == 0 ? null : (double) all.getCount(Figure.REJECTED) / rows,
                all.getCount(Figure.OTHER_SHAPE));
    }

    private void count(JobDefinition job) {
        Ledger ledger = expected.ledger();
        String account = expected.account(job);
        Instant since =
                YearMonth.from(now.atZone(job.zoneOrDefault()))
                        .minusMonths(MONTHS - 1)
                        .atDay(1)
                        .atStartOfDay(job.zoneOrDefault())
                        .toInstant();
        List<Run> runs =
                ledger.runs().startedSince(since, List.of(job.name())).stream()
                        .filter(run -> run.account().equals(account) && run.corrects() == null)
                        .toList();
        if (runs.isEmpty()) {
            return;
        }
        for (Run run : runs) {
            add(job, run.startedAt(), Figure.SHEETS, 1);
            add(job, run.startedAt(), Figure.ROWS, run.tally().rows());
            add(job, run.startedAt(), Figure.REJECTED, run.tally().rows(ColourState.REJECTED));
            if (run.end().cause() == Run.Cause.OTHER_SHAPE) {
                add(job, run.startedAt(), Figure.OTHER_SHAPE, 1);
            }
        }
        changes(ledger.shapes().learnt(account, job.name())).stream()
                .filter(at -> !at.isBefore(since))
                .forEach(at -> add(job, at, Figure.OTHER_SHAPE, 1));
        expected.sheets(job).cameAgain().stream()
                .filter(at -> !at.isBefore(since))
                .forEach(at -> add(job, at, Figure.SAME_AGAIN, 1));
        arrivals(job, runs.get(runs.size() - 1).startedAt())
                .forEach((by, arrival) -> add(job, by, Figure.valueOf(arrival.name()), 1));
    }

    private void add(JobDefinition job, Instant at, Figure figure, int more) {
        YearMonth month = YearMonth.from(at.atZone(job.zoneOrDefault()));
        months.computeIfAbsent(month, none -> new HashBag<>()).add(figure, more);
    }

    /** When a shape was learnt that is not like those before; the first is no change. */
    private static List<Instant> changes(Map<String, SortedMap<Instant, String>> learnt) {
        List<Instant> changes = new ArrayList<>();
        for (SortedMap<Instant, String> shapes : learnt.values()) {
            List<SheetShape> known = new ArrayList<>();
            shapes.forEach(
                    (at, text) -> {
                        SheetShape shape = SheetShape.parse(text);
                        if (!known.isEmpty() && known.stream().noneMatch(shape::isLike)) {
                            changes.add(at);
                        }
                        known.add(shape);
                    });
        }
        return changes;
    }

    /** Before its first sheet, a job expects none. */
    private Map<Instant, Arrival> arrivals(JobDefinition job, Instant first) {
        List<Instant> times =
                ExpectedSheets.expected(job, now, DAYS).filter(by -> by.isAfter(first)).toList();
        return times.isEmpty()
                ? Map.of()
                : ExpectedSheets.arrivals(
                        job,
                        times,
                        expected.ledger()
                                .runs()
                                .finishedSince(
                                        expected.account(job),
                                        job.name(),
                                        times.get(times.size() - 1).minus(Duration.ofDays(1))));
    }
}
