package dev.stockload.runs;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.book.rules.RunView;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * One execution of a job for one file content: its input, its progress and its end.
 *
 * @param number its number among the runs of its account; newer runs have higher numbers
 */
public record Run(Identity identity, long number, Input input, Progress progress, End end) {
    public static final String UNDO = "undo";

    /** The send mode of a run that sends again what the service has lost or changed. */
    public static final String RESEND = "resend";

    /** The same, also what it has sold. */
    public static final String RESEND_SOLD = "resendsold";

    /** The send modes of runs that import no sheet. */
    static final List<String> WITHOUT_SHEET = List.of(UNDO, RESEND, RESEND_SOLD);

    /**
     * Identifies a run: one job, one account, one file content.
     *
     * @param content the SHA-256 of the file
     * @param generation 1 for the first run of this content, then counted up
     */
    public record Identity(String id, String job, String account, String content, int generation) {}

    /**
     * What a run reads, and what it sends of it.
     *
     * @param file the path of the sheet as the person gave it
     * @param name the name that people know the sheet by if the path is not theirs, as for an
     *     upload; otherwise null
     * @param by who asked for the run: a user of the machine, a schedule, a token; null if unknown
     * @param options how to read the sheet, as written by whoever started the run
     * @param columns the column names of the sheet; null until it was read
     * @param send the key of a {@link SendMode}, or one of the modes without a sheet
     * @param missing what to do with sizes that the sheet no longer has, a {@link MissingMode}
     */
    public record Input(
            String file,
            String name,
            String by,
            String options,
            String columns,
            String send,
            String missing) {
        /** A sheet that was not read yet; sizes missing from it are kept. */
        public static Input unread(String file, String options, String send) {
            return new Input(file, null, null, options, null, send, MissingMode.KEEP.name());
        }

        public Input asked(String given, String who) {
            return new Input(file, given, who, options, columns, send, missing);
        }

        public Input missing(MissingMode what) {
            return new Input(file, name, by, options, columns, send, what.name());
        }
    }

    /**
     * How far a run is, and which process runs it.
     *
     * @param owner the process that runs it or ran it last, by its data folder
     * @param requests how many create requests were sent so far
     * @param rank the number of the run that it repeats; its own, or 0 before it has one, if it
     *     repeats none
     * @param named whether the content of its sheet is in the book of stock
     */
    public record Progress(
            Instant startedAt,
            String owner,
            Tally tally,
            int requests,
            long rank,
            boolean named,
            Standing standing) {
        private static Progress begun(Instant at, String owner, long rank) {
            return new Progress(at, owner, Tally.NONE, 0, rank, false, Standing.OPEN);
        }
    }

    /**
     * Whether and how a run ended.
     *
     * @param at null if it is running, or if nobody saw it end
     * @param message why it failed or stopped; otherwise null
     * @param unusable whether its sheet cannot be used; only another sheet, or other options for
     *     reading it, can help
     */
    public record End(RunState state, Instant at, String message, boolean unusable) {
        public static final End OPEN = new End(RunState.RUNNING, null, null, false);

        public static End completed(Instant at) {
            return new End(RunState.COMPLETED, at, null, false);
        }

        public static End stopped(Instant at, String message) {
            return new End(RunState.STOPPED, at, message, false);
        }

        public static End failed(Instant at, String message) {
            return new End(RunState.FAILED, at, message, false);
        }

        public static End unusable(Instant at, String message) {
            return new End(RunState.FAILED, at, message, true);
        }
    }

    public static String unknown(String id) {
        return "There is no run '%s'; stockload status lists them".formatted(id);
    }

    /** A new run; the ledger assigns its number. */
    public static Run begun(Identity identity, Input input, Instant at, String owner) {
        return new Run(identity, 0, input, Progress.begun(at, owner, 0), End.OPEN);
    }

    public Run ended(End how) {
        return new Run(identity, number, input, progress, how);
    }

    public Run at(long place) {
        return new Run(identity, place, input, progress, end);
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

    public String file() {
        return input.file();
    }

    public String sheetName() {
        return input.name() == null ? input.file() : input.name();
    }

    /** The name of its file, for the people who provided the sheet: without folders. */
    public String fileName() {
        return String.valueOf(Path.of(input.file()).getFileName());
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

    public String send() {
        return input.send();
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

    public RunState state() {
        return end.state();
    }

    public Instant endedAt() {
        return end.at();
    }

    public String message() {
        return end.message();
    }

    /** A new run that repeats another. */
    public Run repeating(Run other) {
        Progress begun = Progress.begun(startedAt(), owner(), other.rank());
        return new Run(identity, number, input, begun, end);
    }

    /** Its position in the order of the book: its own number, or that of the run it repeats. */
    public long rank() {
        return progress.rank() == 0 ? number : progress.rank();
    }

    public boolean isNamed() {
        return progress.named();
    }

    public Standing standing() {
        return progress.standing();
    }

    public RunView view() {
        return new RunView(
                number,
                rank(),
                job(),
                hasSheet() && !send().equals(SendMode.CHANGED.key()) && rank() == number,
                MissingMode.valueOf(input.missing()),
                source(send()));
    }

    private static RunView.Source source(String send) {
        return switch (send) {
            case UNDO -> RunView.Source.UNDO;
            case RESEND -> RunView.Source.STORE;
            case RESEND_SOLD -> RunView.Source.STORE_WITH_SALES;
            default -> RunView.Source.SHEET;
        };
    }

    public boolean hasSheet() {
        return hasSheet(send());
    }

    public static boolean hasSheet(String send) {
        return !WITHOUT_SHEET.contains(send);
    }

    public boolean isUndo() {
        return send().equals(UNDO);
    }

    public boolean isStaged() {
        return input.columns() != null;
    }

    public boolean isUnusable() {
        return end.unusable();
    }

    /** Whether it is running or can be resumed. */
    public boolean isUnfinished() {
        return standing() == Standing.OPEN && !isUnusable();
    }
}
