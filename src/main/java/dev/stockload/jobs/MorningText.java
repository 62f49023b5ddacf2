package dev.stockload.jobs;

import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Listed;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.notifications.Message;
import dev.stockload.stock.Count;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A morning as plain text of at most 80 columns, for the terminal and for mails. */
public record MorningText(Morning morning) {
    public static final String SOLD_OUT = "Sizes that sold out overnight";
    public static final String HELD = "Colours that are not sent until their rows are correct";
    public static final String FORGOTTEN =
            "Products in the shop, but in no sheet for " + MorningBuilder.NIGHTS + " days";

    private static final int WIDTH = 80;
    private static final int MOST = 10;
    private static final String BARS = "▁▂▃▄▅▆▇█";
    static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    public String headline() {
        List<String> needing = new ArrayList<>();
        for (JobNight job : morning.jobs()) {
            if (job.state().needsSomebody()) {
                String what = job.state().words().toLowerCase(Locale.ROOT);
                needing.add("%s (%s)".formatted(job.job(), what));
            }
        }
        if (!needing.isEmpty()) {
            return "To look at: " + String.join(", ", needing);
        }
        if (morning.jobs().isEmpty()) {
            return "Nothing was imported yet";
        }
        return morning.jobs().stream().anyMatch(JobNight::unusual)
                ? "Nothing to do, but look at what is unusual"
                : "Nothing to do";
    }

    /** The message about last night; {@code job} is the first of the recipient's jobs. */
    Message message(String job) {
        ObjectNode body = JsonMapper.shared().valueToTree(morning);
        body.put("event", Rule.End.DAILY.key()).put("message", headline());
        return Message.of(job, "Last night: " + headline(), paragraphs(), body);
    }

    public List<String> paragraphs() {
        List<String> all = new ArrayList<>();
        for (JobNight job : morning.jobs()) {
            List<String> sentences =
                    new ArrayList<>(List.of(job.job() + ": " + job.state().words()));
            if (job.sheet() != null) {
                sentences.add("%s came %s".formatted(job.sheet(), came(job.cameAt())));
            }
            sentences.add(job.message().replaceFirst("\\.$", ""));
            if (job.comparison() != null) {
                sentences.add(job.comparison());
            }
            all.add(wrapped(String.join(". ", sentences) + "."));
        }
        add(all, HELD, morning.held());
        add(all, SOLD_OUT, morning.soldOut());
        add(all, FORGOTTEN, morning.forgotten());
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
        DateTimeFormatter form = at.isBefore(morning.since()) ? DAY : CLOCK;
        return form.format(at.atZone(ZoneId.of(morning.zone())));
    }

    private static void add(List<String> all, String title, Listed<?> listed) {
        if (listed.total() == 0) {
            return;
        }
        List<String> lines =
                new ArrayList<>(List.of("%s: %s".formatted(title, Count.of(listed.total()))));
        for (Morning.Entry each : listed.first().stream().limit(MOST).toList()) {
            lines.add(wrapped("- %s, %s".formatted(each.product(), each.words())));
        }
        if (listed.total() > MOST) {
            lines.add("and %s more".formatted(Count.of(listed.total() - MOST)));
        }
        all.add(String.join("\n", lines));
    }

    /** A line of bars, a dot where there was no run, and the newest value. */
    private static String plot(String name, Morning.Store store, Function<Night, Long> value) {
        long high = 1;
        Long last = null;
        for (Night night : store.nights()) {
            last = value.apply(night) == null ? last : value.apply(night);
            high = last == null ? high : Math.max(high, last);
        }
        StringBuilder bars = new StringBuilder();
        for (Night night : store.nights()) {
            Long each = value.apply(night);
            bars.append(
                    each == null ? '·' : BARS.charAt((int) (each * (BARS.length() - 1) / high)));
        }
        return last == null ? "" : "%-16s|%s| %s\n".formatted(name, bars, Count.of(last));
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
