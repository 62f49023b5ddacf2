package dev.stockload.imports.change;

import java.time.Instant;
import java.util.List;

/**
 * What happened to one size, newest first, and its stock now.
 *
 * @param wanted the pieces that the newest sheet wants; null if no sheet has named the size
 * @param known the pieces that the service last accepted from us; null if unknown
 * @param shown the pieces that the service shows now; null if it does not have the size
 * @param now what the service shows now, and what that means, in a sentence
 * @param differs whether the service shows something else than the newest sheet wants
 */
public record SizeHistory(
        String size,
        Integer wanted,
        Integer known,
        Integer shown,
        String now,
        boolean differs,
        List<Step> events) {
    public record OfColour(String color, List<SizeHistory> sizes) {}

    /**
     * One event. A run that changes a size has two: the sheet, and the request that arrived.
     *
     * @param run null for what a check of the store found
     * @param job of the run; null if retention has deleted the run
     * @param by who asked for the run; null if that is unknown
     * @param cause as {@code why --json} names it
     * @param before null if there was nothing, or nothing was known
     * @param after null if nothing was sent
     * @param row of the sheet; null if there is none
     * @param request which of the run's requests brought it, from 1; null if none did
     * @param message the event in a sentence; null for a request that the sentence of the sheet
     *     includes
     */
    public record Step(
            Instant at,
            String run,
            String job,
            String by,
            String cause,
            Integer before,
            Integer after,
            String file,
            String sheet,
            Integer row,
            String column,
            Integer request,
            String message) {
        /** What a check of the store found. */
        Step(Instant at, Integer before, Integer after, String message) {
            this(
                    at,
                    null,
                    null,
                    null,
                    "elsewhere",
                    before,
                    after,
                    null,
                    null,
                    null,
                    null,
                    null,
                    message);
        }

        public String jobAndCaller() {
            if (run == null) {
                return "check of the store";
            }
            String what = job == null ? "run " + run : job;
            return by == null ? what : "%s (%s)".formatted(what, by);
        }
    }

    public List<Step> withMessage() {
        return events.stream().filter(step -> step.message() != null).toList();
    }
}
