package dev.stockload.runs;

import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.Work;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Standing;

import java.nio.file.Path;
import java.time.Instant;

/**
 * One execution of a job for one file content: its input, its progress and its end.
 *
 * @param correction what later runs have put in order of its rows to correct
 */
public record Run(
        Identity identity, Input input, Progress progress, Correction correction, End end) {
    /** How the locks for details begin; no account does. */
    static final String DETAILS = "(details) ";

    /** The job of the runs that fetch details. */
    public static final String DETAILS_JOB = "details";

    /**
     * Identifies a run: one job, one account, one file content.
     *
     * @param content the SHA-256 of the file
     * @param number its number among the runs of its account; newer runs have higher numbers
     */
    public record Identity(String id, String job, String account, String content, long number) {}

    /**
     * What a run reads, and what it sends of it.
     *
     * @param file the path of the sheet as the person gave it
     * @param name the name that people know the sheet by if the path is not theirs, as for an
     *     upload; otherwise null
     * @param by who asked for the run: a user of the machine, a schedule, a token; null if unknown
     * @param options how to read the sheet, as written by whoever started the run
     * @param columns the column names of the sheet; null until it was read
     * @param missing what to do with sizes that the sheet no longer has
     */
    public record Input(
            String file,
            String name,
            String by,
            String options,
            String columns,
            Work work,
            MissingMode missing) {
        /** A sheet that was not read yet; sizes missing from it are kept. */
        public static Input unread(String file, String options, Work work) {
            return new Input(file, null, null, options, null, work, MissingMode.KEEP);
        }

        public Input asked(String given, String who) {
            return new Input(file, given, who, options, columns, work, missing);
        }

        public Input missing(MissingMode what) {
            return new Input(file, name, by, options, columns, work, what);
        }
    }

    /**
     * How far a run is, and which process runs it.
     *
     * @param owner the process that runs it or ran it last, by its data folder
     * @param requests how many create requests were sent so far
     * @param rank the number of the run that it repeats; its own, or 0 before it has one, if it
     *     repeats none
     * @param corrects the id of the run whose sheet it reads otherwise; null if it corrects none
     * @param named whether the content of its sheet is in the book of stock
     */
    public record Progress(
            Instant startedAt,
            String owner,
            Tally tally,
            int requests,
            long rank,
            String corrects,
            boolean named) {
        private static Progress begun(Instant at, String owner, long rank, String corrects) {
            return new Progress(at, owner, Tally.NONE, 0, rank, corrects, false);
        }
    }

    /**
     * The rows to correct of a run that are in order by now.
     *
     * @param by the newest named run that has corrected all; null if there is none
     * @param rows how many are in order, as far as that was asked
     * @param held how many of these were good and only waited for the others
     */
    public record Correction(String by, int rows, int held) {
        public static final Correction NONE = new Correction(null, 0, 0);
    }

    /** Whether a run is running, or how it ended. */
    public enum State {
        RUNNING("Running"),
        COMPLETED("Finished"),
        FAILED("Failed"),
        STOPPED("Stopped");

        private final String label;

        State(String label) {
            this.label = label;
        }

        /** The word for people; programs get the name. */
        public String label() {
            return label;
        }
    }

    /** Why a run waits or has ended, where more follows from that than its message says. */
    public enum Cause {
        NONE,
        /** It waits for its account. */
        WAITS,
        ON_REQUEST,
        BRAKE,
        /** The brake, also since its sheet has another shape than those before. */
        OTHER_SHAPE
    }

    /**
     * Whether and how a run ended.
     *
     * @param at null if it is running, or if nobody saw it end
     * @param message why it failed or stopped, or what it does while it runs; null if there is
     *     nothing to say
     */
    public record End(State state, Instant at, String message, Standing standing, Cause cause) {
        public static final End OPEN =
                new End(State.RUNNING, null, null, Standing.OPEN, Cause.NONE);

        static End waits(String words) {
            return new End(State.RUNNING, null, words, Standing.OPEN, Cause.WAITS);
        }

        public static End completed(Instant at) {
            return new End(State.COMPLETED, at, null, Standing.DONE, Cause.NONE);
        }

        public static End stopped(Instant at, String message) {
            return new End(State.STOPPED, at, message, Standing.OPEN, Cause.NONE);
        }

        public static End stoppedOnRequest(Instant at) {
            String words = "It was stopped on request";
            return new End(State.STOPPED, at, words, Standing.OPEN, Cause.ON_REQUEST);
        }

        /** The end of a run that has sent nothing, since its sheet looks broken. */
        public static End braked(Instant at, String message, boolean otherShape) {
            Cause why = otherShape ? Cause.OTHER_SHAPE : Cause.BRAKE;
            return new End(State.FAILED, at, message, Standing.OPEN, why);
        }

        /** The end of a run whose process ended first. */
        public static End interrupted(Instant at) {
            return failed(at, "The program ended before the run did");
        }

        public static End failed(Instant at, String message) {
            return new End(State.FAILED, at, message, Standing.OPEN, Cause.NONE);
        }

        public static End unusable(Instant at, String message) {
            return new End(State.FAILED, at, message, Standing.UNUSABLE, Cause.NONE);
        }
    }

    public static String unknown(String id) {
        return "There is no run '%s'; stockload status lists them".formatted(id);
    }

    public static Run begun(Identity identity, Input input, Instant at, String owner) {
        Progress progress = Progress.begun(at, owner, 0, null);
        return new Run(identity, input, progress, Correction.NONE, End.OPEN);
    }

    /** The run with this end; the standing that another run gave it stays. */
    public Run ended(End end) {
        End asBefore = new End(end.state(), end.at(), end.message(), standing(), end.cause());
        End now = standing().isOfItsOwn() ? end : asBefore;
        return new Run(identity, input, progress, correction, now);
    }

    /** The same with its balance and its requests as they are now. */
    public Run with(Tally tally, int requests) {
        Progress now =
                new Progress(
                        startedAt(),
                        owner(),
                        tally,
                        requests,
                        progress.rank,
                        corrects(),
                        isNamed());
        return new Run(identity, input, now, correction, end);
    }

    public String id() {
        return identity.id();
    }

    public String job() {
        return identity.job();
    }

    public String account() {
        return identity.account();
    }

    public String content() {
        return identity.content();
    }

    public long number() {
        return identity.number();
    }

    public String file() {
        return input.file();
    }

    public String sheetName() {
        return input.name() == null ? input.file() : input.name();
    }

    /** The name of its file, for the people who provided the sheet: without folders. */
    public String fileName() {
        return input.name() == null
                ? String.valueOf(Path.of(input.file()).getFileName())
                : input.name().replaceFirst(".*/", "");
    }

    /** Its message, for the people who provided the sheet: without folders. */
    public String reason() {
        return String.valueOf(end.message())
                .replace(input.file(), fileName())
                .replace(sheetName(), fileName());
    }

    public String options() {
        return input.options();
    }

    public Work work() {
        return input.work();
    }

    public Instant startedAt() {
        return progress.startedAt();
    }

    public String owner() {
        return progress.owner();
    }

    public Tally tally() {
        return progress.tally();
    }

    public int requests() {
        return progress.requests();
    }

    public State state() {
        return end.state();
    }

    public Instant endedAt() {
        return end.at();
    }

    public String message() {
        return end.message();
    }

    /** A new run that repeats another, or reads its sheet otherwise. */
    public Run repeating(Run other, String corrects) {
        Progress begun = Progress.begun(startedAt(), owner(), other.rank(), corrects);
        return new Run(identity, input, begun, correction, end);
    }

    /** Its position in the order of the book: its own number, or that of the run it repeats. */
    long rank() {
        return progress.rank() == 0 ? number() : progress.rank();
    }

    public Run with(Correction now) {
        return new Run(identity, input, progress, now, end);
    }

    public String corrects() {
        return progress.corrects();
    }

    public String correctedBy() {
        return correction.by();
    }

    /** The rows that were not imported, unless a run has corrected them since. */
    public int rowsToCorrect() {
        return correctedBy() == null ? tally().rowsToCorrect() - correction.rows() : 0;
    }

    /** How many of the rows to correct are good, and wait for others of their colours. */
    public int heldRows() {
        return correctedBy() == null ? tally().rows(ColourState.HELD) - correction.held() : 0;
    }

    public boolean isNamed() {
        return progress.named();
    }

    public Standing standing() {
        return end.standing();
    }

    public RunView view() {
        return new RunView(
                number(),
                rank(),
                job(),
                hasSheet() && work() != Work.CHANGED && rank() == number(),
                input.missing(),
                work());
    }

    public boolean hasSheet() {
        return work().hasSheet();
    }

    public boolean isUndo() {
        return work() == Work.UNDO;
    }

    public boolean isDetails() {
        return work() == Work.DETAILS;
    }

    /** The lock that it needs: an account sends and fetches details side by side. */
    public String lock() {
        return isDetails() ? lockOfDetails(account()) : account();
    }

    public static String lockOfDetails(String account) {
        return DETAILS + account;
    }

    public static String accountOf(String lock) {
        return lock.startsWith(DETAILS) ? lock.substring(DETAILS.length()) : lock;
    }

    public boolean isStaged() {
        return input.columns() != null;
    }

    public boolean isUnusable() {
        return standing() == Standing.UNUSABLE;
    }

    public boolean isUndone() {
        return standing() == Standing.UNDONE;
    }

    /** Whether people see it wait for its account. */
    public boolean waits() {
        return end.cause() == Cause.WAITS;
    }

    /** Whether the brake has stopped it, and a person decides whether its sheet is right. */
    public boolean isBraked() {
        return end.cause() == Cause.BRAKE || end.cause() == Cause.OTHER_SHAPE;
    }

    /** Whether it is running or can be resumed. */
    public boolean isUnfinished() {
        return standing() == Standing.OPEN;
    }
}
