package dev.stockload.jobs;

import static dev.stockload.runs.ColourState.IN_DOUBT;
import static dev.stockload.runs.ColourState.READY;
import static dev.stockload.runs.ColourState.REJECTED;
import static dev.stockload.runs.ColourState.SENDING;
import static dev.stockload.runs.ColourState.SENT;

import dev.stockload.imports.order.Brake;
import dev.stockload.imports.report.Balance;
import dev.stockload.imports.report.Reports;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule.End;
import dev.stockload.jobs.take.SheetWords;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.Message.Figure;
import dev.stockload.problem.Problem;
import dev.stockload.runs.ColourState;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.stock.Count;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The text of mails, chat messages and webhooks about the end of a run.
 *
 * @param data the data folder, whose paths are not sent to others
 */
record RunEndText(Run run, Path data) {
    private static final int MOST_PROBLEMS = 10;

    End end() {
        if (run.state() != RunState.COMPLETED) {
            return End.FAILURE;
        }
        return rowsToCorrect() > 0 ? End.REJECTS : End.SUCCESS;
    }

    /** The same text for the same kind of end of a run: numbers in the message do not count. */
    String key() {
        String message = String.valueOf(run.message()).replaceAll("\\d", "");
        return run.state() + " " + rowsToCorrect() + " " + Integer.toHexString(message.hashCode());
    }

    Message message(Ledger ledger) {
        List<String> problems = new ArrayList<>();
        Set<Integer> rows = new HashSet<>();
        for (Problem problem : ledger.problems().inOrder(run.id())) {
            if (problems.size() == MOST_PROBLEMS) {
                break;
            }
            if (!problem.isHeld()) {
                problems.add(problem.toString());
                rows.add(problem.row());
            }
        }
        int more = problems.size() < MOST_PROBLEMS ? 0 : run.tally().rows(REJECTED) - rows.size();
        ObjectNode body = JsonMapper.shared().valueToTree(Reports.of(run));
        body.put("event", end().key()).put("message", run.message());
        if (Path.of(run.file()).toAbsolutePath().startsWith(data.toAbsolutePath())) {
            body.put("file", SheetWords.name(run));
            body.put("message", run.message() == null ? null : SheetWords.reason(run));
        }
        return new Message(
                run.job(),
                "%s: %s".formatted(result(), run.job()),
                text(),
                balance(),
                problems,
                Math.max(0, more),
                run.id(),
                body);
    }

    private String result() {
        if (isBraked()) {
            return "Waiting for your decision";
        }
        if (run.isUnusable()) {
            return "A sheet that cannot be used";
        }
        return switch (run.state()) {
            case COMPLETED -> finished();
            case STOPPED -> "Stopped" + notSent();
            case FAILED, RUNNING -> "Failed" + notSent();
        };
    }

    private String finished() {
        if (rowsToCorrect() > 0) {
            return Count.of(rowsToCorrect(), "row") + " to correct";
        }
        return colours(SENT) == 0 ? "Nothing changed" : Count.of(colours(SENT), "colour") + " sent";
    }

    private String notSent() {
        int unsent = colours(READY) + colours(SENDING) + colours(IN_DOUBT);
        return unsent == 0 ? "" : " with %s not sent".formatted(Count.of(unsent, "colour"));
    }

    private List<String> text() {
        String sheet = SheetWords.name(run);
        if (run.isUnusable()) {
            return List.of(
                    "%s was not imported: it cannot be used.".formatted(sheet),
                    SheetWords.reason(run),
                    "Correct the sheet and import it again: stockload run " + run.job());
        }
        if (run.state() != RunState.COMPLETED) {
            return List.of(
                    "The import of %s %s.".formatted(sheet, outcome()),
                    SheetWords.reason(run),
                    "To continue: stockload resume %s%s"
                            .formatted(run.id(), isBraked() ? " --force" : ""));
        }
        if (rowsToCorrect() > 0) {
            return List.of(
                    "%s was imported, but %s of %s in it were not: they have to be corrected."
                            .formatted(
                                    sheet,
                                    Count.of(rowsToCorrect()),
                                    Count.of(run.tally().rows(), "row")));
        }
        return List.of(
                colours(SENT) == 0
                        ? "Nothing in %s had changed, so nothing was sent.".formatted(sheet)
                        : "Everything in %s was imported.".formatted(sheet));
    }

    private String outcome() {
        if (isBraked()) {
            return "waits for somebody to look at it";
        }
        return run.state() == RunState.STOPPED ? "was stopped" : "failed";
    }

    private boolean isBraked() {
        return run.state() == RunState.FAILED && Brake.isReason(run.message());
    }

    private List<Figure> balance() {
        if (run.isUnusable()) {
            return List.of();
        }
        Balance balance = Balance.of(run.tally(), run.state());
        List<Figure> lines = new ArrayList<>();
        for (Balance.Part part : balance.shown(run.state())) {
            lines.add(new Figure(part.kind().words(), part.colours(), part.rows()));
        }
        lines.add(new Figure("Total", balance.colours(), balance.rows()));
        return lines;
    }

    private int rowsToCorrect() {
        return run.tally().rowsToCorrect();
    }

    private int colours(ColourState state) {
        return run.tally().colours(state);
    }
}
