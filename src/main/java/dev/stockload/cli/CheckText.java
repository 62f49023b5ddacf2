package dev.stockload.cli;

import dev.stockload.check.CheckedColour.State;
import dev.stockload.check.CheckedSheet;
import dev.stockload.stock.Count;
import dev.stockload.stock.CreateLimits;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A checked sheet in words: what was understood, the counts, the problems by kind, the plan. */
final class CheckText {
    private static final int FIRST_ROWS = 3;

    /** What a shell takes as it stands. */
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./=:,+@%-]+");

    /** The problems of one kind: how many there are, and the first of them. */
    private static final class Kind {
        private int count;
        private final List<Problem> first = new ArrayList<>();
    }

    private final CheckedSheet checked;
    private final Path file;

    CheckText(CheckedSheet checked, Path file) {
        this.checked = checked;
        this.file = file;
    }

    void print(PrintWriter out) {
        out.println(TerminalText.of(file.toString()));
        understood(out);
        out.println();
        counts(out);
        problems(out);
        warnings(out);
        plan(out);
    }

    private void understood(PrintWriter out) {
        checked.summary()
                .forEach(
                        (name, value) ->
                                out.println("  %-10s %s".formatted(name, TerminalText.of(value))));
    }

    private void counts(PrintWriter out) {
        out.println(
                "Rows      %s read = %s accepted + %s rejected + %s held"
                        .formatted(
                                Count.of(checked.rows()),
                                Count.of(checked.accepted()),
                                Count.of(checked.rejected()),
                                Count.of(checked.held())));
        out.println(
                "Colours   %s = %s to send + %s rejected + %s held"
                        .formatted(
                                Count.of(checked.colourCount()),
                                Count.of(checked.colourCount(State.READY)),
                                Count.of(checked.colourCount(State.REJECTED)),
                                Count.of(checked.colourCount(State.HELD))));
    }

    private void problems(PrintWriter out) {
        Map<ProblemCode, Kind> kinds = new EnumMap<>(ProblemCode.class);
        for (Problem problem : checked.problems()) {
            Kind kind = kinds.computeIfAbsent(problem.code(), unused -> new Kind());
            kind.count++;
            if (kind.first.size() < FIRST_ROWS) {
                kind.first.add(problem);
            }
        }
        if (kinds.isEmpty()) {
            return;
        }
        out.println();
        out.println("Problems");
        kinds.forEach(
                (code, kind) -> {
                    out.println(
                            "  %s (%s): %s".formatted(code.title(), code, Count.of(kind.count)));
                    kind.first.forEach(
                            problem -> out.println("    " + TerminalText.of(problem.toString())));
                    if (kind.count > kind.first.size()) {
                        out.println(
                                "    … and %s more"
                                        .formatted(Count.of(kind.count - kind.first.size())));
                    }
                });
    }

    private void warnings(PrintWriter out) {
        List<Problem> warnings = checked.warnings();
        if (warnings.isEmpty()) {
            return;
        }
        out.println();
        out.println("Warnings");
        int ofFile = (int) warnings.stream().filter(Problem::isOfFile).count();
        warnings.stream()
                .limit(ofFile + FIRST_ROWS)
                .forEach(warning -> out.println("  " + TerminalText.of(warning.toString())));
        int more = warnings.size() - ofFile - FIRST_ROWS;
        if (more > 0) {
            out.println("  … and %s more".formatted(Count.of(more)));
        }
    }

    private void plan(PrintWriter out) {
        CreateLimits.Plan plan = CreateLimits.Plan.of(checked.colourCount(State.READY));
        out.println();
        out.println(
                plan.colours() == 0
                        ? "Plan      nothing to send"
                        : "Plan      %s (%s) in %s, %s at one request per two seconds"
                                .formatted(
                                        Count.of(plan.colours(), "colour"),
                                        Count.of(checked.pieces(), "piece"),
                                        Count.of(plan.requests(), "request"),
                                        time(plan.leastTime())));
    }

    /** Ends with what to type next, with the same options. */
    void next(PrintWriter out, List<String> options) {
        String command = command("import", file.toString(), options);
        boolean all = checked.accepted() == checked.rows();
        out.println(
                checked.colourCount(State.READY) == 0
                        ? "Next      correct the rows and check again"
                        : "Next      "
                                + TerminalText.of(command)
                                + (all ? "" : "   (sends the good rows)"));
    }

    /** A command as it is to be typed. */
    static String command(String name, String what, List<String> options) {
        return Stream.concat(Stream.of("stockload", name, what), options.stream())
                .map(CheckText::quoted)
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String time(Duration time) {
        if (time.toSeconds() < 2) {
            return "about a second";
        }
        return time.toMinutes() < 2
                ? "about %d seconds".formatted(time.toSeconds())
                : "about %s minutes".formatted(Count.of(Math.round(time.toSeconds() / 60.0)));
    }
}
