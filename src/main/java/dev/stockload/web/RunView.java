package dev.stockload.web;

import dev.stockload.app.TimeWords;
import dev.stockload.check.StatusReport;
import dev.stockload.imports.Brake;
import dev.stockload.imports.Reports;
import dev.stockload.imports.RunFiles;
import dev.stockload.imports.Undo;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.RunState;
import dev.stockload.stock.Count;
import dev.stockload.stock.CreateLimits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A run as the pages show it.
 *
 * @param file the name by which people know its sheet
 * @param waiting whether it is in line and has not begun
 * @param resumable whether it can go on
 * @param fileThere whether its sheet is still where it was
 * @param doing what it does now, in a sentence, where that is out of the ordinary; else null
 */
record RunView(
        Run run,
        String file,
        boolean waiting,
        boolean resumable,
        boolean fileThere,
        String doing,
        Instant now) {

    /** A sheet of this machine has a path, of which the last part says enough. */
    private static String name(Run run) {
        return run.input().name() == null
                ? String.valueOf(Path.of(run.file()).getFileName())
                : run.sheetName();
    }

    static RunView of(Run run, ConsoleOptions options) {
        return of(List.of(run), options).get(0);
    }

    static List<RunView> of(List<Run> runs, ConsoleOptions options) {
        Set<String> resumable =
                options.ledger().runList().resumable(runs.stream().map(Run::id).toList());
        return runs.stream()
                .map(
                        run ->
                                new RunView(
                                        run,
                                        name(run),
                                        options.queue().isWaiting(run.id()),
                                        resumable.contains(run.id()),
                                        Files.isRegularFile(Path.of(run.file())),
                                        run.state() == RunState.RUNNING
                                                ? RunFiles.of(options.data(), run.id())
                                                        .doing()
                                                        .orElse(null)
                                                : null,
                                        options.clock().instant()))
                .toList();
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

    /** The state as a style knows it. */
    public String stateKey() {
        return finished() && keptBack() > 0
                ? "partly"
                : run.state().name().toLowerCase(Locale.ROOT);
    }

    public String state() {
        return switch (run.state()) {
            case COMPLETED -> "Finished";
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

    /** Whether it looks in the service for what became of a request without a clear answer. */
    public boolean readingBack() {
        return running() && run.tally().colours(ColourState.IN_DOUBT) > 0;
    }

    /** Where it stands in a few words. */
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

    /** The balance in a line. */
    public String summary() {
        if (run.isUndo()) {
            return Count.of(run.tally().colours(ColourState.SENT), "colour") + " sent";
        }
        return balance().rows() == 0
                ? "no rows yet"
                : String.join(
                        " · ", balance().shown().stream().map(BalanceView.Part::words).toList());
    }

    public boolean repeatable() {
        return finished() && fileThere && !run.isUndo();
    }

    /** Whether it could be sent again, were its sheet still there. */
    public boolean sheetGone() {
        return finished() && !fileThere && !run.isUndo();
    }

    /** Whether what it replaced can be brought back. */
    public boolean undoable() {
        return Undo.isOffered(run, now);
    }

    /** What of its sheet it sends. */
    public String sends() {
        return switch (run.send()) {
            case "changed" -> "colours that changed";
            case "new" -> "products without stock";
            case Run.UNDO -> "what was there before another run";
            default -> "all colours";
        };
    }

    /** Whether it was held back because its sheet looks broken. */
    public boolean braked() {
        return Brake.isReason(run.message());
    }

    public BalanceView balance() {
        return BalanceView.of(run.tally(), run.state());
    }

    /** What is said of it: why it ended, or what it does now. */
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

    /** How long it took from its first start to its end so far. */
    public String took() {
        Instant until = running() ? now : run.endedAt();
        return until == null ? "" : TimeWords.duration(Duration.between(run.startedAt(), until));
    }

    public int requests() {
        return run.requests();
    }

    private int keptBack() {
        return run.tally().rowsToCorrect();
    }
}
