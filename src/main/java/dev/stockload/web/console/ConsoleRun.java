package dev.stockload.web.console;

import dev.stockload.imports.report.Balance;
import dev.stockload.imports.report.Reports;
import dev.stockload.imports.report.RunFolder;
import dev.stockload.imports.report.RunText;
import dev.stockload.imports.undo.UndoPlan;
import dev.stockload.merchant.CreateLimits;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.SheetOrder;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Count;
import dev.stockload.web.parts.WebContext;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A run as the pages show it. */
record ConsoleRun(Run run, WebContext context) {
    static ConsoleRun of(Run run, WebContext context) {
        return new ConsoleRun(context.ledger().seen(run), context);
    }

    /** {@code runs} are as people see them. */
    static List<ConsoleRun> of(List<Run> runs, WebContext context) {
        return runs.stream().map(run -> new ConsoleRun(run, context)).toList();
    }

    public String id() {
        return run.id();
    }

    public String file() {
        return run.input().name() == null ? run.fileName() : run.sheetName();
    }

    public boolean running() {
        return run.state() == Run.State.RUNNING;
    }

    public boolean finished() {
        return run.state() == Run.State.COMPLETED;
    }

    public String stateKey() {
        if (run.isUndone()) {
            return "stopped";
        }
        return finished() && run.rowsToCorrect() > 0
                ? "partly"
                : run.state().name().toLowerCase(Locale.ROOT);
    }

    public String state() {
        return running() ? work() : new RunText(run).state();
    }

    private String work() {
        if (run.waits()) {
            return new RunText(run).state();
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
        int left = Reports.of(run).requests().left();
        if (run.waits()) {
            return run.message();
        }
        if (running()) {
            return run.requests() > 0 && left > 0
                    ? "%s left, ends about %s"
                            .formatted(
                                    Count.of(left, "request"),
                                    TimeWords.clock(now().plus(CreateLimits.leastTime(left + 1))))
                    : "";
        }
        if (finished()) {
            return run.correctedBy() != null
                    ? "Corrected"
                    : run.rowsToCorrect() == 0
                            ? ""
                            : Count.of(run.rowsToCorrect(), "row") + " to correct";
        }
        return left == 0 ? "" : Count.of(left, "request") + " left";
    }

    public String summary() {
        if (!run.hasSheet()) {
            return Count.of(run.tally().colours(ColourState.SENT), "colour") + " sent";
        }
        return balance().balance().rows() == 0 ? "no rows yet" : balance().partsInWords(" · ");
    }

    public String toCorrect() {
        return run.rowsToCorrect() == 0
                ? "Say which columns and values are meant."
                : new RunText(run).toCorrect()
                        + (run.tally().rows() == run.tally().rowsToCorrect()
                                ? "."
                                : ". The rest has been imported.");
    }

    /** What left its sheet and was not set to 0, in a sentence; null if nothing. */
    public String stillOnSale() {
        Tally.Missing missing = run.tally().missing();
        return finished() && missing.sizes() > missing.zeroed()
                ? new RunText(run).missing().orElse(null)
                : null;
    }

    public boolean hasJob() {
        return context.jobs().contains(run.job());
    }

    /** The run of a newer sheet, in which its rows are to be corrected. */
    public Run newer() {
        return run.tally().rowsToCorrect() > 0
                        && run.correctedBy() == null
                        && run.rowsToCorrect() == 0
                ? new SheetOrder(context.ledger().runs()).ofLaterSheet(run).orElse(null)
                : null;
    }

    /** Whether a person can read its sheet otherwise, and has not done so. */
    public boolean correctable() {
        return !running()
                && run.hasSheet()
                && run.correctedBy() == null
                && (run.rowsToCorrect() > 0 || run.isUnusable())
                && Files.exists(RunFolder.of(context.data(), run.id()).sheet(run.file()));
    }

    public boolean repeatable() {
        return finished() && isFileThere() && run.hasSheet();
    }

    /** Whether it could be sent again if its sheet still existed. */
    public boolean sheetGone() {
        return finished() && !isFileThere() && run.hasSheet();
    }

    private boolean isFileThere() {
        return Files.isRegularFile(Path.of(run.file()));
    }

    public boolean undoable() {
        return UndoPlan.isOffered(run, now());
    }

    public String sends() {
        return switch (run.work()) {
            case ALL -> "all colours";
            case CHANGED -> "colours that changed";
            case NEW -> "products without stock";
            case UNDO -> "what was there before another run";
            case RESEND, RESEND_SOLD -> "what the service shows differently";
            case DETAILS -> "nothing";
        };
    }

    public BalanceView balance() {
        return BalanceView.of(run);
    }

    /** The time from its first start to its end, or to now. */
    public String took() {
        Instant until = running() ? now() : run.endedAt();
        return until == null ? "" : TimeWords.duration(Duration.between(run.startedAt(), until));
    }

    private Instant now() {
        return context.clock().instant();
    }

    /** How many rows of a run were sent, rejected and so on, as numbers and as a bar. */
    record BalanceView(Balance balance, List<Part> parts) {
        static final int WIDTH = 1000;
        private static final double THINNEST = 6;

        /** A part of the whole; {@code x} and {@code width} are its place in the bar. */
        record Part(Balance.Part part, double x, double width) {
            public String key() {
                return switch (part.kind()) {
                    case SENT -> "sent";
                    case UNCHANGED, LEFT_OUT -> "unchanged";
                    case REJECTED -> "rejected";
                    case HELD -> "held";
                    case IN_DOUBT -> "doubt";
                    case WAITING -> "waiting";
                };
            }

            public String label() {
                // An undo has colours and no rows.
                return (part.rows() == 0
                                ? Count.of(part.colours(), "colour")
                                : Count.of(part.rows()))
                        + " "
                        + part.kind().label().toLowerCase(Locale.ROOT);
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
                parts.add(new Part(part, Timeline.rounded(x), Timeline.rounded(width)));
                x += width;
            }
            return new BalanceView(balance, parts);
        }

        public List<Part> shown() {
            return parts.stream().filter(each -> !each.part().isEmpty()).toList();
        }

        /** One sentence for screen readers. */
        public String sentence() {
            int rows = balance.rows();
            return shown().isEmpty()
                    ? "No rows yet"
                    : (rows == 0 ? Count.of(balance.colours(), "colour") : Count.of(rows, "row"))
                            + ": "
                            + partsInWords(", ");
        }

        private String partsInWords(String separator) {
            return shown().stream().map(Part::label).collect(Collectors.joining(separator));
        }

        private static double width(int size, int all) {
            return size == 0 ? 0 : Math.max(THINNEST, (double) size * WIDTH / all);
        }
    }
}
