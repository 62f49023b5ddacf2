package dev.stockload.ledger;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SheetRows;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A process that commits intents and outcomes for two accounts until it is killed, and says of each
 * that it is committed: what it said must be in the ledger that is opened next.
 */
final class CommittingProcess {
    private static final int COLOURS = 900;
    private static final int IN_A_REQUEST = 300;

    private final Ledger ledger;

    private CommittingProcess(Ledger ledger) {
        this.ledger = ledger;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Ledger ledger = Ledger.open(LedgerAddress.inFolder(Path.of(arguments[0])));
        List<Thread> accounts = new ArrayList<>();
        for (String account : List.of("one", "two")) {
            Thread thread = new Thread(() -> new CommittingProcess(ledger).send(account), account);
            thread.start();
            accounts.add(thread);
        }
        for (Thread thread : accounts) {
            thread.join();
        }
    }

    private void send(String account) {
        Instant at = Instant.parse("2026-11-15T01:30:00Z");
        Run run = run(account, at);
        while (true) {
            List<LedgerColour> ready = ledger.colours().in(run.id(), ColourState.READY);
            for (int from = 0; from < ready.size(); from += IN_A_REQUEST) {
                Outbox.Intent intent =
                        ledger.outbox()
                                .begin(
                                        run,
                                        ready.subList(from, from + IN_A_REQUEST),
                                        "b".repeat(64),
                                        1,
                                        at);
                said("intent", intent.id());
                ledger.outbox().notSent(intent, RequestOutcome.POSTPONED, "busy", at);
                said("outcome", intent.id());
                ledger.accountLocks()
                        .createEnded(
                                account,
                                new AccountLocks.LastCreate(at, MachineTime.real().uptime()));
            }
        }
    }

    private Run run(String account, Instant at) {
        Run run =
                Run.begun(
                        new RunIdentity(
                                account + " " + ledger.runList().size() + " " + System.nanoTime(),
                                "nightly",
                                account,
                                Long.toHexString(System.nanoTime()).repeat(64).substring(0, 64),
                                1),
                        RunInput.unread("stock.csv", "{}", "all"),
                        at,
                        "here");
        ledger.runs().add(run);
        said("run", run.id());
        PackedSizes sizes =
                PackedSizes.of(List.of(new SizeStock(new Size(36, 36), 3, "6901234567892")));
        List<StagedColour> staged =
                IntStream.range(0, COLOURS)
                        .mapToObj(
                                i ->
                                        new StagedColour(
                                                ColourState.READY,
                                                new ProductRef(1 + i, null),
                                                "c" + i,
                                                sizes,
                                                new int[] {i}))
                        .toList();
        List<LedgerColour> settled =
                IntStream.range(0, COLOURS)
                        .mapToObj(
                                i ->
                                        new LedgerColour(
                                                i,
                                                ColourState.READY,
                                                1 + i,
                                                "c" + i,
                                                sizes,
                                                new int[] {i},
                                                new int[] {i}))
                        .toList();
        Tally tally = Tally.NONE.plus(ColourState.READY, COLOURS, COLOURS);
        ledger.staging()
                .stage(
                        run,
                        staged,
                        new Staging.Found(List.of(), List.of(), SheetRows.ONE),
                        "",
                        tally);
        ledger.staging()
                .settle(run, new Staging.Settled(settled, List.of(), List.of(), List.of(), tally));
        return run;
    }

    private static synchronized void said(String what, String id) {
        System.out.println(what + " " + id);
        System.out.flush();
    }
}
