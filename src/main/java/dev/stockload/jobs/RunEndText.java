package dev.stockload.jobs;

import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SENDING;
import static dev.stockload.stock.ColourState.SENT;

import dev.stockload.imports.report.Balance;
import dev.stockload.imports.report.Reports;
import dev.stockload.jobs.Morning.State;
import dev.stockload.jobs.define.JobDefinition.NotifySettings.Rule.End;
import dev.stockload.ledger.Ledger;
import dev.stockload.notifications.Message;
import dev.stockload.notifications.Message.Figure;
import dev.stockload.problem.Problem;
import dev.stockload.runs.Run;
import dev.stockload.stock.Count;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** The text of messages about the end of a run, without paths of the data folder. */
record RunEndText(Run run, Path data) {
    private static final int MOST_PROBLEMS = 10;

    End end() {
        return switch (State.ofEnd(run)) {
            case TO_CORRECT -> End.REJECTS;
            case SENT, UNCHANGED -> End.SUCCESS;
            default -> End.FAILURE;
        };
    }

    /** The same text for the same kind of end of a run: numbers in the message do not count. */
    String key() {
        String message = String.valueOf(run.message()).replaceAll("\\d", "");
        return run.state()
                + " "
                + run.tally().rowsToCorrect()
                + " "
                + Integer.toHexString(message.hashCode());
    }

    Message message(Ledger ledger) {
        List<Problem> problems =
                StreamSupport.stream(ledger.problems().inOrder(run.id()).spliterator(), false)
                        .filter(problem -> !problem.isHeld())
                        .limit(MOST_PROBLEMS)
                        .toList();
        int rows = (int) problems.stream().map(Problem::row).distinct().count();
        int more = problems.size() < MOST_PROBLEMS ? 0 : run.tally().rows(REJECTED) - rows;
        ObjectNode body = JsonMapper.shared().valueToTree(Reports.of(run));
        body.put("event", end().key()).put("message", run.message());
        if (Path.of(run.file()).toAbsolutePath().startsWith(data.toAbsolutePath())) {
            body.put("file", run.fileName());
            body.put("message", run.message() == null ? null : run.reason());
        }
        return new Message(
                run.job(),
                "%s: %s".formatted(words().subject(), run.job()),
                words().sentences(),
                balance(),
                problems.stream().map(Problem::toString).toList(),
                Math.max(0, more),
                run.id(),
                body);
    }

    /** For whom the sheet came from, without commands; {@code path} is that of its mail. */
    Message reply(Message message, String path) {
        return new Message(
                run.job(),
                run.fileName(),
                words().sentences().subList(0, run.isUnusable() ? 2 : 1),
                List.of(),
                message.problems(),
                message.moreProblems(),
                run.id(),
                JsonMapper.shared().createObjectNode().put("repliesTo", path));
    }

    /** The subject of a message, and its sentences. */
    private record Words(String subject, List<String> sentences) {}

    private Words words() {
        String sheet = run.fileName();
        if (run.isUnusable()) {
            return new Words(
                    "A sheet that cannot be used",
                    List.of(
                            "%s was not imported: it cannot be used.".formatted(sheet),
                            run.reason(),
                            "Correct the sheet and import it again: stockload run " + run.job()));
        }
        return switch (State.ofEnd(run)) {
            case TO_CORRECT ->
                    new Words(
                            Count.of(run.tally().rowsToCorrect(), "row") + " to correct",
                            List.of(toCorrect()));
            case SENT ->
                    new Words(
                            Count.of(run.tally().colours(SENT), "colour") + " sent",
                            List.of("Everything in %s was imported.".formatted(sheet)));
            case UNCHANGED ->
                    new Words(
                            "Nothing changed",
                            List.of(
                                    "Nothing in %s had changed, so nothing was sent."
                                            .formatted(sheet)));
            case WAITING ->
                    new Words(
                            "Waiting for your decision",
                            unfinished("waits for somebody to look at it", " --force"));
            case STOPPED -> new Words("Stopped" + notSent(), unfinished("was stopped", ""));
            default -> new Words("Failed" + notSent(), unfinished("failed", ""));
        };
    }

    private String notSent() {
        int unsent =
                run.tally().colours(READY)
                        + run.tally().colours(SENDING)
                        + run.tally().colours(IN_DOUBT);
        return unsent == 0 ? "" : " with %s not sent".formatted(Count.of(unsent, "colour"));
    }

    private String toCorrect() {
        return "%s was imported, but %s of %s in it were not: they have to be corrected."
                .formatted(
                        run.fileName(),
                        Count.of(run.tally().rowsToCorrect()),
                        Count.of(run.tally().rows(), "row"));
    }

    private List<String> unfinished(String outcome, String option) {
        return List.of(
                "The import of %s %s.".formatted(run.fileName(), outcome),
                run.reason(),
                "To continue: stockload resume %s%s".formatted(run.id(), option));
    }

    private List<Figure> balance() {
        if (run.isUnusable()) {
            return List.of();
        }
        Balance balance = Balance.of(run);
        List<Figure> lines = new ArrayList<>();
        for (Balance.Part part : balance.shown()) {
            lines.add(new Figure(part.kind().label(), part.colours(), part.rows()));
        }
        lines.add(new Figure("Total", balance.colours(), balance.rows()));
        return lines;
    }
}
