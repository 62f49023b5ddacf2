package dev.stockload.imports.report;

import dev.stockload.runs.Run;
import dev.stockload.stock.ColourState;

import org.springframework.util.StringUtils;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The colours and rows of a run by what became of them; the parts add up to all of them. */
public record Balance(Run.State state, List<Part> parts) {
    /** The parts, in the order in which they are shown. */
    public enum Kind {
        SENT,
        UNCHANGED,
        LEFT_OUT,
        REJECTED,
        HELD,
        IN_DOUBT,
        WAITING;

        /** Whether a part is shown even if it is empty. */
        private boolean isUsual(Run.State run) {
            return switch (this) {
                case SENT, UNCHANGED, REJECTED, HELD -> true;
                case IN_DOUBT, WAITING -> run != Run.State.COMPLETED;
                case LEFT_OUT -> false;
            };
        }

        public String label() {
            return StringUtils.capitalize(name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }

        /**
         * The part of a colour. A colour that was being sent when its process ended is in doubt,
         * whether that was stored or not. What an undone or expired run has not sent stays unsent.
         */
        private static Kind of(ColourState colour, Run run) {
            return switch (colour) {
                case SENT -> SENT;
                case UNCHANGED -> UNCHANGED;
                case LEFT_OUT, SUPERSEDED -> LEFT_OUT;
                case REJECTED -> REJECTED;
                case HELD -> HELD;
                case IN_DOUBT -> IN_DOUBT;
                case READY -> run.isUnfinished() ? WAITING : LEFT_OUT;
                case SENDING -> run.state() == Run.State.RUNNING ? WAITING : IN_DOUBT;
            };
        }
    }

    public record Part(Kind kind, int colours, int rows) {
        public boolean isEmpty() {
            return colours == 0 && rows == 0;
        }
    }

    public static Balance of(Run run) {
        return new Balance(
                run.state(), Arrays.stream(Kind.values()).map(kind -> part(kind, run)).toList());
    }

    private static Part part(Kind kind, Run run) {
        int colours = 0;
        int rows = 0;
        for (ColourState colourState : ColourState.values()) {
            if (Kind.of(colourState, run) == kind) {
                colours += run.tally().colours(colourState);
                rows += run.tally().rows(colourState);
            }
        }
        return new Part(kind, colours, rows);
    }

    public List<Part> shown() {
        return parts.stream()
                .filter(part -> !part.isEmpty() || part.kind().isUsual(state))
                .toList();
    }

    int colours(Kind kind) {
        return parts.get(kind.ordinal()).colours();
    }

    public int colours() {
        return parts.stream().mapToInt(Part::colours).sum();
    }

    int rows(Kind kind) {
        return parts.get(kind.ordinal()).rows();
    }

    public int rows() {
        return parts.stream().mapToInt(Part::rows).sum();
    }
}
