package dev.stockload.simulation;

import dev.stockload.simulation.Violation.Question;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes out of a failing history whatever it fails without. */
final class Shrinker {
    private final Stage stage;
    private final Question question;

    Shrinker(Stage stage, Question question) {
        this.stage = stage;
        this.question = question;
    }

    Plan shrink(Plan plan) throws IOException, SQLException {
        Plan smaller = withFewerEvents(plan);
        smaller = withFewerColours(smaller);
        return withFewerEvents(smaller);
    }

    /** First many events at a time, then fewer. */
    private Plan withFewerEvents(Plan plan) throws IOException, SQLException {
        Plan smallest = plan;
        for (int size = plan.events().size() / 2; size > 0; size /= 2) {
            for (int from = smallest.events().size() - size; from >= 0; from -= size) {
                List<Event> left = new ArrayList<>(smallest.events());
                left.subList(from, from + size).clear();
                if (fails(smallest.with(left))) {
                    smallest = smallest.with(List.copyOf(left));
                }
                from = Math.min(from, smallest.events().size());
            }
        }
        return smallest;
    }

    private Plan withFewerColours(Plan plan) throws IOException, SQLException {
        Plan smallest = plan;
        Set<ColourKey> all = new LinkedHashSet<>();
        plan.sheets().forEach(sheet -> all.addAll(sheet.colours().keySet()));
        for (ColourKey colour : all) {
            List<PlannedSheet> sheets =
                    smallest.sheets().stream().map(sheet -> without(sheet, colour)).toList();
            boolean empty = sheets.stream().anyMatch(sheet -> sheet.colours().isEmpty());
            Plan fewer =
                    new Plan(plan.seed(), plan.shared(), plan.hosts(), sheets, smallest.events());
            if (!empty && fails(fewer)) {
                smallest = fewer;
            }
        }
        return smallest;
    }

    private static PlannedSheet without(PlannedSheet sheet, ColourKey colour) {
        Map<ColourKey, Map<String, Integer>> left = new LinkedHashMap<>(sheet.colours());
        left.remove(colour);
        Set<ColourKey> bad = new LinkedHashSet<>(sheet.bad());
        bad.remove(colour);
        return sheet.with(left, bad);
    }

    private boolean fails(Plan plan) throws IOException, SQLException {
        return stage.play(plan).stream().anyMatch(v -> v.question() == question);
    }
}
