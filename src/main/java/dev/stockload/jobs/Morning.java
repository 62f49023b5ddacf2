package dev.stockload.jobs;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;

/**
 * Last night in one page: what every job did and what somebody has to look at. A night lasts from
 * noon to noon and has the date of its morning.
 *
 * @param since the noon at which the night began
 * @param zone in which the night began
 * @param needsSomebody whether a job is late, failed, waits, or has rows to correct
 * @param soldOut sizes that became 0 at the service
 * @param held colours that are not sent because their rows have to be corrected
 * @param forgotten products that no sheet has named for 30 days and that still have stock
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
    public record Listed<T>(int total, List<T> first) {
        private static final int MOST = 50;

        static <S, T> Listed<T> of(List<S> all, Function<S, T> shown) {
            return new Listed<>(all.size(), all.stream().limit(MOST).map(shown).toList());
        }

        public int more() {
            return total - first.size();
        }
    }

    /** What became of a job; what needs a person first. */
    public enum State {
        WAITING("Waits for a yes", true),
        FAILED("Failed", true),
        STOPPED("Stopped", true),
        LATE("Late", true),
        TO_CORRECT("Rows to correct", true),
        RUNNING("Running", false),
        SENT("Sent", false),
        UNCHANGED("Nothing changed", false),
        NO_SHEET("No sheet", false);

        private final String words;
        private final boolean needsSomebody;

        State(String words, boolean needsSomebody) {
            this.words = words;
            this.needsSomebody = needsSomebody;
        }

        public String words() {
            return words;
        }

        public boolean needsSomebody() {
            return needsSomebody;
        }
    }

    /**
     * The night of a job.
     *
     * @param message what happened, in a sentence
     * @param run the run that it is about; null if there is none
     * @param sheet the name of its file
     * @param cameAt when its run began
     * @param rows null if no sheet was read
     * @param comparison whether the sheet is unusual, in a sentence; null if no sheet came
     */
    public record JobNight(
            String job,
            String account,
            State state,
            String message,
            String run,
            String sheet,
            Instant cameAt,
            Balance rows,
            boolean unusual,
            String comparison) {}

    /** The rows of a sheet, and the colours that were sent and that had not changed. */
    public record Balance(int read, int toCorrect, int sentColours, int unchangedColours) {}

    /**
     * A size that became 0.
     *
     * @param item the item number; empty if the product has none
     * @param before the pieces that it had
     * @param left whether it is 0 because it is no longer in the sheet
     */
    public record SoldOut(
            String account,
            int pid,
            String item,
            String color,
            String size,
            int before,
            boolean left,
            String run) {}

    /**
     * A colour that is not sent because of its rows.
     *
     * @param pid 0 if the product is not known; then this is about all such rows of the job
     * @param rows its rows that are good themselves and wait for the others
     * @param since the first of the nights in a row in which this was so
     * @param message the first problem of these rows; null if there are none
     */
    public record Held(
            String job,
            String account,
            int pid,
            String item,
            String color,
            int rows,
            LocalDate since,
            int nights,
            String message,
            String run) {}

    /**
     * A product that no sheet names any more.
     *
     * @param pieces how many are still there
     * @param lastNamed when a sheet last named it; null if that run is deleted
     */
    public record Forgotten(String account, int pid, String item, long pieces, Instant lastNamed) {
        Forgotten lastNamed(Instant when) {
            return new Forgotten(account, pid, item, pieces, when);
        }
    }

    /** The last nights of an account, oldest first. */
    public record Store(String account, List<Night> nights) {}

    /**
     * One night of an account.
     *
     * @param pieces the pieces that the newest sheets want; null if no sheet was settled
     * @param atZero how many sizes they want as 0
     * @param toCorrect rejected and held rows of all its jobs; null if no sheet came
     * @param came when the first sheet of each job came
     */
    public record Night(
            LocalDate date, Long pieces, Integer atZero, Integer toCorrect, List<Came> came) {}

    /** When the first sheet of a job came. */
    public record Came(String job, Instant at) {}
}
