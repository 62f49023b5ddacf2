package dev.stockload.ledger;

import dev.stockload.book.RunColour;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.runs.Run;
import dev.stockload.runs.SheetOrder;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Which rows of finished runs are still to correct: those of colours that no run has sent since,
 * unless a newer sheet of the job decides.
 */
public record RowsToCorrect(Ledger ledger) {
    /** The run as it is by now, and its bad colours that nobody has sent since. */
    private record Since(Run run, List<RunColour> open) {}

    /** The run, where rows that are in order by now are to correct no more. */
    public Run seen(Run run) {
        Run seen = decidedAsAWhole(run);
        boolean open = seen.rowsToCorrect() > 0 && seen.state() == Run.State.COMPLETED;
        return open && !order().isLast(run) ? since(run).run : seen;
    }

    /** The colours of a run that are not sent, and were not since. */
    public List<RunColour> colours(Run run) {
        return decidedAsAWhole(run).rowsToCorrect() == 0
                ? List.of()
                : order().isLast(run) ? ledger.colours().bad(run.id()) : since(run).open;
    }

    private Run decidedAsAWhole(Run run) {
        if (run.rowsToCorrect() == 0 || run.state() != Run.State.COMPLETED) {
            return run;
        }
        // Once its colours are deleted, nobody can know any more, nor correct it.
        boolean over = order().ofLaterSheet(run).isPresent() || !order().hasColours(run);
        Optional<Run> rejects = over ? Optional.empty() : importOfRejects(run);
        Tally tally = run.tally();
        return over || rejects.isPresent()
                ? corrected(run, rejects, tally.rowsToCorrect(), tally.rows(ColourState.HELD))
                : run;
    }

    private SheetOrder order() {
        return new SheetOrder(ledger.runs());
    }

    private Since since(Run run) {
        List<RunColour> bad = ledger.colours().bad(run.id());
        Map<Integer, ProductEntry> products =
                ledger.book(run.account()).products(bad.stream().map(RunColour::product).toList());
        List<RunColour> open = new ArrayList<>();
        Set<Run> senders = new HashSet<>();
        // Many colours, few runs that have sent them.
        Map<Long, Optional<Run>> runs = new HashMap<>();
        int rows = 0;
        int held = 0;
        for (RunColour each : bad) {
            ColourEntry colour = products.get(each.product()).colours().get(each.key());
            List<Run> sent =
                    colour == null
                            ? List.of()
                            : colour.sentSince(run.number()).stream()
                                    .map(number -> runs.computeIfAbsent(number, of(run.account())))
                                    .flatMap(Optional::stream)
                                    .toList();
            senders.addAll(sent);
            if (sent.isEmpty()) {
                open.add(each);
            } else {
                rows += each.rows().length + each.badRows();
                held += each.state() == ColourState.HELD ? each.rows().length : 0;
            }
        }
        Optional<Run> last =
                rows < run.tally().rowsToCorrect()
                        ? Optional.empty()
                        : senders.stream().max(Comparator.comparing(Run::number));
        return new Since(corrected(run, last, rows, held), open);
    }

    private static Run corrected(Run run, Optional<Run> by, int rows, int held) {
        return run.with(new Run.Correction(by.map(Run::id).orElse(null), rows, held));
    }

    /** The last run over all rows of the rejects file: a person may have written them otherwise. */
    private Optional<Run> importOfRejects(Run run) {
        return order().ofSheetNamed(run)
                .filter(RowsToCorrect::counts)
                .filter(each -> each.tally().rows() >= run.tally().rowsToCorrect());
    }

    /** The runs of an account that count, by their numbers. */
    private Function<Long, Optional<Run>> of(String account) {
        return number -> ledger.runs().find(account, number).filter(RowsToCorrect::counts);
    }

    /** An undo names what was there before, as no sheet has it. */
    private static boolean counts(Run run) {
        return run.hasSheet() && !run.isUndone();
    }
}
