package dev.stockload.book;

import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SENDING;
import static dev.stockload.stock.ColourState.SENT;

import dev.stockload.book.BookHistory.SheetRow;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.StockChanges;
import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Standing;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Requests to the service. An intent is on disk before its request leaves. The outcome, the book
 * and the states of the colours change in one transaction, so no request can be sent and forgotten.
 * Until then the book does not know of the request: where its process has died, whoever takes the
 * run over enters it as a doubt.
 */
public record Outbox(
        Database database, Runs runs, Book book, Requests requests, RunColours colours) {
    /**
     * What is to be sent, with its products as they were read since the account's lock was taken,
     * changed by what a look at them saw, and with the colours of its run by position.
     */
    public record ToSend(
            List<SentColour> colours,
            SortedMap<Integer, ProductEntry> products,
            Map<Integer, RunColour> ofRun) {}

    /**
     * A request on its way, with its products, the colours of its run and the run with its balance
     * as they are stored: nobody else changes them before its outcome is stored.
     *
     * @param paced how long it has waited for the pace
     */
    public record Leaving(Request request, ToSend sending, Run run, Duration paced) {}

    /** These colours with their products and the colours of their run as they are stored. */
    public ToSend stored(Run run, List<SentColour> sending) {
        return new ToSend(sending, products(sending, book), colours.at(run.id(), sending));
    }

    /** Stores the intent to send these colours; when this returns, it survives a power cut. */
    public Leaving begin(Run run, ToSend sending, int attempt, Instant at, Duration doubt) {
        Leaving leaving =
                database.inTransaction(
                        () -> {
                            Run now = runs.expectOwner(run);
                            Requests.Last last = requests.last(run.account(), at, doubt);
                            Request intended = intent(run, sending, last.recent());
                            requests.begin(intended, attempt, at);
                            Collection<RunColour> moved = sending.ofRun().values();
                            Tally tally =
                                    colours.move(run.id(), now.tally(), moved, READY, SENDING);
                            runs.tally(run.id(), tally, 1);
                            return new Leaving(
                                    intended,
                                    sending,
                                    now.with(tally, now.requests() + 1),
                                    Requests.paced(last.answer(), at));
                        });
        database.sync();
        return leaving;
    }

    /** A request with its values and what was there before (rule 8). */
    private Request intent(Run run, ToSend sending, long recent) {
        Book now = book.recent(recent);
        long number = database.nextNumber();
        SortedMap<Integer, ProductEntry> products = sending.products();
        List<SentColour> sent =
                sending.colours().stream()
                        .map(each -> each.begin(products.get(each.product()), number, now))
                        .toList();
        return new Request(run.account(), number, run.id(), sent, null, Duration.ZERO);
    }

    /**
     * Stores how a request ended; returns its run with the balance after it.
     *
     * @param result open if the outcome is unknown, or the service may have applied a part before
     *     it refused; not sent if it has certainly applied nothing
     */
    public Run answered(
            Run run,
            Leaving sent,
            Outcome.Kind outcome,
            String words,
            Instant at,
            DeliveryResult result) {
        boolean isUnreached = outcome == Outcome.Kind.UNREACHED;
        ColourState now =
                result == DeliveryResult.OPEN
                        ? IN_DOUBT
                        : result == DeliveryResult.ACCEPTED ? SENT : READY;
        List<SentColour> after =
                sent.request().colours().stream().map(each -> each.with(result)).toList();
        return database.inTransaction(
                () -> {
                    requests.answered(sent.request(), result, outcome, words, at, sent.paced());
                    if (result == DeliveryResult.NOT_SENT) {
                        requests.update(sent.request(), after);
                    }
                    Collection<RunColour> moved = sent.sending().ofRun().values();
                    Tally tally = colours.move(run.id(), sent.run().tally(), moved, SENDING, now);
                    // One that never reached the service, or was put off, makes no list look late.
                    if (!isUnreached && outcome != Outcome.Kind.POSTPONED) {
                        doubt(sent.request(), sent.sending().products());
                    }
                    List<SentColour> decided = result == DeliveryResult.OPEN ? List.of() : after;
                    tally = applyOutcome(run, sent, tally, decided, sent.request().number(), at);
                    int unsent = isUnreached ? 1 : 0;
                    runs.tally(run.id(), tally, -unsent);
                    return sent.run().with(tally, sent.run().requests() - unsent);
                });
    }

    private static void doubt(Request request, SortedMap<Integer, ProductEntry> products) {
        request.open().forEach(sent -> sent.doubt(products.get(sent.product())));
    }

    private static SortedMap<Integer, ProductEntry> products(
            Collection<SentColour> colours, Book book) {
        return book.products(colours.stream().map(SentColour::product).toList());
    }

    private static ColourEntry entry(SentColour colour, SortedMap<Integer, ProductEntry> products) {
        return products.get(colour.product()).colours().get(colour.key());
    }

    /** Stores what became of colours in doubt; the results are by their positions in the run. */
    public void cleared(
            Run run, Request request, Map<Integer, DeliveryResult> results, Instant at) {
        database.inTransaction(
                () -> {
                    Tally tally = runs.expectOwner(run).tally();
                    Request now = requests.now(request);
                    ToSend sent = stored(run, now.colours());
                    for (int place : results.keySet()) {
                        RunColour colour = sent.ofRun().get(place);
                        if (colour.state() == IN_DOUBT || colour.state() == SENDING) {
                            ColourState to = results.get(place).hasArrived() ? SENT : READY;
                            List<RunColour> moved = List.of(colour);
                            tally = colours.move(run.id(), tally, moved, colour.state(), to);
                        }
                    }
                    Leaving left = new Leaving(now, sent, run, Duration.ZERO);
                    List<SentColour> after = now.after(results);
                    List<SentColour> decided =
                            after.stream()
                                    .filter(each -> results.containsKey(each.position()))
                                    .filter(each -> each.result() != DeliveryResult.ENDED)
                                    .toList();
                    tally = applyOutcome(run, left, tally, decided, database.nextNumber(), at);
                    requests.update(now, after);
                    runs.tally(run.id(), tally, 0);
                });
    }

    /** Returns the balance after these colours were decided, in a new block of the history. */
    private Tally applyOutcome(
            Run run,
            Leaving left,
            Tally before,
            List<SentColour> decided,
            long number,
            Instant at) {
        BookHistory history = new BookHistory(database);
        SendRules sending = new SendRules(run.view(), book);
        BookHistory.Block block = history.begin(number);
        Map<Integer, List<SentColour>> byProduct =
                decided.stream().collect(Collectors.groupingBy(SentColour::product));
        int zeroed = 0;
        Map<Long, Integer> newer = new TreeMap<>();
        for (ProductEntry product : left.sending().products().values()) {
            for (SentColour sent : byProduct.getOrDefault(product.id(), List.of())) {
                ColourEntry colour = product.colours().get(sent.key());
                if (sent.result().hasArrived()) {
                    zeroed += sent.zeros(colour, run.number());
                    int sizes = left.sending().ofRun().get(sent.position()).sizes();
                    sending.leftToNewer(colour, sizes, sent.sizes().keySet())
                            .forEach((by, count) -> newer.merge(by, count, Integer::sum));
                }
                sent.enterResult(colour, run.number(), block.changes(size -> SheetRow.NONE));
            }
            block.end(product);
        }
        history.add(run, left.request().number(), block, at);
        book.save(left.sending().products().values());
        return before.leftToNewer(newer).zeroed(zeroed);
    }

    /** Ends an unfinished run; stock that it left in doubt becomes unknown (rule 12). */
    public void expire(Run run) {
        endDoubts(run);
        runs.standing(run.id(), Standing.EXPIRED);
    }

    /** What a run left in doubt is unknown from now on, since nobody can find out any more. */
    public void endDoubts(Run run) {
        for (Request request : requests.openOf(run)) {
            SortedMap<Integer, ProductEntry> products = products(request.open(), book);
            if (request.outcome() == null) {
                doubt(request, products);
            }
            for (SentColour sent : request.open()) {
                sent.with(DeliveryResult.ENDED)
                        .enterResult(entry(sent, products), run.number(), StockChanges.NOWHERE);
            }
            book.save(products.values());
            requests.update(
                    request,
                    request.colours().stream()
                            .map(sent -> sent.isOpen() ? sent.with(DeliveryResult.ENDED) : sent)
                            .toList());
        }
    }

    /**
     * Puts requests in doubt that were in flight when their process ended or storage failed.
     *
     * @param longest how long such a request may still be in flight
     */
    public boolean recover(Run run, Duration longest, Instant at) {
        return database.inTransaction(
                () -> {
                    List<Request> open =
                            requests.openOf(run).stream()
                                    .filter(request -> request.outcome() == null)
                                    .toList();
                    for (Request request : open) {
                        SortedMap<Integer, ProductEntry> products = products(request.open(), book);
                        doubt(request, products);
                        book.save(products.values());
                        requests.answered(
                                request,
                                DeliveryResult.OPEN,
                                Outcome.Kind.IN_DOUBT,
                                "the program ended before the answer",
                                at,
                                Duration.ZERO);
                    }
                    requests.measured(open, longest.negated());
                    List<RunColour> sending = colours.in(run.id(), SENDING);
                    if (!sending.isEmpty()) {
                        runs.tally(
                                run.id(),
                                tally -> colours.move(run.id(), tally, sending, SENDING, IN_DOUBT),
                                0);
                    }
                    return !open.isEmpty() || !sending.isEmpty();
                });
    }

    /** The service rejected this colour by itself. */
    public void rejected(String run, RunColour colour, RowsProblem problem) {
        database.inTransaction(
                () -> {
                    List<RunColour> moved = List.of(colour);
                    runs.tally(run, tally -> colours.move(run, tally, moved, READY, REJECTED), 0);
                    new ProblemTable(database)
                            .add(run, ProblemTable.Part.SERVICE, List.of(problem));
                });
    }
}
