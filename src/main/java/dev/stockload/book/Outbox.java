package dev.stockload.book;

import static dev.stockload.stock.ColourState.IN_DOUBT;
import static dev.stockload.stock.ColourState.READY;
import static dev.stockload.stock.ColourState.REJECTED;
import static dev.stockload.stock.ColourState.SENDING;
import static dev.stockload.stock.ColourState.SENT;

import dev.stockload.book.Requests.Request;
import dev.stockload.book.SentColour.Fate;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunFacts;
import dev.stockload.book.rules.Sending;
import dev.stockload.database.Database;
import dev.stockload.merchant.Outcome;
import dev.stockload.runs.Run;
import dev.stockload.runs.Runs;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Requests to the service. An intent is on disk before its request leaves. The outcome, the book
 * and the states of the colours change in one transaction, so no request can be sent and forgotten.
 */
public record Outbox(Database database, Runs runs, Requests requests, RunColours colours) {
    /** A colour of a run that is about to be sent, under this name. */
    public record Outgoing(RunColour colour, String name, SortedMap<Size, Stock> values) {
        public int product() {
            return colour.product();
        }

        public Colour content() {
            return new Colour(colour.product(), name, values);
        }
    }

    /** Stores the intent to send these colours; when this returns, it survives a power cut. */
    public Request begin(
            Run run, List<Outgoing> leaving, String body, int attempt, Instant at, Duration doubt) {
        Request request =
                database.inTransaction(
                        () -> {
                            runs.expectOwner(run);
                            long recent = requests.recent(run.account(), at, doubt);
                            Request noted = note(run, leaving, recent);
                            requests.begin(noted, body, attempt, at);
                            List<RunColour> sending =
                                    leaving.stream().map(Outgoing::colour).toList();
                            colours.move(run.id(), sending, READY, SENDING);
                            runs.tally(run.id(), runs.get(run.id()).tally(), 1);
                            return noted;
                        });
        database.sync();
        return request;
    }

    /** A request with its values and what was there before; they are in doubt now (rule 8). */
    private Request note(Run run, List<Outgoing> leaving, long recent) {
        Book book = new Book(database, runs, run.account()).recent(recent);
        SortedMap<Integer, ProductEntry> products =
                book.products(leaving.stream().map(Outgoing::product).toList());
        long number = database.nextNumber();
        List<SentColour> sent = new ArrayList<>(leaving.size());
        for (Outgoing outgoing : leaving) {
            ProductEntry product = products.get(outgoing.product());
            String key = outgoing.colour().key();
            ColourEntry colour = product.colours().get(key);
            colour.name(outgoing.name());
            sent.add(
                    new SentColour(
                            outgoing.colour().position(),
                            outgoing.product(),
                            outgoing.name(),
                            Sending.begin(key, colour, outgoing.values(), number, book),
                            product.strangers(),
                            Fate.OPEN));
        }
        book.save(products.values());
        return new Request(run.account(), number, run.id(), sent, null, Duration.ZERO);
    }

    /**
     * Stores how a request ended.
     *
     * @param fate open if the outcome is unknown, or the service may have applied a part before it
     *     refused; not sent if it has certainly applied nothing
     */
    public void answered(
            Run run, Request request, Outcome.Kind outcome, String words, Instant at, Fate fate) {
        database.inTransaction(
                () -> {
                    requests.answered(request, outcome, words, at);
                    Map<Integer, RunColour> moved = places(request);
                    colours.move(
                            run.id(),
                            moved.values(),
                            SENDING,
                            fate == Fate.OPEN ? IN_DOUBT : fate == Fate.ACCEPTED ? SENT : READY);
                    if (outcome == Outcome.Kind.UNREACHED) {
                        runs.tally(run.id(), runs.get(run.id()).tally(), -1);
                    }
                    if (fate != Fate.OPEN) {
                        Map<Integer, Fate> fates = new HashMap<>();
                        moved.keySet().forEach(place -> fates.put(place, fate));
                        write(run, request, moved, fates, at);
                    }
                    if (outcome == Outcome.Kind.UNREACHED || outcome == Outcome.Kind.POSTPONED) {
                        neverTaken(run, request);
                    }
                });
    }

    private void neverTaken(Run run, Request request) {
        Book book = new Book(database, runs, run.account());
        SortedMap<Integer, ProductEntry> products =
                book.products(request.colours().stream().map(SentColour::product).toList());
        for (SentColour sent : request.colours()) {
            ProductEntry product = products.get(sent.product());
            Sending.neverTaken(product.colours().get(sent.key()), sent.sent());
        }
        book.save(products.values());
    }

    /** The colours of a request as its run has them, by position. */
    private Map<Integer, RunColour> places(Request request) {
        return colours.at(
                request.run(),
                request.colours().stream().map(SentColour::position).collect(Collectors.toSet()));
    }

    /** Stores what became of colours in doubt; fates are by their positions in the run. */
    public void cleared(Run run, Request request, Map<Integer, Fate> fates, Instant at) {
        database.inTransaction(
                () -> {
                    runs.expectOwner(run);
                    Map<Integer, RunColour> all = places(request);
                    Request now = requests.now(request);
                    fates.forEach(
                            (place, fate) -> {
                                RunColour colour = all.get(place);
                                if (colour.state() == IN_DOUBT || colour.state() == SENDING) {
                                    colours.move(
                                            run.id(),
                                            List.of(colour),
                                            colour.state(),
                                            fate.hasArrived() ? SENT : READY);
                                }
                            });
                    write(run, now, all, fates, at);
                });
    }

    private void write(
            Run run,
            Request request,
            Map<Integer, RunColour> settled,
            Map<Integer, Fate> fates,
            Instant at) {
        Book book = new Book(database, runs, run.account());
        List<Integer> ids = request.colours().stream().map(SentColour::product).toList();
        SortedMap<Integer, ProductEntry> products = book.products(ids);
        BookHistory history = new BookHistory(database);
        BookHistory.Block block = history.begin();
        List<SentColour> after = new ArrayList<>();
        int zeroed = 0;
        Map<Long, Integer> newer = new TreeMap<>();
        for (ProductEntry product : products.values()) {
            for (SentColour sent : request.of(product.id())) {
                Fate fate = fates.getOrDefault(sent.position(), sent.fate());
                after.add(sent.with(fate));
                if (fates.containsKey(sent.position()) && fate != Fate.ENDED) {
                    ColourEntry colour = product.colours().get(sent.key());
                    if (fate.hasArrived()) {
                        zeroed += Sending.zeros(colour, sent.sent(), run.number());
                        int sizes = settled.get(sent.position()).sizes();
                        Sending.leftToNewer(colour, sizes, sent.sent().values(), run.view(), book)
                                .forEach((by, count) -> newer.merge(by, count, Integer::sum));
                    }
                    Sending.verdict(
                            colour,
                            sent.sent(),
                            new Sending.RequestOutcome(run.number(), fate.cause()),
                            request.number(),
                            block.changes(place -> 0));
                }
            }
            block.end(product);
        }
        history.add(run, request.number(), block, at);
        book.save(products.values());
        requests.update(request, after);
        colours.leftToNewer(run.id(), newer);
        if (zeroed > 0) {
            runs.tally(run.id(), runs.get(run.id()).tally().zeroed(zeroed), 0);
        }
    }

    /** Ends an unfinished run; stock that it left in doubt becomes unknown (rule 12). */
    public void expire(Run run) {
        endDoubts(run);
        runs.standing(run.id(), RunFacts.Standing.EXPIRED);
    }

    /** What a run left in doubt is unknown from now on, since nobody can find out any more. */
    public void endDoubts(Run run) {
        Book book = new Book(database, runs, run.account());
        for (Request request : requests.openOf(run)) {
            List<Integer> ids = request.open().stream().map(SentColour::product).toList();
            SortedMap<Integer, ProductEntry> products = book.products(ids);
            for (SentColour sent : request.open()) {
                Sending.forget(
                        products.get(sent.product()).colours().get(sent.key()),
                        sent.sent(),
                        request.number(),
                        run.number());
            }
            book.save(products.values());
            requests.update(
                    request,
                    request.colours().stream()
                            .map(sent -> sent.isOpen() ? sent.with(Fate.ENDED) : sent)
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
                        requests.answered(
                                request,
                                Outcome.Kind.IN_DOUBT,
                                "the program ended before the answer",
                                at);
                    }
                    requests.measured(open, longest.negated());
                    List<RunColour> sending = colours.in(run.id(), SENDING);
                    colours.move(run.id(), sending, SENDING, IN_DOUBT);
                    return !open.isEmpty() || !sending.isEmpty();
                });
    }

    /** The service rejected this colour by itself. */
    public void rejected(String run, RunColour colour, RowsProblem problem) {
        database.inTransaction(
                () -> {
                    colours.move(run, List.of(colour), READY, REJECTED);
                    new ProblemTable(database)
                            .add(run, ProblemTable.Part.SERVICE, List.of(problem));
                });
    }
}
