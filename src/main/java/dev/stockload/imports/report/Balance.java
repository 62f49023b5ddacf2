package dev.stockload.imports.report;

import dev.stockload.runs.ColourState;
import dev.stockload.runs.RunState;
import dev.stockload.runs.Tally;

import java.util.Arrays;
import java.util.List;

/** What became of the colours and rows of a run: parts that add up to all of them. */
public record Balance(List<Part> parts) {
    /** The parts, in the order in which they are told. */
    public enum Kind {
        SENT("Sent"),
        UNCHANGED("Unchanged"),
        LEFT_OUT("Left out"),
        REJECTED("Rejected"),
        HELD("Held"),
        IN_DOUBT("In doubt"),
        WAITING("Waiting");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Whether a part is told though there is nothing in it. */
        private boolean isUsual(RunState run) {
            return switch (this) {
                case SENT, UNCHANGED, REJECTED, HELD -> true;
                case IN_DOUBT, WAITING -> run != RunState.COMPLETED;
                case LEFT_OUT -> false;
            };
        }

        /** Its name for people. */
        public String words() {
            return words;
        }

        /**
         * Where a colour belongs. What was under way when a process ended is in doubt, whether
         * somebody wrote that down or not.
         */
        private static Kind of(ColourState colour, RunState run) {
            return switch (colour) {
                case SENT -> SENT;
                case UNCHANGED -> UNCHANGED;
                case LEFT_OUT, SUPERSEDED -> LEFT_OUT;
                case REJECTED -> REJECTED;
                case HELD -> HELD;
                case IN_DOUBT -> IN_DOUBT;
                case READY -> WAITING;
                case SENDING -> run == RunState.RUNNING ? WAITING : IN_DOUBT;
            };
        }
    }

    public record Part(Kind kind, int colours, int rows) {
        public boolean isEmpty() {
            return colours == 0 && rows == 0;
        }
    }

    public static Balance of(Tally tally, RunState state) {
        return new Balance(
                Arrays.stream(Kind.values()).map(kind -> part(kind, tally, state)).toList());
    }

    private static Part part(Kind kind, Tally tally, RunState state) {
        int colours = 0;
        int rows = 0;
        for (ColourState each : ColourState.values()) {
            if (Kind.of(each, state) == kind) {
                colours += tally.colours(each);
                rows += tally.rows(each);
            }
        }
        return new Part(kind, colours, rows);
    }

    /** The parts that people are told of, which add up to all. */
    public List<Part> told(RunState state) {
        return parts.stream()
                .filter(part -> !part.isEmpty() || part.kind().isUsual(state))
                .toList();
    }

    public int colours(Kind kind) {
        return parts.get(kind.ordinal()).colours();
    }

    public int colours() {
        return parts.stream().mapToInt(Part::colours).sum();
    }

    public int rows(Kind kind) {
        return parts.get(kind.ordinal()).rows();
    }

    public int rows() {
        return parts.stream().mapToInt(Part::rows).sum();
    }
}
