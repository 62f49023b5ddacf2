package dev.stockload.imports.send;

import dev.stockload.book.Book;
import dev.stockload.book.Requests;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.rules.Doubt;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.SentColour.SentSize;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.imports.run.RunContext;
import dev.stockload.imports.run.ShownStock;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.ResumeOptions.TakeAs;
import dev.stockload.runs.Run;
import dev.stockload.service.StockListReader;
import dev.stockload.stock.Count;
import dev.stockload.stock.Size;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds out what became of requests of an account whose outcome is unknown, whatever run they
 * belong to: before a run settles, and after a request of its own. A colour counts as sent at once,
 * but as not sent only by a look that began when its request could no longer be applied.
 */
public record ClearDoubtStep(RunContext context, RunTakeover takeover) {
    private static final List<Duration> PAUSES =
            Stream.of(1, 2, 4, 8, 15).map(Duration::ofSeconds).toList();

    /** How often to read stock lists that show nothing new when there is nothing to wait for. */
    private static final int MOST_VAIN_LOOKS = 6;

    private record Open(Run run, Request request, SentColour colour) {
        /** Whether the request can no longer be applied, after this time in this process. */
        boolean isOver(Duration measured, Duration doubt) {
            // A refusal is an answer: only what the service applied before it is unknown.
            return request.outcome() == Outcome.Kind.REFUSED
                    || request.outcome() == Outcome.Kind.MALFORMED
                    || request.age().plus(measured).compareTo(doubt) >= 0;
        }
    }

    /**
     * Clears all doubts of the account; {@code takeAs}, a person's decision (null if none), settles
     * colours of this run that stay in doubt.
     */
    public void clear(TakeAs takeAs) {
        String account = context.run().account();
        awaitLists(account);
        Map<String, Run> ours = new HashMap<>();
        context.ledger().requests().open(account).stream()
                .map(Request::run)
                .distinct()
                .map(context.ledger().runs()::get)
                .flatMap(run -> takeover.adopt(run).stream())
                .forEach(run -> ours.put(run.id(), run));
        // Read again: taking over a run has put its requests in flight in doubt.
        read(
                context.ledger().requests().open(account).stream()
                        .filter(request -> ours.containsKey(request.run()))
                        .flatMap(request -> open(ours.get(request.run()), request))
                        .toList());
        if (takeAs != null) {
            take(takeAs);
        }
    }

    /** What was sent after a backup that was restored may not be shown yet (rule 12). */
    private void awaitLists(String account) {
        Requests requests = context.ledger().requests();
        if (requests.isRestored(account)) {
            Duration doubt = context.doubt();
            context.notice(
                    "A backup was restored: waiting %d s until the service shows what was sent since"
                            .formatted(doubt.toSeconds()));
            context.time().rest(doubt, context.stop());
            context.stop().check();
            requests.endRestore(account);
        }
    }

    private static Stream<Open> open(Run run, Request request) {
        return request.open().stream().map(each -> new Open(run, request, each));
    }

    /** Clears one request of this run; returns the positions of colours certainly not sent. */
    public Set<Integer> clear(Request request) {
        return read(open(context.run(), context.ledger().requests().now(request)).toList());
    }

    private Set<Integer> read(List<Open> doubtful) {
        Map<Open, DeliveryResult> found = new HashMap<>();
        Duration doubt = context.doubt();
        List<Open> open = doubtful;
        long from = context.time().nanos();
        long saved = from;
        int vain = 0;
        for (int look = 0; !open.isEmpty(); look++) {
            StockListReader lists = new StockListReader(context.service());
            List<Open> still = new ArrayList<>();
            found.putAll(readStock(open, lists, from, doubt, still));
            saved = measured(still, saved);
            open = still;
            Duration left = left(open, Duration.ofNanos(saved - from), doubt);
            if (open.isEmpty() || left.isZero() && ++vain == MOST_VAIN_LOOKS) {
                giveUp(open, lists.refusal());
                break;
            }
            if (look == 0) {
                report(open.size(), left);
            }
            Duration pause = PAUSES.get(Math.min(look, PAUSES.size() - 1));
            boolean soonOver = !left.isZero() && left.compareTo(pause) < 0;
            context.time().rest(soonOver ? left : pause, context.stop());
            saved = measured(open, saved);
            context.stop().check();
        }
        if (!doubtful.isEmpty()) {
            report(doubtful.size(), found.values());
        }
        return found.keySet().stream()
                .filter(each -> !found.get(each).hasArrived())
                .map(each -> each.colour().position())
                .collect(Collectors.toSet());
    }

    /** Adds the time since the last save to the age of doubts (rule 15). */
    private long measured(List<Open> open, long since) {
        long now = context.time().nanos();
        context.ledger()
                .requests()
                .measured(
                        open.stream().map(Open::request).collect(Collectors.toSet()),
                        Duration.ofNanos(now - since));
        return now;
    }

    /** Looks once; adds the colours that are still undecided to a list. */
    private Map<Open, DeliveryResult> readStock(
            List<Open> open, StockListReader lists, long from, Duration doubt, List<Open> still) {
        Map<Open, DeliveryResult> all = new HashMap<>();
        Book book = context.book().recent(context.service().recent());
        Map<Integer, List<Open>> byProduct =
                open.stream()
                        .collect(
                                Collectors.groupingBy(
                                        each -> each.colour().product(),
                                        TreeMap::new,
                                        Collectors.toList()));
        byProduct.forEach(
                (id, colours) -> {
                    context.stop().check();
                    Duration began = Duration.ofNanos(context.time().nanos() - from);
                    boolean over = colours.stream().anyMatch(each -> each.isOver(began, doubt));
                    // An empty list means nothing before the time is over.
                    Optional<List<StockEntry>> entries = over ? lists.of(id) : lists.shown(id);
                    if (entries.isEmpty()) {
                        // What is not listed is not shown either: nothing to wait for.
                        if (!over || lists.isListed(id)) {
                            still.addAll(colours);
                        }
                        return;
                    }
                    ProductEntry product = book.product(id);
                    ShownStock shown = ShownStock.record(product, entries.get(), book);
                    book.saveFor(context.run(), List.of(product));
                    for (Open each : colours) {
                        boolean done = each.isOver(began, doubt);
                        Optional<Doubt.Decision> decision = decide(each, product, shown, done);
                        if (decision.isEmpty()) {
                            all.put(each, DeliveryResult.ENDED);
                        } else {
                            switch (decision.get()) {
                                case WAIT -> still.add(each);
                                case SENT -> all.put(each, DeliveryResult.READ_BACK);
                                case NOT_SENT -> all.put(each, DeliveryResult.NOT_SENT);
                                case ASK_A_PERSON -> {}
                            }
                        }
                    }
                });
        write(all);
        return all;
    }

    /** The decision on a colour; empty if a newer naming has ended the doubt. */
    private static Optional<Doubt.Decision> decide(
            Open each, ProductEntry product, ShownStock shown, boolean over) {
        SentColour colour = each.colour();
        List<Doubt.SizeComparison> sizes = new ArrayList<>();
        boolean mayBePast = false;
        for (Map.Entry<Size, SentSize> size : colour.sizesIn(product).entrySet()) {
            SizeEntry entry = product.find(colour.key(), size.getKey());
            if (entry != null && entry.stock().isInDoubtBy(colour.request())) {
                SentSize sent = size.getValue();
                Doubt.SizeComparison found =
                        Doubt.ofSize(sent.before(), sent.stock(), entry.stock().shown());
                sizes.add(found);
                mayBePast |= found == Doubt.SizeComparison.ARRIVED && sent.isRecent();
            }
        }
        return sizes.isEmpty()
                ? Optional.empty()
                : Optional.of(Doubt.ofColour(sizes, shown.mayHide(colour), over, mayBePast));
    }

    private void write(Map<Open, DeliveryResult> found) {
        found.keySet().stream()
                .collect(
                        Collectors.groupingBy(
                                Open::request,
                                () -> new TreeMap<>(Comparator.comparing(Request::number)),
                                Collectors.toList()))
                .forEach(
                        (request, open) -> {
                            Map<Integer, DeliveryResult> results = new HashMap<>();
                            open.forEach(
                                    each -> results.put(each.colour().position(), found.get(each)));
                            context.ledger()
                                    .outbox(context.book())
                                    .cleared(
                                            open.get(0).run(),
                                            request,
                                            results,
                                            context.time().instant());
                        });
    }

    /** How long until the last of them can no longer be applied. */
    private static Duration left(List<Open> open, Duration measured, Duration doubt) {
        return open.stream()
                .filter(each -> !each.isOver(measured, doubt))
                .map(each -> doubt.minus(each.request().age()).minus(measured))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private void report(int colours, Duration left) {
        if (!left.isZero()) {
            context.notice(
                    "The merchant service may still be processing %s: checking again until %s before anything is sent again"
                            .formatted(Count.of(colours, "colour"), context.clockAfter(left)));
        }
    }

    private void report(int colours, Collection<DeliveryResult> results) {
        int arrived = Collections.frequency(results, DeliveryResult.READ_BACK);
        int rest = colours - results.size();
        context.notice(
                "Read back %s in doubt: %d had arrived, %d had not%s"
                        .formatted(
                                Count.of(colours, "colour"),
                                arrived,
                                results.size() - arrived,
                                rest == 0 ? "" : ", %d still in doubt".formatted(rest)));
    }

    /** Doubts of other runs can wait; this run cannot go on with doubts of its own. */
    private void giveUp(List<Open> open, Optional<Outcome<List<StockEntry>>> refusal) {
        List<Open> ours =
                open.stream().filter(each -> each.run().id().equals(context.run().id())).toList();
        if (!ours.isEmpty()) {
            throw new RunFailedException(
                    "It cannot be told whether %s arrived: the stock list of product %d says '%s', but the product list says that it has stock"
                            .formatted(
                                    Count.of(ours.size(), "colour"),
                                    ours.get(0).colour().product(),
                                    refusal.map(Outcome::describe).orElse("nothing")));
        }
    }

    /** The colours that are still in doubt are those that a person has to decide on (rule 9). */
    private void take(TakeAs takeAs) {
        DeliveryResult result =
                takeAs == TakeAs.SENT ? DeliveryResult.TAKEN_AS_SENT : DeliveryResult.NOT_SENT;
        Map<Open, DeliveryResult> results =
                context.ledger().requests().openOf(context.run()).stream()
                        .flatMap(request -> open(context.run(), request))
                        .collect(Collectors.toMap(each -> each, each -> result));
        write(results);
        context.notice(
                "%s in doubt: taken as %s".formatted(Count.of(results.size(), "colour"), takeAs));
    }
}
