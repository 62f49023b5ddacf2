package dev.stockload.simulation;

import static dev.stockload.stock.ColourState.HELD;
import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.LEFT_OUT;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SUPERSEDED;

import dev.stockload.database.LedgerAddress;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.stock.ColourState;

import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What people can see of the runs when all is quiet, in the order in which they were made. */
record Facts(List<SeenRun> runs, Set<String> unfinished) {
    private static final Set<ProblemCode> OF_COLOURS =
            Set.of(ProblemCode.COLOUR_NEW, ProblemCode.ROW_TOTAL);

    record SeenRun(
            String id,
            String job,
            String content,
            String state,
            String message,
            long startedAt,
            Set<ColourKey> rejected,
            Map<Integer, ProblemCode> problems,
            Set<ColourKey> inDoubt,
            Set<ColourKey> held,
            Set<ColourKey> leftOut,
            Set<ColourKey> superseded,
            int leftToNewer,
            String undoes,
            String corrects) {
        /** Whether people were told that a colour was not sent. */
        boolean isTold(ColourKey colour) {
            return rejected.contains(colour)
                    || inDoubt.contains(colour)
                    || held.contains(colour)
                    || leftOut.contains(colour)
                    || superseded.contains(colour);
        }

        /** Whether send: new has left out a product: then all of it, held colours too (rule 3). */
        boolean leavesOut(int product) {
            return leftOut.stream().anyMatch(colour -> colour.product() == product);
        }

        /** Whether it waits for a yes. */
        boolean isBraked() {
            return isBrake(message);
        }
    }

    /** Whether a run that ended with these words waits for a yes. */
    static boolean isBrake(String message) {
        return message != null && message.startsWith("The brake");
    }

    /** Those that began then or later, as far as they are seen. */
    Facts since(long from) {
        return new Facts(runs.stream().filter(run -> run.startedAt() >= from).toList(), unfinished);
    }

    /** Whether something is unfinished that goes on without a yes. */
    boolean hasResumable() {
        return runs.stream().anyMatch(run -> unfinished.contains(run.id()) && !run.isBraked());
    }

    static Facts of(SimulatedDatabase database, LedgerAddress address, InstantSource time)
            throws SQLException {
        Connection connection = database.keeper();
        Ledger ledger = new Ledger(new SingleConnectionDataSource(connection, true), address, time);
        List<SeenRun> runs = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery(
                                "select id, job, content, state, message, begun, corrects from run"
                                        + " order by number")) {
            while (row.next()) {
                String id = row.getString(1);
                runs.add(
                        new SeenRun(
                                id,
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                Duration.between(
                                                World.BEGIN,
                                                row.getObject(6, OffsetDateTime.class).toInstant())
                                        .toNanos(),
                                colours(ledger, id, REJECTED),
                                problems(ledger, id),
                                colours(ledger, id, IN_DOUBT),
                                colours(ledger, id, HELD),
                                colours(ledger, id, LEFT_OUT),
                                colours(ledger, id, SUPERSEDED),
                                ledger.runs().get(id).tally().sizesLeftToNewer(),
                                undone(runs, row.getString(2), row.getString(3)),
                                row.getString(7)));
            }
        }
        return new Facts(
                runs,
                ledger.runs().unfinished().stream().map(r -> r.id()).collect(Collectors.toSet()));
    }

    /** Takes note that the database is a copy that was restored. */
    static void markRestored(
            SimulatedDatabase database, LedgerAddress address, InstantSource time) {
        new Ledger(new SingleConnectionDataSource(database.keeper(), true), address, time)
                .markRestored();
    }

    /** The run that another undoes; null where it does not. */
    private static String undone(List<SeenRun> before, String job, String content) {
        return job.equals("undo")
                ? before.stream()
                        .map(SeenRun::id)
                        .filter(id -> PlannedSheet.hash(id + " []").equals(content))
                        .findFirst()
                        .orElse("unknown")
                : null;
    }

    /** What is wrong with rows of colours. */
    private static Map<Integer, ProblemCode> problems(Ledger ledger, String run) {
        Map<Integer, ProblemCode> problems = new HashMap<>();
        for (Problem problem : ledger.problems().inOrder(run)) {
            if (OF_COLOURS.contains(problem.code())) {
                problems.put(problem.row(), problem.code());
            }
        }
        return problems;
    }

    static Set<ColourKey> colours(Ledger ledger, String run, ColourState state) {
        return ledger.colours().in(run, state).stream()
                .map(c -> new ColourKey(c.product(), c.name()))
                .collect(Collectors.toSet());
    }
}
