package dev.stockload.jobs;

import dev.stockload.imports.keep.ForgottenJobs.Unclaimed;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule;
import dev.stockload.notifications.Message;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Last night in one page: what every job did and what somebody has to look at. A night lasts from
 * noon to noon and has the date of its morning.
 */
public record Morning(
        Instant at,
        Instant since,
        String zone,
        boolean needsSomebody,
        List<JobNight> jobs,
        Listed<SoldOut> soldOut,
        Listed<Held> held,
        Listed<Left> left,
        List<NewColours> newColours,
        Listed<Forgotten> forgotten,
        List<Store> stores,
        Unclaimed unclaimed) {
    public static final String SOLD_OUT = "Sizes that sold out overnight";
    public static final String HELD = "Colours that are not sent until their rows are correct";
    public static final String LEFT =
            "Products of which sizes left the sheet and are still on sale";
    public static final String FORGOTTEN =
            "Products in the shop, but in no sheet for " + MorningBuilder.NIGHTS + " days";

    /** Fits 80 columns with its indent, unless a word is longer. */
    private static final String LINE = "(^\\S.{0,79}|\\S.{0,77})(?: |$)";

    /** A message has so many jobs and accounts; those that need somebody come first. */
    static final int MOST_IN_MESSAGE = 100;

    private static final int MOST_NAMED = 5;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

    public String headline() {
        List<String> needing = new ArrayList<>();
        for (JobNight job : jobs) {
            if (job.state().needsSomebody()) {
                String what = job.state().label().toLowerCase(Locale.ROOT);
                needing.add("%s (%s)".formatted(job.name(), what));
            }
        }
        if (!needing.isEmpty()) {
            int more = needing.size() - MOST_NAMED;
            return "To look at: "
                    + needing.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (more > 0 ? " and %d more".formatted(more) : "");
        }
        if (jobs.isEmpty()) {
            return "Nothing was imported yet";
        }
        if (jobs.stream().anyMatch(JobNight::unusual)) {
            return "Nothing to do, but look at what is unusual";
        }
        return left.total() > 0
                ? "Nothing to do, but look at what left the sheet"
                : "Nothing to do";
    }

    /** The message about last night; {@code job} is the first of the recipient's jobs. */
    Message message(String job) {
        Morning first =
                new Morning(
                        at,
                        since,
                        zone,
                        needsSomebody,
                        first(jobs),
                        soldOut,
                        held,
                        left,
                        first(newColours),
                        forgotten,
                        first(stores),
                        unclaimed);
        ObjectNode body = JsonMapper.shared().valueToTree(first);
        int more = Math.max(jobs.size(), stores.size()) - MOST_IN_MESSAGE;
        List<String> text = first.paragraphs();
        if (more > 0) {
            body.put("more", more);
            text.add("And %s more jobs or accounts: stockload morning".formatted(Count.of(more)));
        }
        body.put("event", Rule.End.DAILY.key()).put("message", headline());
        return Message.of(job, "Last night: " + headline(), text, body);
    }

    private static <T> List<T> first(List<T> all) {
        return all.subList(0, Math.min(all.size(), MOST_IN_MESSAGE));
    }

    /** As plain text of at most 80 columns, for the terminal and for mails. */
    public List<String> paragraphs() {
        List<String> all = new ArrayList<>();
        for (JobNight job : jobs) {
            List<String> sentences =
                    new ArrayList<>(List.of(job.job() + ": " + job.state().label()));
            if (job.sheet() != null) {
                sentences.add("%s came %s".formatted(job.sheet(), came(job.cameAt())));
            }
            sentences.add(job.message().replaceFirst("\\.$", ""));
            if (job.comparison() != null) {
                sentences.add(job.comparison());
            }
            all.add(wrapped(String.join(". ", sentences) + "."));
        }
        held.add(HELD, all);
        newColours.forEach(each -> all.add(wrapped(each.job() + ": " + each.message())));
        soldOut.add(SOLD_OUT, all);
        left.add(LEFT, all);
        forgotten.add(FORGOTTEN, all);
        unclaimed.sentences().forEach(each -> all.add(wrapped(each)));
        stores.forEach(store -> all.add(store.text()));
        return all;
    }

    private String came(Instant at) {
        ZonedDateTime local = at.atZone(ZoneId.of(zone));
        return at.isBefore(since) ? TimeWords.day(local) : CLOCK.format(local);
    }

    /** Breaks a text at spaces; the second line and the next are indented. */
    private static String wrapped(String text) {
        return text.strip().replaceAll(" +", " ").replaceAll(LINE, "$1\n  ").strip();
    }

    /** How many there are, and the first of them. */
    public record Listed<T extends Entry>(int total, List<T> first) {
        private static final int MOST = 50;
        private static final int MOST_IN_TEXT = 10;

        static <S, T extends Entry> Listed<T> of(List<S> all, Function<S, T> shown) {
            return new Listed<>(all.size(), all.stream().limit(MOST).map(shown).toList());
        }

        private void add(String title, List<String> text) {
            if (total == 0) {
                return;
            }
            List<String> lines =
                    new ArrayList<>(List.of("%s: %s".formatted(title, Count.of(total))));
            for (Entry each : first.stream().limit(MOST_IN_TEXT).toList()) {
                lines.add(wrapped("- %s, %s".formatted(each.product(), each.sentence())));
            }
            if (total > MOST_IN_TEXT) {
                lines.add("and %s more".formatted(Count.of(total - MOST_IN_TEXT)));
            }
            text.add(String.join("\n", lines));
        }
    }

    public interface Entry {
        String account();

        /** 0 if the product is not known. */
        int pid();

        /** The item number; empty if the product has none. */
        String item();

        String sentence();

        default String product() {
            if (pid() == 0) {
                return "Unknown products";
            }
            return item().isEmpty() ? "Product " + pid() : "%s (%d)".formatted(item(), pid());
        }
    }

    /** What became of a job; what needs a person first. */
    public enum State {
        WAITING("Waits for a yes"),
        FAILED("Failed"),
        STOPPED("Stopped"),
        LATE("Late"),
        TO_CORRECT("Rows to correct"),
        RUNNING("Running"),
        SENT("Sent"),
        UNCHANGED("Nothing changed"),
        NO_SHEET("No sheet"),
        UNDONE("Undone");

        private final String label;

        State(String label) {
            this.label = label;
        }

        static State of(Run run) {
            return run.isUndone() ? UNDONE : ofEnd(run);
        }

        /** How it ended, whatever was done about it since. */
        static State ofEnd(Run run) {
            return switch (run.state()) {
                case RUNNING -> RUNNING;
                case STOPPED -> STOPPED;
                case FAILED -> run.isBraked() ? WAITING : FAILED;
                case COMPLETED ->
                        run.rowsToCorrect() > 0
                                ? TO_CORRECT
                                : run.tally().colours(ColourState.SENT) > 0 ? SENT : UNCHANGED;
            };
        }

        public String label() {
            return label;
        }

        public boolean needsSomebody() {
            return compareTo(RUNNING) < 0;
        }
    }

    /**
     * The night of a job. Without a run, {@code run}, {@code sheet} and {@code cameAt} are null;
     * {@code comparison} is null if no sheet of the job came.
     */
    public record JobNight(
            String job,
            String account,
            State state,
            String message,
            String run,
            String sheet,
            Instant cameAt,
            boolean unusual,
            String comparison) {
        /** An import by hand is called by its sheet. */
        public String name() {
            return job.equals(ImportOrder.NO_JOB) && sheet != null ? sheet : job;
        }
    }

    /** A size that became 0; {@code left} if that is because it left the sheet. */
    record SoldOut(
            String account,
            int pid,
            String item,
            String color,
            String size,
            int before,
            boolean left)
            implements Entry {
        @Override
        public String sentence() {
            String why = left ? ", left the sheet" : "";
            return "%s, size %s, was %s%s".formatted(color, size, Count.of(before), why);
        }
    }

    /**
     * A colour that is not sent because of its rows, or all rows of a job whose product is not
     * known.
     *
     * @param since the first of the nights in a row in which this was so
     * @param problem the first problem of its rows; null if none of them is good
     */
    record Held(
            String job,
            String account,
            int pid,
            String item,
            String color,
            LocalDate since,
            int nights,
            String problem)
            implements Entry {
        @Override
        public String sentence() {
            String what = color.isEmpty() ? "" : color + ", ";
            String why = problem == null ? "" : ": " + problem;
            return "%s%s since %s%s".formatted(what, Count.of(nights, "night"), since, why);
        }
    }

    /** A product of which the newest sheet of its job lacks sizes that are still in stock. */
    public record Left(String account, int pid, String item, String job, int sizes, long pieces)
            implements Entry {
        @Override
        public String sentence() {
            return "%s with %s, job %s"
                    .formatted(Count.of(sizes, "size"), Count.of(pieces, "piece"), job);
        }
    }

    /** The colours that a run of the night has added to products that have others. */
    record NewColours(String job, String account, String run, String message) {}

    /** A product with stock that no sheet has named for 30 days. */
    record Forgotten(String account, int pid, String item, long pieces) implements Entry {
        @Override
        public String sentence() {
            return Count.of(pieces, "piece");
        }
    }

    /** The last nights of an account, oldest first. */
    public record Store(String account, List<Night> nights) {
        private static final String BARS = "▁▂▃▄▅▆▇█";

        private String text() {
            return "The last %s of %s:\n%s%s%s"
                    .formatted(
                            Count.of(nights.size(), "night"),
                            account,
                            plot("pieces in stock", Night::pieces),
                            plot("sizes at 0", Night::atZero),
                            plot("rows to correct", Night::toCorrect));
        }

        /** A line of bars, a dot where there was no run, and the newest value. */
        private String plot(String name, Function<Night, Long> value) {
            long high = 1;
            Long last = null;
            for (Night night : nights) {
                last = value.apply(night) == null ? last : value.apply(night);
                high = last == null ? high : Math.max(high, last);
            }
            StringBuilder bars = new StringBuilder();
            for (Night night : nights) {
                Long each = value.apply(night);
                bars.append(
                        each == null
                                ? '·'
                                : BARS.charAt((int) (each * (BARS.length() - 1) / high)));
            }
            return last == null ? "" : "%-16s|%s| %s\n".formatted(name, bars, Count.of(last));
        }
    }

    /**
     * A night of an account. {@code pieces} and {@code atZero}, the number of sizes wanted as 0,
     * are null if no sheet was settled, {@code toCorrect} if none came; {@code came} is when the
     * first sheet of each job came.
     */
    public record Night(
            LocalDate date, Long pieces, Long atZero, Long toCorrect, Map<String, Instant> came) {}
}
