package dev.stockload.ledger;

import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SheetNaming;
import dev.stockload.book.rules.SheetNaming.SheetProduct;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds runs with named colours, for tests of later steps. */
final class NamedColours {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");
    private static final Size SIZE = new Size(36, 36);

    private NamedColours() {}

    /** The process of a run has the lock of its account. */
    static void hold(Ledger ledger, Run run) {
        ledger.database()
                .put(
                        "update pace set holder = :owner where account = :account",
                        "insert into pace (account, holder) values (:account, :owner)",
                        row -> row.param("account", run.account()).param("owner", run.owner()));
    }

    /**
     * Names colours with one size, each for every product.
     *
     * @param count in total
     */
    static void name(Ledger ledger, Run run, List<Integer> products, int each, int count) {
        ledger.settlement(ledger.book(run.account()))
                .name(
                        run,
                        NIGHT,
                        naming -> {
                            SheetNaming rules =
                                    new SheetNaming(
                                            run.view(),
                                            naming.book(),
                                            new SheetNaming.Unreadable(false, false));
                            List<RunColour> colours = new ArrayList<>();
                            Map<Integer, ProductEntry> entries = naming.book().products(products);
                            for (int product : products) {
                                Map<String, Map<Size, Stock>> rows = new HashMap<>();
                                for (int i = (product - 1) * each;
                                        i < Math.min(count, product * each);
                                        i++) {
                                    rows.put("c" + i, Map.of(SIZE, new Stock(i, null)));
                                    colours.add(
                                            new RunColour(
                                                    0,
                                                    ColourState.READY,
                                                    product,
                                                    "c" + i,
                                                    "c" + i,
                                                    new int[] {i, i + 1},
                                                    0,
                                                    1));
                                }
                                ProductEntry entry = entries.get(product);
                                rules.name(
                                        entry,
                                        new SheetProduct(rows, Set.of(), false, false, false),
                                        false,
                                        naming.changes(size -> SheetRow.NONE));
                                naming.named(entry);
                            }
                            return new Settlement.Settled(
                                    colours,
                                    List.of(),
                                    List.of(),
                                    Tally.NONE.plus(
                                            ColourState.READY, colours.size(), 2 * colours.size()));
                        });
    }
}
