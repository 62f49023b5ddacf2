package dev.stockload.imports;

import dev.stockload.compare.KnownColours;
import dev.stockload.ledger.AcknowledgedStock;
import dev.stockload.ledger.Doubts.Doubt;
import dev.stockload.ledger.LedgerColour;
import dev.stockload.ledger.Run;
import dev.stockload.ledger.SeenColour;
import dev.stockload.merchant.Outcome;
import dev.stockload.merchant.StockEntry;
import dev.stockload.runs.RunFailedException;
import dev.stockload.runs.StockListReader;
import dev.stockload.runs.Time;
import dev.stockload.stock.Count;
import dev.stockload.stock.PackedSizes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at what the service holds to find out what became of colours in doubt. That one was sent is
 * believed at once; that it was not, only from a look that began when its request could no longer
 * be applied. Until then it looks again and again.
 */
final class ReadBack {
    private static final List<Duration> PAUSES =
            Stream.of(1, 2, 4, 8, 15).map(Duration::ofSeconds).toList();

    /** How often stock lists are read that do not tell anything, when nothing is waited for. */
    private static final int MOST_VAIN_LOOKS = 6;

    private final RunContext context;
    private final Time time;

    /**
     * A colour in doubt, and when a look at the service may say that it was not sent.
     *
     * @param seen what was there right before it was sent, where the run has looked; null elsewhere
     */
    record Open(Run run, LedgerColour colour, long over, PackedSizes seen) {
        /** What the service shows of it where it was not sent; null where that is nothing. */
        PackedSizes before(Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> acknowledged) {
            AcknowledgedStock.Entry last = acknowledged.get(KnownColours.key(colour));
            return seen != null || last == null ? seen : last.sizes();
        }
    }

    /** What was found; unclear is what a person has to look at. */
    record Found(List<Open> sent, List<Open> notSent, List<Open> unclear) {
        Found() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        List<LedgerColour> notSentOf(Run run) {
            return colours(notSent, run);
        }

        private static List<LedgerColour> colours(List<Open> some, Run run) {
            return some.stream()
                    .filter(each -> each.run().id().equals(run.id()))
                    .map(Open::colour)
                    .toList();
        }
    }

    ReadBack(RunContext context) {
        this.context = context;
        this.time = context.time();
    }

    /** The colours of a run that are in doubt. */
    List<Open> open(Run run) {
        Duration doubt = context.service().merchant().account().doubt();
        List<Open> open = new ArrayList<>();
        List<Doubt> doubts = context.ledger().doubts().of(run);
        Map<AcknowledgedStock.Key, SeenColour> seen =
                context.ledger()
                        .seen()
                        .of(
                                run.id(),
                                doubts.stream()
                                        .map(each -> KnownColours.key(each.colour()))
                                        .toList());
        for (Doubt each : doubts) {
            SeenColour look = seen.get(KnownColours.key(each.colour()));
            open.add(
                    new Open(
                            run,
                            each.colour(),
                            time.nanos() + doubt.minus(each.age()).toNanos(),
                            look == null ? null : look.of(each.colour().sizes())));
        }
        return open;
    }

    /** Marks each colour sent or not sent where the service shows it. */
    Found clear(List<Open> doubtful) {
        Found found = new Found();
        List<Open> open = doubtful;
        int vain = 0;
        for (int look = 0; !open.isEmpty(); look++) {
            StockListReader lists = new StockListReader(context.service());
            open = look(open, lists, found);
            if (open.isEmpty()) {
                break;
            }
            Duration left = left(open);
            if (left.isZero() && ++vain == MOST_VAIN_LOOKS) {
                giveUp(open, lists.refusal());
                break;
            }
            if (look == 0) {
                tell(open.size(), left);
            }
            Duration pause = PAUSES.get(Math.min(look, PAUSES.size() - 1));
            boolean soonOver = !left.isZero() && left.compareTo(pause) < 0;
            time.rest(soonOver ? left : pause, context.stop());
            context.stop().check();
        }
        if (!doubtful.isEmpty()) {
            context.listener()
                    .notice(
                            "Read back %s in doubt: %d had arrived, %d had not%s"
                                    .formatted(
                                            Count.of(doubtful.size(), "colour"),
                                            found.sent().size(),
                                            found.notSent().size(),
                                            found.unclear().isEmpty()
                                                    ? ""
                                                    : ", %d still in doubt"
                                                            .formatted(found.unclear().size())));
        }
        return found;
    }

    /** Looks once; returns what is still open. */
    private List<Open> look(List<Open> open, StockListReader lists, Found found) {
        Map<Integer, List<Open>> byProduct = byProduct(open, each -> each.colour().product());
        Map<AcknowledgedStock.Key, AcknowledgedStock.Entry> before =
                context.ledger().acknowledged().of(context.run().account(), byProduct.keySet());
        List<Open> still = new ArrayList<>();
        byProduct.forEach(
                (product, colours) -> {
                    context.stop().check();
                    long began = time.nanos();
                    boolean over = colours.stream().anyMatch(each -> began - each.over() >= 0);
                    // That there is nothing is of no interest before it can be believed.
                    Optional<Map<Open, DoubtfulSpellings.Finding>> findings =
                            (over ? lists.of(product) : lists.shown(product))
                                    .map(e -> DoubtfulSpellings.of(colours, before, e));
                    Found here = new Found();
                    for (Open each : colours) {
                        List<Open> to =
                                findings.map(e -> place(each, began, e.get(each), here))
                                        .orElse(still);
                        (to == null ? still : to).add(each);
                    }
                    write(here);
                    found.sent().addAll(here.sent());
                    found.notSent().addAll(here.notSent());
                    found.unclear().addAll(here.unclear());
                });
        return still;
    }

    /** Where a colour belongs of which this is told; null where that cannot be said yet. */
    private static List<Open> place(
            Open each, long began, DoubtfulSpellings.Finding told, Found here) {
        boolean over = began - each.over() >= 0;
        return switch (told.evidence()) {
            // What was there before does not show that this request has come to its end.
            case SENT -> told.asBefore() && !over ? null : here.sent();
            case NOT_SENT -> over ? here.notSent() : null;
            case UNCLEAR -> over ? here.unclear() : null;
        };
    }

    private void write(Found here) {
        Map<String, Run> runs = new LinkedHashMap<>();
        Stream.concat(here.sent().stream(), here.notSent().stream())
                .forEach(each -> runs.put(each.run().id(), each.run()));
        for (Run run : runs.values()) {
            context.ledger()
                    .doubts()
                    .cleared(
                            run,
                            Found.colours(here.sent(), run),
                            Found.colours(here.notSent(), run),
                            time.instant());
        }
    }

    /** How long until the last of them can no longer be applied. */
    private Duration left(List<Open> open) {
        long now = time.nanos();
        long longest = open.stream().mapToLong(each -> each.over() - now).max().orElse(0);
        return Duration.ofNanos(Math.max(0, longest));
    }

    private void tell(int colours, Duration left) {
        if (left.isZero()) {
            return;
        }
        context.listener()
                .notice(
                        "The merchant service may still be processing %s: checking again until %s before anything is sent again"
                                .formatted(Count.of(colours, "colour"), context.clockAfter(left)));
    }

    /** What another run left behind can wait; what this one has to know cannot. */
    private void giveUp(List<Open> open, Optional<Outcome<List<StockEntry>>> refusal) {
        List<LedgerColour> ours = Found.colours(open, context.run());
        if (!ours.isEmpty()) {
            throw new RunFailedException(
                    "It cannot be told whether %s arrived: the stock list of product %d says '%s', but the product list says that it has stock"
                            .formatted(
                                    Count.of(ours.size(), "colour"),
                                    ours.get(0).product(),
                                    refusal.map(Outcome::describe).orElse("nothing")));
        }
    }

    private static <T> Map<Integer, List<T>> byProduct(
            Collection<T> colours, Function<T, Integer> product) {
        return colours.stream()
                .collect(Collectors.groupingBy(product, TreeMap::new, Collectors.toList()));
    }
}
