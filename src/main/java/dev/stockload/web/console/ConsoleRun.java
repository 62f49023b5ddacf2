package dev.stockload.web.console;

import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.imports.change.UndoPlan;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.report.Balance;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.ColourState;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.SendMode;
import dev.stockload.stock.Count;
import dev.stockload.stock.CreateLimits;
import dev.stockload.web.parts.ConsoleOptions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A run as the pages show it.
 *
 * @param doing a sentence about what it does now if that is unusual; otherwise null
 */
record ConsoleRun(
        Run run,
        String file,
        boolean waiting,
        boolean resumable,
        boolean fileThere,
        String doing,
        Instant now) {

    private static String name(Run run) {
        return run.input().name() == null
                ? String.valueOf(Path.of(run.file()).getFileName())
                : run.sheetName();
    }

    static ConsoleRun of(Run run, ConsoleOptions options) {
        return of(List.of(run), options).get(0);
    }

    static List<ConsoleRun> of(List<Run> runs, ConsoleOptions options) {
        Set<String> resumable =
                options.ledger().runs().resumable(runs.stream().map(Run::id).toList());
        List<ConsoleRun> all = new ArrayList<>();
        for (Run run : runs) {
            boolean running = run.state() == RunState.RUNNING;
            RunFolder folder = RunFolder.of(options.data(), run.id());
            all.add(
                    new ConsoleRun(
                            run,
                            name(run),
                            options.queue().isWaiting(run.id()),
                            resumable.contains(run.id()),
                            Files.isRegularFile(Path.of(run.file())),
                            running ? folder.doing().orElse(null) : null,
                            options.clock().instant()));
        }
        return all;
    }

    public String id() {
        return run.id();
    }

    public String job() {
        return run.job();
    }

    public String account() {
        return run.account();
    }

    public boolean running() {
        return run.state() == RunState.RUNNING;
    }

    public boolean failed() {
        return run.state() == RunState.FAILED;
    }

    public boolean finished() {
        return run.state() == RunState.COMPLETED;
    }

    private boolean isUndone() {
        return run.standing() == Standing.UNDONE;
    }

    public String stateKey() {
        if (isUndone()) {
            return "stopped";
        }
        return finished() && keptBack() > 0
                ? "partly"
                : run.state().name().toLowerCase(Locale.ROOT);
    }

    public String state() {
        return switch (run.state()) {
            case COMPLETED -> isUndone() ? "Undone" : "Finished";
            case FAILED -> "Failed";
            case STOPPED -> "Stopped";
            case RUNNING -> work();
        };
    }

    private String work() {
        if (waiting) {
            return "Waiting";
        }
        if (!run.isStaged()) {
            return "Reading";
        }
        if (readingBack()) {
            return "Reading back";
        }
        if (Reports.of(run).requests().left() == 0) {
            return "Ending";
        }
        return run.requests() == 0 ? "Looking up" : "Sending";
    }

    /** Whether it checks in the service whether a request without a clear answer was applied. */
    public boolean readingBack() {
        return running() && run.tally().colours(ColourState.IN_DOUBT) > 0;
    }

    public String progress() {
        StatusReport report = Reports.of(run);
        int left = report.requests().left();
        if (running()) {
            return run.requests() > 0 && left > 0
                    ? "%s left, ends about %s"
                            .formatted(
                                    Count.of(left, "request"),
                                    TimeWords.clock(now.plus(CreateLimits.leastTime(left + 1))))
                    : "";
        }
        if (finished()) {
            return keptBack() == 0 ? "" : Count.of(keptBack(), "row") + " to correct";
        }
        return left == 0 ? "" : Count.of(left, "request") + " left";
    }

    public String summary() {
        if (!run.hasSheet()) {
            return Count.of(run.tally().colours(ColourState.SENT), "colour") + " sent";
        }
        return balance().rows() == 0
                ? "no rows yet"
                : String.join(
                        " · ", balance().shown().stream().map(BalanceView.Part::words).toList());
    }

    public boolean repeatable() {
        return finished() && fileThere && run.hasSheet();
    }

    /** Whether it could be sent again if its sheet still existed. */
    public boolean sheetGone() {
        return finished() && !fileThere && run.hasSheet();
    }

    public boolean undoable() {
        return UndoPlan.isOffered(run, now);
    }

    public String sends() {
        if (!run.hasSheet()) {
            return run.isUndo()
                    ? "what was there before another run"
                    : "what the service shows differently";
        }
        return switch (SendMode.of(run.send()).orElseThrow()) {
            case ALL -> "all colours";
            case CHANGED -> "colours that changed";
            case NEW -> "products without stock";
        };
    }

    public boolean braked() {
        return Brake.isReason(run.message());
    }

    public BalanceView balance() {
        return BalanceView.of(run);
    }

    public String message() {
        return running() ? doing : run.message();
    }

    public String started() {
        return TimeWords.minute(run.startedAt());
    }

    public String startedExactly() {
        return TimeWords.second(run.startedAt());
    }

    public String ended() {
        return TimeWords.second(run.endedAt());
    }

    /** The time from its first start to its end, or to now. */
    public String took() {
        Instant until = running() ? now : run.endedAt();
        return until == null ? "" : TimeWords.duration(Duration.between(run.startedAt(), until));
    }

    private int keptBack() {
        return run.tally().rowsToCorrect();
    }

    /** How many rows of a run were sent, rejected and so on, as numbers and as a bar. */
    record BalanceView(List<Part> parts, int colours, int rows) {
        static final int WIDTH = 1000;
        private static final double THINNEST = 6;

        /** A part of the whole; {@code x} and {@code width} are its place in the bar. */
        record Part(String key, String name, int colours, int rows, double x, double width) {
            public String words() {
                // An undo has colours and no rows.
                return (rows == 0 ? Count.of(colours, "colour") : Count.of(rows))
                        + " "
                        + name.toLowerCase(Locale.ROOT);
            }
        }

        /** Even the smallest part is visible; the larger ones become narrower. */
        static BalanceView of(Run run) {
            Balance balance = Balance.of(run);
            boolean rows = balance.rows() > 0;
            int all = rows ? balance.rows() : balance.colours();
            ToDoubleFunction<Balance.Part> wanted =
                    part -> width(rows ? part.rows() : part.colours(), all);
            double total = balance.parts().stream().mapToDouble(wanted).sum();
            List<Part> parts = new ArrayList<>();
            double x = 0;
            for (Balance.Part part : balance.parts()) {
                double width = total == 0 ? 0 : wanted.applyAsDouble(part) * WIDTH / total;
                parts.add(
                        new Part(
                                key(part.kind()),
                                part.kind().words(),
                                part.colours(),
                                part.rows(),
                                Timeline.rounded(x),
                                Timeline.rounded(width)));
                x += width;
            }
            return new BalanceView(parts, balance.colours(), balance.rows());
        }

        private static String key(Balance.Kind kind) {
            return switch (kind) {
                case SENT -> "sent";
                case UNCHANGED, LEFT_OUT -> "unchanged";
                case REJECTED -> "rejected";
                case HELD -> "held";
                case IN_DOUBT -> "doubt";
                case WAITING -> "waiting";
            };
        }

        public List<Part> shown() {
            return parts.stream().filter(part -> part.colours() > 0 || part.rows() > 0).toList();
        }

        /** One sentence for screen readers. */
        public String sentence() {
            return rows == 0 && colours == 0
                    ? "No rows yet"
                    : (rows == 0 ? Count.of(colours, "colour") : Count.of(rows, "row"))
                            + ": "
                            + String.join(", ", shown().stream().map(Part::words).toList());
        }

        private static double width(int size, int all) {
            return size == 0 ? 0 : Math.max(THINNEST, (double) size * WIDTH / all);
        }
    }
}
