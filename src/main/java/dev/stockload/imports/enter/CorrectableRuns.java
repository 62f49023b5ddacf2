package dev.stockload.imports.enter;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.SheetOrder;
import dev.stockload.stock.Refusal;

import java.util.List;
import java.util.Optional;

/** Which runs can be corrected: imported again with their sheet read otherwise (rule 11). */
public record CorrectableRuns(Ledger ledger) {
    /** The newest run over the sheet of a run; throws if that can no longer be corrected. */
    Run newest(String id, String content) {
        Run run = ledger.runs().require(id);
        if (!run.content().equals(content)) {
            throw Refusal.impossible(
                    "Run %s imported another sheet, so it is not corrected by this one"
                            .formatted(id));
        }
        obstacle(run)
                .ifPresent(
                        why -> {
                            throw Refusal.impossible(why);
                        });
        List<Run> runs = order().ofSamePlace(run);
        return runs.get(runs.size() - 1);
    }

    private SheetOrder order() {
        return new SheetOrder(ledger.runs());
    }

    /** Why a run can no longer be corrected; empty if it can. */
    public Optional<String> obstacle(Run run) {
        Optional<Run> newer = order().ofNewerSheet(run);
        if (newer.isPresent()) {
            return Optional.of(
                    "A newer sheet of %s was imported on %s by run %s, so run %s can no longer be corrected"
                            .formatted(
                                    run.job(),
                                    TimeWords.minute(newer.get().startedAt()),
                                    newer.get().id(),
                                    run.id()));
        }
        return order().hasColours(run)
                ? Optional.empty()
                : Optional.of(
                        "Run %s can no longer be corrected: it is older than a month, or from before a backup was restored"
                                .formatted(run.id()));
    }
}
