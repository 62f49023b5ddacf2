package dev.stockload.pipeline;

import dev.stockload.batch.Service;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.Time;
import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Acknowledged;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.merchant.StockEntry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks at what the service holds to find out what became of colours in doubt. */
final class ReadBack {
    private final Ledger ledger;
    private final Service service;
    private final Turns turns;
    private final Time time;
    private final StopSignal stop;
    private final Watcher watcher;

    ReadBack(
            Ledger ledger,
            Service service,
            Turns turns,
            Time time,
            StopSignal stop,
            Watcher watcher) {
        this.ledger = ledger;
        this.service = service;
        this.turns = turns;
        this.time = time;
        this.stop = stop;
        this.watcher = watcher;
    }

    /**
     * Marks each colour sent or not sent where the service shows it, and leaves the others in
     * doubt.
     *
     * @return the colours that were not sent
     */
    List<LedgerColour> clear(Run run, List<LedgerColour> doubtful) {
        if (doubtful.isEmpty()) {
            return List.of();
        }
        // A request that we gave up may still be on its way: it gets the time of one turn.
        time.rest(turns.waitBefore(run.account()), stop);
        stop.check();
        Map<Integer, List<LedgerColour>> byProduct =
                doubtful.stream()
                        .collect(
                                Collectors.groupingBy(
                                        LedgerColour::product, TreeMap::new, Collectors.toList()));
        Map<Acknowledged.Key, Acknowledged.Entry> before =
                ledger.acknowledged().of(run.account(), byProduct.keySet());
        List<LedgerColour> notSent = new ArrayList<>();
        int unclear = 0;
        for (Map.Entry<Integer, List<LedgerColour>> product : byProduct.entrySet()) {
            List<StockEntry> entries = service.stock(product.getKey());
            List<LedgerColour> sent = new ArrayList<>();
            List<LedgerColour> missing = new ArrayList<>();
            for (LedgerColour colour : product.getValue()) {
                Acknowledged.Entry last =
                        before.get(new Acknowledged.Key(colour.product(), colour.name()));
                switch (Shown.of(colour, last == null ? null : last.sizes(), entries)) {
                    case SENT -> sent.add(colour);
                    case NOT_SENT -> missing.add(colour);
                    case UNCLEAR -> unclear++;
                }
            }
            ledger.outbox().cleared(run, sent, missing, time.instant());
            notSent.addAll(missing);
        }
        watcher.notice(
                "Read back %d colours in doubt: %d had arrived, %d had not%s"
                        .formatted(
                                doubtful.size(),
                                doubtful.size() - notSent.size() - unclear,
                                notSent.size(),
                                unclear == 0 ? "" : ", " + unclear + " are unclear"));
        return notSent;
    }
}
