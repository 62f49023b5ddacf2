package dev.stockload.jobs;

import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.imports.order.Brake;
import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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
        Listed<Forgotten> forgotten,
        List<Store> stores) {

    /** How many there are, and the first of them. */
    public record Listed<T extends Entry>(int total, List<T> first) {
        private static final int MOST = 50;

        static <S, T extends Entry> Listed<T> of(List<S> all, Function<S, T> shown) {
            return new Listed<>(all.size(), all.stream().limit(MOST).map(shown).toList());
        }
    }

    public interface Entry {
        String account();

        /** 0 if the product is not known. */
        int pid();

        /** The item number; empty if the product has none. */
        String item();

        String words();

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

        private final String words;

        State(String words) {
            this.words = words;
        }

        static State of(Run run) {
            return run.standing() == Standing.UNDONE ? UNDONE : ofEnd(run);
        }

        /** How it ended, whatever was done about it since. */
        static State ofEnd(Run run) {
            return switch (run.state()) {
                case RUNNING -> RUNNING;
                case STOPPED -> STOPPED;
                case FAILED -> Brake.isReason(run.message()) ? WAITING : FAILED;
                case COMPLETED ->
                        run.tally().rowsToCorrect() > 0
                                ? TO_CORRECT
                                : run.tally().colours(ColourState.SENT) > 0 ? SENT : UNCHANGED;
            };
        }

        public String words() {
            return words;
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
            String comparison) {}

    /** A size that became 0; {@code left} if that is because it left the sheet. */
    public record SoldOut(
            String account,
            int pid,
            String item,
            String color,
            String size,
            int before,
            boolean left)
            implements Entry {
        @Override
        public String words() {
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
    public record Held(
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
        public String words() {
            String what = color.isEmpty() ? "" : color + ", ";
            String why = problem == null ? "" : ": " + problem;
            return "%s%s since %s%s".formatted(what, Count.of(nights, "night"), since, why);
        }
    }

    /** A product with stock that no sheet has named for 30 days. */
    public record Forgotten(String account, int pid, String item, long pieces) implements Entry {
        @Override
        public String words() {
            return Count.of(pieces, "piece");
        }
    }

    /** The last nights of an account, oldest first. */
    public record Store(String account, List<Night> nights) {}

    /**
     * A night of an account. {@code pieces} and {@code atZero}, the number of sizes wanted as 0,
     * are null if no sheet was settled, {@code toCorrect} if none came; {@code came} is when the
     * first sheet of each job came.
     */
    public record Night(
            LocalDate date, Long pieces, Long atZero, Long toCorrect, Map<String, Instant> came) {}
}
