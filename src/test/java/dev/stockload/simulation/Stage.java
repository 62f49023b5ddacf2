package dev.stockload.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.StringJoiner;

/** Where histories are played one after another: a database and folders that are used again. */
final class Stage implements AutoCloseable {
    private final Coverage coverage;
    private final SimulatedDatabase database = new SimulatedDatabase();
    private final Path folder = DataFolders.make();

    Stage(Coverage coverage) throws IOException, SQLException {
        this.coverage = coverage;
    }

    List<Violation> play(Plan plan) throws IOException, SQLException {
        return play(plan, new Journal(false));
    }

    List<Violation> play(Plan plan, Journal journal) throws IOException, SQLException {
        return plan.isOfEdges()
                ? new EdgeHistory(plan, coverage, database, folder, journal).play()
                : history(plan, journal).play();
    }

    /** A history that is about to be played here. */
    History history(Plan plan, Journal journal) {
        return new History(plan, coverage, database, folder, journal);
    }

    /** Tells the history of a seed; where it fails, the shortest that still does. */
    String explain(Plan whole) throws IOException, SQLException {
        Plan plan = whole;
        List<Violation> found = play(plan);
        if (!found.isEmpty()) {
            plan = new Shrinker(this, found.get(0).question()).shrink(plan);
        }
        Journal journal = new Journal(true);
        List<Violation> left = play(plan, journal);
        StringJoiner text = new StringJoiner("\n  ");
        text.add(
                "Seed %d: %d hosts, %s"
                        .formatted(
                                plan.seed(),
                                plan.hosts(),
                                plan.shared() ? "a database server" : "a database in a file"));
        if (plan.isOfEdges()) {
            text.add(JobTraits.of(plan.seed()).toString());
        }
        for (int i = 0; i < plan.sheets().size(); i++) {
            text.add("sheet %d: %s".formatted(i, plan.sheets().get(i)));
        }
        plan.events().forEach(event -> text.add(event.toString()));
        text.add("");
        journal.lines().forEach(text::add);
        text.add("");
        text.add(left.isEmpty() ? "Every promise was kept." : "Broken:");
        left.forEach(violation -> text.add(violation.toString()));
        return text.toString();
    }

    @Override
    public void close() throws IOException, SQLException {
        database.close();
        DataFolders.empty(folder);
        Files.delete(folder);
    }
}
