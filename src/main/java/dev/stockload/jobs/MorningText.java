package dev.stockload.jobs;

import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Listed;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** A morning as plain text of at most 80 columns, for the terminal and for mails. */
public record MorningText(Morning morning) {
    private static final int WIDTH = 80;
    private static final int MOST = 10;
    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    /** One sentence: who needs somebody, or that nobody does. */
    public String headline() {
        List<JobNight> jobs = morning.jobs();
        if (jobs.isEmpty()) {
            return "Nothing was imported yet";
        }
        List<String> needing =
                jobs.stream()
                        .filter(job -> job.state().needsSomebody())
                        .map(job -> job.job() + " " + job.state().words().toLowerCase(Locale.ROOT))
                        .toList();
        boolean unusual = jobs.stream().anyMatch(JobNight::unusual);
        return needing.isEmpty()
                ? unusual ? "Nothing to do, but look at what is unusual" : "Nothing to do"
                : "To look at: " + String.join(", ", needing);
    }

    /** The paragraphs, without the headline; lines of a paragraph end with a line break. */
    public List<String> paragraphs() {
        List<String> all = new ArrayList<>();
        for (JobNight job : morning.jobs()) {
            String came =
                    job.sheet() == null
                            ? ""
                            : " %s came %s.".formatted(job.sheet(), came(job.cameAt()));
            String end = job.comparison() == null ? "" : " %s.".formatted(job.comparison());
            all.add(
                    wrapped(
                            "%s: %s.%s %s.%s"
                                    .formatted(
                                            job.job(),
                                            job.state().words(),
                                            came,
                                            job.message().replaceFirst("\\.$", ""),
                                            end)));
        }
        add(
                all,
                "Sold out overnight: " + Count.of(morning.soldOut().total(), "size"),
                morning.soldOut(),
                each ->
                        "%s, %s, size %s, was %s%s"
                                .formatted(
                                        product(each.pid(), each.item()),
                                        each.color(),
                                        each.size(),
                                        Count.of(each.before()),
                                        each.left() ? ", left the sheet" : ""));
        add(
                all,
                "Not sent until its rows are correct: "
                        + Count.of(morning.held().total(), "colour"),
                morning.held(),
                each ->
                        "%s: %s since %s%s"
                                .formatted(
                                        each.pid() == 0
                                                ? Count.of(each.rows(), "row")
                                                        + " of unknown products"
                                                : product(each.pid(), each.item())
                                                        + ", "
                                                        + each.color(),
                                        Count.of(each.nights(), "night"),
                                        each.since(),
                                        each.message() == null ? "" : ". " + each.message()));
        add(
                all,
                "In the shop, but in no sheet for 30 days: "
                        + Count.of(morning.forgotten().total(), "product"),
                morning.forgotten(),
                each ->
                        "%s: %s"
                                .formatted(
                                        product(each.pid(), each.item()),
                                        Count.of(each.pieces(), "piece")));
        for (Morning.Store store : morning.stores()) {
            all.add(
                    "The last %s of %s:\n%s%s%s"
                            .formatted(
                                    Count.of(store.nights().size(), "night"),
                                    store.account(),
                                    plot("pieces in stock", store, Night::pieces),
                                    plot("sizes at 0", store, Night::atZero),
                                    plot("rows to correct", store, Night::toCorrect)));
        }
        return all;
    }

    private String came(Instant at) {
        return (at.isBefore(morning.since()) ? DAY : CLOCK)
                .format(at.atZone(ZoneId.of(morning.zone())));
    }

    static String product(int pid, String item) {
        return item.isEmpty() ? "product " + pid : "%s (%d)".formatted(item, pid);
    }

    private static <T> void add(
            List<String> all, String title, Listed<T> listed, Function<T, String> line) {
        if (listed.total() == 0) {
            return;
        }
        StringBuilder text = new StringBuilder(title).append(":\n");
        listed.first().stream()
                .limit(MOST)
                .forEach(each -> text.append(wrapped("- " + line.apply(each))).append('\n'));
        if (listed.total() > MOST) {
            text.append("and %s more\n".formatted(Count.of(listed.total() - MOST)));
        }
        all.add(text.toString().strip());
    }

    /** A line of bars, a dot where there was no run, and the newest value. */
    private static String plot(
            String name, Morning.Store store, Function<Night, ? extends Number> value) {
        List<Number> values = new ArrayList<>();
        store.nights().forEach(night -> values.add(value.apply(night)));
        List<Long> known = values.stream().filter(Objects::nonNull).map(Number::longValue).toList();
        if (known.isEmpty()) {
            return "";
        }
        long high = Math.max(1, known.stream().max(Long::compare).get());
        StringBuilder bars = new StringBuilder();
        for (Number each : values) {
            int bar = each == null ? 0 : (int) (each.longValue() * (BARS.length() - 1) / high);
            bars.append(each == null ? '·' : BARS.charAt(bar));
        }
        return "%-16s|%s| %s%n"
                .formatted(name, bars, Count.of(known.get(known.size() - 1)))
                .replace("\r", "");
    }

    /** Breaks a text at spaces; the second line and the next are indented. */
    static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : text.strip().split(" +")) {
            if (length > 0 && length + 1 + word.length() > WIDTH) {
                lines.append("\n  ");
                length = 2;
            } else if (length > 0) {
                lines.append(' ');
                length++;
            }
            lines.append(word);
            length += word.length();
        }
        return lines.toString();
    }
}
