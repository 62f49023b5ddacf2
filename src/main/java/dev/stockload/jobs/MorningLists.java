package dev.stockload.jobs;

import dev.stockload.book.AccountRuns;
import dev.stockload.book.Book;
import dev.stockload.book.BookHistory;
import dev.stockload.book.BookHistory.Event;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.Changes.Cause;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.jobs.Morning.Forgotten;
import dev.stockload.jobs.Morning.Held;
import dev.stockload.jobs.Morning.Listed;
import dev.stockload.jobs.Morning.SoldOut;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.ColourState;
import dev.stockload.runs.Run;
import dev.stockload.stock.Problem;
import dev.stockload.stock.SheetRows;
import dev.stockload.stock.Size;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lists of a {@link Morning}: sizes, colours and products that somebody may have to look at.
 */
final class MorningLists {
    /** The row in a problem of a held row. */
    private static final Pattern WAITS_FOR = Pattern.compile("because (row .+) of the same");

    private final Ledger ledger;
    private final ZoneId zone;

    private record SizeOf(String account, int product, String colour, Size size) {}

    /** A colour of a run, or all its rows whose product is not known. */
    private record ColourOf(int product, String key) {
        static ColourOf of(RunColour colour) {
            return new ColourOf(colour.product(), colour.product() == 0 ? "" : colour.key());
        }
    }

    MorningLists(Ledger ledger, ZoneId zone) {
        this.ledger = ledger;
        this.zone = zone;
    }

    /** The sizes that were above 0 before these runs and are 0 after them, by product. */
    Listed<SoldOut> soldOut(List<Run> runs) {
        Map<String, Run> byId = new HashMap<>();
        runs.stream()
                .filter(run -> run.tally().stock().soldOut() > 0)
                .forEach(run -> byId.put(run.id(), run));
        Map<SizeOf, Event> first = new LinkedHashMap<>();
        Map<SizeOf, Event> last = new HashMap<>();
        Set<SizeOf> missing = new HashSet<>();
        Instant since = runs.stream().map(Run::startedAt).min(Instant::compareTo).orElse(null);
        new BookHistory(ledger.database())
                .of(
                        byId.keySet(),
                        since,
                        (product, event) -> {
                            SizeOf size =
                                    new SizeOf(
                                            byId.get(event.run()).account(),
                                            product,
                                            event.colour(),
                                            event.size());
                            if (event.cause() == Cause.MISSING) {
                                missing.add(size);
                            } else if (event.cause() == Cause.SHEET) {
                                missing.remove(size);
                            } else if (event.cause() != null) {
                                first.putIfAbsent(size, event);
                                last.put(size, event);
                            }
                        });
        first.entrySet()
                .removeIf(
                        each ->
                                each.getValue().before() == null
                                        || each.getValue().before().pieces() == 0
                                        || last.get(each.getKey()).after().pieces() > 0);
        List<SizeOf> sizes =
                first.keySet().stream()
                        .sorted(
                                Comparator.comparing(SizeOf::account)
                                        .thenComparing(SizeOf::product)
                                        .thenComparing(SizeOf::colour)
                                        .thenComparing(SizeOf::size))
                        .toList();
        Products products = new Products();
        return Listed.of(
                sizes,
                size -> {
                    ProductEntry product = products.get(size.account(), size.product());
                    Event event = last.get(size);
                    return new SoldOut(
                            size.account(),
                            size.product(),
                            product.item(),
                            products.name(product, size.colour()),
                            size.size().toString(),
                            first.get(size).before().pieces(),
                            missing.contains(size),
                            event.run());
                });
    }

    /** Products of the book, each read once. */
    private final class Products {
        private final Map<String, AccountRuns> runs = new HashMap<>();
        private final Map<SizeOf, ProductEntry> read = new HashMap<>();

        ProductEntry get(String account, int product) {
            return read.computeIfAbsent(
                    new SizeOf(account, product, null, null),
                    same ->
                            ledger.book()
                                    .products(
                                            account,
                                            List.of(product),
                                            runs.computeIfAbsent(account, ledger.book()::runs))
                                    .get(product)
                                    .product());
        }

        String name(ProductEntry product, String key) {
            ColourEntry colour = product.colours().get(key);
            return colour == null ? key : colour.nameOr(key);
        }
    }

    /**
     * A colour that the newest settled run of a job does not send.
     *
     * @param colours one, or all whose product is not known
     */
    private record Unsent(Run run, List<RunColour> colours, LocalDate since, int nights) {
        int product() {
            return colours.get(0).product();
        }
    }

    /**
     * What the newest settled run of each job does not send because of its rows, longest first.
     *
     * @param jobs the runs of each job, newest first
     */
    Listed<Held> held(Collection<List<Run>> jobs) {
        List<Unsent> all = new ArrayList<>();
        jobs.forEach(runs -> all.addAll(unsent(Mornings.newestOfNights(runs, zone))));
        all.sort(
                Comparator.comparing(Unsent::nights)
                        .reversed()
                        .thenComparing(each -> each.run().job())
                        .thenComparing(Unsent::product));
        Map<String, Map<String, String>> problems = new HashMap<>();
        Products products = new Products();
        return Listed.of(
                all,
                each -> {
                    Run run = each.run();
                    int id = each.product();
                    SheetRows sheets = ledger.problems().sheets(run.id());
                    Map<String, String> ofRun = problems.computeIfAbsent(run.id(), this::problems);
                    int[] rows =
                            each.colours().stream()
                                    .flatMapToInt(colour -> Arrays.stream(colour.rows()))
                                    .toArray();
                    return new Held(
                            run.job(),
                            run.account(),
                            id,
                            id == 0 ? "" : products.get(run.account(), id).item(),
                            id == 0 ? "" : each.colours().get(0).name(),
                            rows.length,
                            each.since(),
                            each.nights(),
                            Arrays.stream(rows)
                                    .mapToObj(row -> ofRun.get(sheets.place(row).toString()))
                                    .filter(Objects::nonNull)
                                    .findFirst()
                                    .orElse(null),
                            run.id());
                });
    }

    /** The first problem of each row; for a held row that of the row that it waits for. */
    private Map<String, String> problems(String run) {
        Map<String, String> bad = new HashMap<>();
        Map<String, Problem> held = new HashMap<>();
        for (Problem problem : ledger.problems().inOrder(run)) {
            if (problem.isHeld()) {
                held.put(problem.place().toString(), problem);
            } else {
                bad.putIfAbsent(problem.place().toString(), problem.toString());
            }
        }
        held.forEach(
                (place, problem) -> {
                    Matcher waitsFor = WAITS_FOR.matcher(problem.message());
                    String other = waitsFor.find() ? waitsFor.group(1) : place;
                    bad.putIfAbsent(place, bad.getOrDefault(other, problem.toString()));
                });
        return bad;
    }

    /**
     * @param nights the run of each night, newest first
     */
    private List<Unsent> unsent(Map<LocalDate, Run> nights) {
        Map<ColourOf, Unsent> found = new HashMap<>();
        Set<ColourOf> still = null;
        for (Map.Entry<LocalDate, Run> night : nights.entrySet()) {
            Map<ColourOf, List<RunColour>> unsent = unsent(night.getValue());
            still = still == null ? new HashSet<>(unsent.keySet()) : still;
            still.retainAll(unsent.keySet());
            if (still.isEmpty()) {
                break;
            }
            for (ColourOf each : still) {
                Unsent later = found.get(each);
                found.put(
                        each,
                        later == null
                                ? new Unsent(night.getValue(), unsent.get(each), night.getKey(), 1)
                                : new Unsent(
                                        later.run(),
                                        later.colours(),
                                        night.getKey(),
                                        later.nights() + 1));
            }
        }
        return List.copyOf(found.values());
    }

    private Map<ColourOf, List<RunColour>> unsent(Run run) {
        return run.tally().rowsToCorrect() == 0
                ? Map.of()
                : Stream.of(ColourState.HELD, ColourState.REJECTED)
                        .flatMap(state -> ledger.colours().in(run.id(), state).stream())
                        .collect(Collectors.groupingBy(ColourOf::of));
    }

    /** The products of these accounts that no run has named since then, most pieces first. */
    Listed<Forgotten> forgotten(Set<String> accounts, Instant since) {
        List<Forgotten> all = new ArrayList<>();
        Map<Forgotten, Long> runs = new HashMap<>();
        for (String account : accounts) {
            long first = ledger.runList().firstSince(account, since);
            Iterator<Book.Page> pages = ledger.book().all(account, ledger.book().runs(account));
            while (pages.hasNext()) {
                ProductEntry product = pages.next().product();
                long last = product.lastNamed();
                long pieces = last == 0 || last >= first ? 0 : pieces(product);
                if (pieces > 0) {
                    Forgotten each =
                            new Forgotten(account, product.id(), product.item(), pieces, null);
                    all.add(each);
                    runs.put(each, last);
                }
            }
        }
        all.sort(Comparator.comparing(Forgotten::pieces).reversed());
        return Listed.of(
                all,
                each ->
                        each.lastNamed(
                                ledger.runs()
                                        .idOf(each.account(), runs.get(each))
                                        .flatMap(ledger.runs()::find)
                                        .map(Run::startedAt)
                                        .orElse(null)));
    }

    private static long pieces(ProductEntry product) {
        return product.sizes()
                .map(size -> size.stands().pieces())
                .filter(Objects::nonNull)
                .mapToLong(pieces -> pieces)
                .sum();
    }
}
