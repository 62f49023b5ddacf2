package dev.stockload.imports.read;

import dev.stockload.imports.read.StockDiff.Base;
import dev.stockload.imports.read.StockDiff.Change;
import dev.stockload.imports.read.StockDiff.DiffTotals;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/**
 * The short form of a diff: its totals and the largest changes.
 *
 * @param size how many sizes would change
 * @param sending how many colours would be sent, whether their stock changes or not
 * @param first the changes with the largest losses
 * @param fingerprint equal for diffs that show the same
 */
public record DiffSummary(
        Base base,
        DiffTotals totals,
        int size,
        int sending,
        List<Change> first,
        String fingerprint) {
    public static DiffSummary read(String json) {
        return JsonMapper.shared().readValue(json, DiffSummary.class);
    }

    public String json() {
        return JsonMapper.shared().writeValueAsString(this);
    }
}
