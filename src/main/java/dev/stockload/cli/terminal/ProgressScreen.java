package dev.stockload.cli.terminal;

import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.SENDING;
import static dev.stockload.stock.ColourState.SENT;

import dev.stockload.merchant.CreateLimits;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.RunListener.ProductProgress;
import dev.stockload.stock.Count;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** Shows progress: as a bar on a terminal, otherwise as a line at intervals. */
public final class ProgressScreen implements RunListener, AutoCloseable {
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(20);
    private static final int MANY_ROWS = 100_000;
    private static final int UNKNOWN = -1;
    private static final int DEFAULT_WIDTH = 80;
    private static final int LEAST_WIDTH = 20;

    private final CommandOutput err;
    private final boolean terminal = System.console() != null;
    private ProgressBar bar;
    private int linesOfRows;
    private long lastLine = System.nanoTime();

    public ProgressScreen(CommandOutput err) {
        this.err = err;
    }

    @Override
    public void onStart(Run run) {
        if (run.isDetails()) {
            return;
        }
        String does = run.isStaged() ? "resuming " : run.hasSheet() ? "reading " : "";
        err.say("Run %s: %s%s", run.id(), does, run.sheetName());
    }

    @Override
    public void onRows(int rows) {
        if (rows / MANY_ROWS > linesOfRows) {
            linesOfRows = rows / MANY_ROWS;
            if (terminal && bar == null) {
                begin("Reading", 0, UNKNOWN, new ProgressBarBuilder().setUnit(" rows", 1));
            }
            if (bar == null) {
                err.say(Count.of(rows, "row") + " read");
            }
        }
        move(rows, UNKNOWN, "");
    }

    @Override
    public void onSending(Run run) {
        close();
        int waiting = waiting(run);
        if (run.isDetails()) {
            fetches(run, waiting);
            return;
        }
        if (waiting == 0) {
            int unclear = run.tally().colours(IN_DOUBT);
            err.say(
                    "Nothing to send"
                            + (unclear == 0
                                    ? ""
                                    : ": " + Count.are(unclear, "colour") + " in doubt"));
            return;
        }
        int requests = CreateLimits.requests(waiting);
        err.say(
                "Sending %s in %s, until about %s",
                Count.of(waiting, "colour"), Count.of(requests, "request"), end(requests));
        lastLine = System.nanoTime();
        int sent = run.tally().colours(SENT);
        begin("Colours", sent, waiting + sent, new ProgressBarBuilder().hideEta());
        onProgress(run);
    }

    @Override
    public void onProgress(Run run) {
        int waiting = waiting(run);
        if (run.isDetails()) {
            int all = run.tally().colours();
            move(all - waiting, all, "");
            line("%,d of %,d details fetched".formatted(all - waiting, all));
            return;
        }
        int sent = run.tally().colours(SENT);
        move(sent, waiting + sent, " " + left(waiting));
        if (waiting > 0) {
            line("%s sent, %s".formatted(Count.of(sent, "colour"), left(waiting)));
        }
    }

    private void fetches(Run run, int waiting) {
        int all = run.tally().colours();
        if (waiting > 0) {
            String fetched = ", %s already fetched".formatted(Count.of(all - waiting));
            err.say(
                    "Run %s: %s to fetch%s",
                    run.id(), Count.of(waiting), waiting == all ? "" : fetched);
            begin("Fetching", all - waiting, all, new ProgressBarBuilder().hideEta());
        }
    }

    /** Lines about products if the work takes long; {@code done} is "compared" or the like. */
    public ProductProgress products(String done) {
        return (some, all) -> line("%,d of %,d products %s".formatted(some, all, done));
    }

    /** A line that the bar does not cover. */
    @Override
    public void notice(String sentence) {
        err.say((bar == null ? "" : "\n") + sentence);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    private void begin(String task, int done, int all, ProgressBarBuilder looks) {
        if (terminal) {
            close();
            bar =
                    looks.setTaskName(task)
                            .setInitialMax(all)
                            .startsFrom(done, Duration.ZERO)
                            .setStyle(ProgressBarStyle.ASCII)
                            .setUpdateIntervalMillis(250)
                            .setConsumer(new OneLineConsumer())
                            .clearDisplayOnFinish()
                            .build();
        }
    }

    private void move(int done, int all, String extra) {
        if (bar != null) {
            bar.maxHint(all);
            bar.stepTo(done);
            bar.setExtraMessage(extra);
        }
    }

    private void line(String line) {
        if (bar == null && System.nanoTime() - lastLine > BETWEEN_LINES.toNanos()) {
            lastLine = System.nanoTime();
            err.say(line);
        }
    }

    private static int waiting(Run run) {
        return run.tally().colours(READY) + run.tally().colours(SENDING);
    }

    private static String left(int waiting) {
        int requests = CreateLimits.requests(waiting);
        return "%s left, until %s".formatted(Count.of(requests, "request"), end(requests));
    }

    private static String end(int requests) {
        return TimeWords.clock(Instant.now().plus(CreateLimits.leastTime(requests)));
    }

    /**
     * Draws the bar on one line, which is empty at the end. The width is given: the library would
     * open a terminal to find it, which then handles Ctrl-C in our place.
     */
    private static final class OneLineConsumer extends ConsoleProgressBarConsumer {
        OneLineConsumer() {
            super(System.err, columns() - 1);
        }

        @Override
        public void close() {
            System.err.flush();
        }

        private static int columns() {
            try {
                Process stty =
                        new ProcessBuilder("stty", "size")
                                .redirectInput(Redirect.INHERIT)
                                .redirectError(Redirect.DISCARD)
                                .start();
                String size =
                        new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                int columns = Integer.parseInt(size.strip().replaceFirst("^\\d+ ", ""));
                return columns < LEAST_WIDTH ? DEFAULT_WIDTH : columns;
            } catch (IOException | NumberFormatException e) {
                // There is no such command, or no terminal to ask.
                return DEFAULT_WIDTH;
            }
        }
    }
}
