package dev.stockload.web.console;

import dev.stockload.check.CheckedColour;
import dev.stockload.check.CheckedSheet;
import dev.stockload.check.ProblemGroup;
import dev.stockload.imports.read.NewColours.NewColour;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.Count;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * New colours of one name, which may mean the same.
 *
 * @param group as problems are corrected; its inputs are for single rows if other products of the
 *     sheet have this name too
 * @param confirms the input that says that it is really new
 */
record NewColourView(CheckView.Group group, CheckView.Input confirms) {
    private static final int MOST_ROWS = 100;

    /**
     * All of a sheet.
     *
     * @param near those that may be misspelt
     */
    record NewColourViews(List<NewColourView> near, List<NewColourView> others) {
        public int size() {
            return near.size() + others.size();
        }

        public String namesOfOthers() {
            String names =
                    Count.some(others.stream().map(each -> each.group.problem().found()).toList());
            return "%s like no other of its product: %s".formatted(Count.of(others.size()), names);
        }
    }

    static NewColourViews of(List<NewColour> colours, CheckedSheet sheet) {
        record Name(String name, String near) {}
        Map<Name, List<NewColour>> groups = new LinkedHashMap<>();
        Map<String, Integer> inSheet = new HashMap<>();
        for (NewColour each : colours) {
            groups.computeIfAbsent(new Name(each.color(), each.near()), name -> new ArrayList<>())
                    .add(each);
            inSheet.put(each.color(), 0);
        }
        if (!groups.isEmpty()) {
            for (CheckedColour each : sheet.colours()) {
                inSheet.computeIfPresent(each.name(), (name, count) -> count + 1);
            }
        }
        String column = sheet.header().columnNames().get(HeaderField.COLOUR);
        Map<Boolean, List<NewColourView>> all =
                groups.values().stream()
                        .map(
                                same ->
                                        of(
                                                same,
                                                column,
                                                inSheet.get(same.get(0).color()) == same.size()))
                        .collect(
                                Collectors.partitioningBy(
                                        each -> each.group.problem().offered() != null));
        return new NewColourViews(all.get(true), all.get(false));
    }

    private static NewColourView of(List<NewColour> same, String column, boolean isWhole) {
        NewColour first = same.get(0);
        List<RowPlace> rows = same.stream().flatMap(each -> each.rows().stream()).toList();
        String others = same.size() == 1 ? "" : " and " + Count.of(same.size() - 1, "more product");
        ProblemGroup problem =
                new ProblemGroup(
                        ProblemCode.COLOUR_NEW,
                        HeaderField.COLOUR,
                        column,
                        first.color(),
                        first.advice() + others,
                        first.near(),
                        rows.size(),
                        rows.subList(0, Math.min(rows.size(), MOST_ROWS)));
        return new NewColourView(
                CheckView.Group.of(problem, isWhole), CheckView.Input.of(problem, null));
    }
}
