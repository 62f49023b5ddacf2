package dev.stockload.imports.change;

import dev.stockload.imports.read.StockDiff;
import dev.stockload.problem.Problem;

import java.util.List;
import java.util.Optional;

/**
 * What an import would change, and what was found by reading its sheet and asking the service.
 *
 * @param warning what else people should know of it, in sentences
 * @param objection why the brake would stop it
 * @param alreadyImported the run that has imported the same file, if nothing would be sent, with a
 *     note if it was undone
 * @param rejected how many rows are rejected or held
 */
public record ImportPreview(
        StockDiff diff,
        Optional<String> warning,
        Optional<String> objection,
        Optional<String> alreadyImported,
        int rejected,
        Iterable<Problem> problems,
        List<Problem> warnings) {}
