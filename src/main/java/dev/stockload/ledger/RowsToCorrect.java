package dev.stockload.ledger;

import dev.stockload.book.RunColour;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts.Standing;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.SheetOrder;
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
import java.util.stream.Stream;

/**
 * Which rows of finished runs are still to correct: those of colours that no run has sent since,
 * unless a newer sheet of the job decides.
 */
public record RowsToCorrect(Ledger ledger) {
    /**
     * What became of the bad colours of a run.
     *
     * @param open those that nobody has sent since
     * @param senders the runs that have sent others
     */
    private record Since(List<RunColour> open, Set<Run> senders) {}

    /** The run, where rows that are in order by now are to correct no more. */
    public Run seen(Run run) {
        int all = run.tally().rowsToCorrect();
        int held = run.tally().rows(ColourState.HELD);
        if (run.rowsToCorrect() == 0 || run.state() != RunState.COMPLETED) {
            return run;
        }
        List<RunColour> bad = bad(run);
        SheetOrder order = new SheetOrder(ledger.runs());
        // Once its colours are deleted, nobody can know any more, nor correct it.
        if (order.ofLaterSheet(run).isPresent() || bad.isEmpty() && !order.hasColours(run)) {
            return run.inOrder(all, held, null);
        }
        Optional<Run> rejects = importOfRejects(run, order);
        if (rejects.isPresent()) {
            return run.inOrder(all, held, rejects.get().id());
        }
        Since since = since(run, bad);
        int open = rows(since.open) + all - rows(bad);
        Optional<Run> last =
                since.senders.stream()
                        .filter(sender -> open == 0)
                        .max(Comparator.comparing(Run::number));
        return run.inOrder(
                rows(bad) - rows(since.open),
                held(bad) - held(since.open),
                last.map(Run::id).orElse(null));
    }

    /** The colours of a run that are not sent, and were not since. */
    public List<RunColour> colours(Run run) {
        return seen(run).rowsToCorrect() == 0 ? List.of() : since(run, bad(run)).open;
    }

    private List<RunColour> bad(Run run) {
        return Stream.of(ColourState.HELD, ColourState.REJECTED)
                .flatMap(state -> ledger.colours().in(run.id(), state).stream())
                .toList();
    }

    private static int rows(List<RunColour> colours) {
        return colours.stream().mapToInt(each -> each.rows().length + each.badRows()).sum();
    }

    private static int held(List<RunColour> colours) {
        return colours.stream()
                .filter(each -> each.state() == ColourState.HELD)
                .mapToInt(each -> each.rows().length)
                .sum();
    }

    private Since since(Run run, List<RunColour> bad) {
        Since since = new Since(new ArrayList<>(), new HashSet<>());
        Map<Integer, ProductEntry> products =
                ledger.book(run.account()).products(bad.stream().map(RunColour::product).toList());
        // Many colours, few runs that have sent them.
        Map<Long, Optional<Run>> runs = new HashMap<>();
        for (RunColour each : bad) {
            ColourEntry colour = products.get(each.product()).colours().get(each.key());
            List<Run> senders =
                    colour == null
                            ? List.of()
                            : colour.sentSince(run.number()).stream()
                                    .map(sent -> runs.computeIfAbsent(sent, of(run.account())))
                                    .flatMap(Optional::stream)
                                    .toList();
            since.senders.addAll(senders);
            if (senders.isEmpty()) {
                since.open.add(each);
            }
        }
        return since;
    }

    /** The last run over all rows of the rejects file: a person may have written them otherwise. */
    private static Optional<Run> importOfRejects(Run run, SheetOrder order) {
        return order.ofSheetNamed(run)
                .filter(RowsToCorrect::counts)
                .filter(each -> each.tally().rows() >= run.tally().rowsToCorrect());
    }

    /** The runs of an account that count, by their numbers. */
    private Function<Long, Optional<Run>> of(String account) {
        return number -> ledger.runs().find(account, number).filter(RowsToCorrect::counts);
    }

    /** An undo names what was there before, as no sheet has it. */
    private static boolean counts(Run run) {
        return run.hasSheet() && run.standing() != Standing.UNDONE;
    }
}
