package dev.stockload.ledger;

import dev.stockload.book.Outbox;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.Work;
import dev.stockload.database.LedgerAddress;
import dev.stockload.merchant.Outcome;
import dev.stockload.process.Time;
import dev.stockload.runs.Run;
import dev.stockload.service.NextCreate;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A process that commits intents and outcomes for two accounts until it is killed, and prints each
 * commit: everything printed must be in the ledger when it is opened next.
 */
final class CommittingProcess {
    private static final int COLOURS = 900;
    private static final int IN_A_REQUEST = 300;

    private static final SortedMap<Size, Stock> VALUES =
            new TreeMap<>(Map.of(new Size(36, 36), new Stock(3, null)));

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
            List<RunColour> ready = ledger.colours().in(run.id(), ColourState.READY);
            for (int from = 0; from < ready.size(); from += IN_A_REQUEST) {
                List<SentColour> leaving =
                        ready.subList(from, from + IN_A_REQUEST).stream()
                                .map(
                                        each ->
                                                SentColour.toSend(
                                                        each.position(),
                                                        each.product(),
                                                        each.key(),
                                                        each.name(),
                                                        VALUES))
                                .toList();
                Outbox.Leaving request =
                        ledger.outbox(ledger.book(account))
                                .begin(
                                        run,
                                        ledger.outbox(ledger.book(account)).stored(run, leaving),
                                        1,
                                        at,
                                        java.time.Duration.ZERO);
                said("intent", account + " " + request.request().number());
                ledger.outbox(ledger.book(account))
                        .answered(
                                run,
                                request,
                                Outcome.Kind.POSTPONED,
                                "busy",
                                at,
                                DeliveryResult.NOT_SENT);
                said("outcome", account + " " + request.request().number());
                new NextCreate(ledger, Time.real()).postponed(account, Duration.ofSeconds(1));
            }
        }
    }

    private Run run(String account, Instant at) {
        Run run =
                Run.begun(
                        new Run.Identity(
                                account + " " + ledger.runs().size("") + " " + System.nanoTime(),
                                "nightly",
                                account,
                                Long.toHexString(System.nanoTime()).repeat(64).substring(0, 64),
                                ledger.runs().nextNumber(account)),
                        Run.Input.unread("stock.csv", "{}", Work.ALL),
                        at,
                        "here");
        ledger.runs().add(run);
        said("run", run.id());
        Run added = ledger.runs().get(run.id());
        NamedColours.hold(ledger, added);
        NamedColours.name(
                ledger, added, IntStream.rangeClosed(1, COLOURS).boxed().toList(), 1, COLOURS);
        return added;
    }

    private static synchronized void said(String what, String id) {
        System.out.println(what + " " + id);
        System.out.flush();
    }
}
