package dev.stockload.imports;

import dev.stockload.compare.KnownColours;
import dev.stockload.compare.SeenSpellings;
import dev.stockload.compare.UndoDecision;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RowsProblem;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.sheet.TableFile;
import dev.stockload.stock.Count;
import dev.stockload.stock.ProblemCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells what an undo has done, size by size: by what it saw right before it sent, and by what
 * became of each colour.
 */
final class UndoReport {
    private static final List<String> HEADER =
            List.of("Product ID", "Colour", "Size", "Now", "After", "Result", "Reason");

    private final Ledger ledger;
    private final Path data;

    UndoReport(Ledger ledger, Path data) {
        this.ledger = ledger;
        this.data = data;
    }

    /** Where all sizes of an undo are listed with what became of them. */
    private static Path file(Path data, String run) {
        return RunFolder.of(data, run).path().resolve("undo.csv");
    }

    /** Writes the file and the warning; empty where nothing is known of the undo. */
    Optional<String> write(Run undo) throws IOException {
        String undone = RunOptions.read(undo.options()).undo().run();
        SeenSpellings spellings = new SeenSpellings(ledger.acknowledged().replaced().of(undone));
        Collection<SeenColour> seen = ledger.seen().of(undo.id()).values();
        if (seen.isEmpty() || !spellings.add(seen)) {
            return Optional.empty();
        }
        spellings.know(ledger.acknowledged().of(undo.account(), spellings.products()));
        Map<AcknowledgedStock.Key, ColourState> states = states(undo);
        Map<UndoDecision.Fate, Integer> counts = new EnumMap<>(UndoDecision.Fate.class);
        TableFile.write(
                file(data, undo.id()),
                HEADER,
                target -> {
                    for (SeenColour look : seen) {
                        ColourState state = states.getOrDefault(look.key(), ColourState.UNCHANGED);
                        for (UndoDecision.Line each : spellings.judge(look).lines()) {
                            UndoDecision.Line line = each.in(state);
                            counts.merge(line.fate(), 1, Integer::sum);
                            target.row(cells(look.key(), line));
                        }
                    }
                });
        String said = sentence(undone, counts);
        ledger.problems().say(undo.id(), RowsProblem.ofFile(ProblemCode.RUN_UNDONE, said));
        return Optional.of(said);
    }

    private Map<AcknowledgedStock.Key, ColourState> states(Run undo) {
        Map<AcknowledgedStock.Key, ColourState> states = new HashMap<>();
        ledger.colours()
                .all(undo.id())
                .forEach(colour -> states.put(KnownColours.key(colour), colour.state()));
        return states;
    }

    private static List<Object> cells(AcknowledgedStock.Key key, UndoDecision.Line line) {
        return Arrays.asList(
                key.product(),
                key.colour(),
                line.size().toString(),
                line.now(),
                line.now() == null ? null : line.after(),
                line.fate().toString(),
                line.why());
    }

    private static String sentence(String undone, Map<UndoDecision.Fate, Integer> counts) {
        StringBuilder said =
                new StringBuilder("Undo of run %s: ".formatted(undone))
                        .append(Count.of(count(counts, UndoDecision.Fate.RESTORED), "size"))
                        .append(" restored, ")
                        .append(Count.of(count(counts, UndoDecision.Fate.KEPT)))
                        .append(" kept because of changes since, ")
                        .append(unknown(count(counts, UndoDecision.Fate.UNKNOWN)))
                        .append(Count.of(count(counts, UndoDecision.Fate.ZEROED)))
                        .append(" set to 0");
        Map.of(
                        UndoDecision.Fate.WAITING, " not sent yet",
                        UndoDecision.Fate.IN_DOUBT, " in doubt",
                        UndoDecision.Fate.REFUSED, " refused by the service")
                .entrySet()
                .stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(each -> count(counts, each.getKey()) > 0)
                .forEach(
                        each ->
                                said.append(", ")
                                        .append(Count.of(count(counts, each.getKey())))
                                        .append(each.getValue()));
        return said.toString();
    }

    private static String unknown(int sizes) {
        return sizes == 0
                ? ""
                : "%s kept because %s, ".formatted(Count.of(sizes), UndoDecision.UNKNOWN_BEFORE);
    }

    private static int count(Map<UndoDecision.Fate, Integer> counts, UndoDecision.Fate fate) {
        return counts.getOrDefault(fate, 0);
    }
}
