package dev.stockload.imports.change;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.time.Instant;
import java.util.List;

/**
 * What happened to one size, newest first, and how it stands.
 *
 * @param wanted the pieces that the newest sheet wants; null where no sheet has named it
 * @param known the pieces that the service last took from us; null where nobody knows
 * @param shown the pieces that the service shows now; null where it does not have it
 * @param now what the service shows now, and what that means, in a sentence
 * @param differs whether the service shows something else than the newest sheet wants
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SizeHistory(
        String color,
        String size,
        Integer wanted,
        Integer known,
        Integer shown,
        String now,
        boolean differs,
        List<Step> history) {
    /**
     * One thing that happened.
     *
     * @param job of the run; null where retention has removed the run
     * @param before null where there was nothing, or nothing was known
     * @param after null where nothing was sent
     * @param row of the sheet; null where there is none
     * @param request which of the run's requests brought it, from 1; null where none did
     * @param acceptedAt when the service took it; null where it did not, or nobody knows
     * @param sentence the same for people
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Step(
            Instant at,
            String run,
            String job,
            Integer before,
            Integer after,
            String file,
            String sheet,
            Integer row,
            String column,
            Integer request,
            Integer requests,
            Instant acceptedAt,
            String sentence) {}
}
