package dev.stockload.jobs;

import dev.stockload.book.Book;
import dev.stockload.book.BookHistory;
import dev.stockload.book.BookHistory.Event;
import dev.stockload.book.RunColour;
import dev.stockload.book.rules.ColourEntry;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.RunView;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.jobs.Morning.Forgotten;
import dev.stockload.jobs.Morning.Held;
import dev.stockload.jobs.Morning.Left;
import dev.stockload.jobs.Morning.Listed;
import dev.stockload.jobs.Morning.NewColours;
import dev.stockload.jobs.Morning.SoldOut;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RowsToCorrect;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.SheetRows;
import dev.stockload.runs.Run;
import dev.stockload.stock.Size;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The lists of a {@link Morning}: sizes, colours and products that somebody may look at. */
final class MorningLists {
    private final Ledger ledger;
    private final Map<String, Book> books = new HashMap<>();

    MorningLists(Ledger ledger) {
        this.ledger = ledger;
    }

    private Book book(String account) {
        return books.computeIfAbsent(account, ledger::book);
    }

    private record SizeOf(String account, int product, String colour, Size size) {
        static final Comparator<SizeOf> ORDER =
                Comparator.comparing(SizeOf::account)
                        .thenComparing(SizeOf::product)
                        .thenComparing(SizeOf::colour)
                        .thenComparing(SizeOf::size);
    }

    /** What requests and sheets did to sizes in the order of time. */
    private static final class Zeros {
        final Map<SizeOf, Integer> before = new HashMap<>();
        final Set<SizeOf> now = new HashSet<>();
        final Set<SizeOf> left = new HashSet<>();

        void add(SizeOf size, Event event) {
            switch (event.cause()) {
                case MISSING -> left.add(size);
                case SHEET -> left.remove(size);
                case UNDO, HELD, REJECTED, LEFT_OUT, SUPERSEDED -> {}
                case ACCEPTED, READ_BACK, TAKEN_AS_SENT -> {
                    before.putIfAbsent(size, event.before() == null ? 0 : event.before().pieces());
                    if (event.after().pieces() == 0) {
                        now.add(size);
                    } else {
                        now.remove(size);
                    }
                }
            }
        }
    }

    /** The sizes that were above 0 before these runs and are 0 after them. */
    Listed<SoldOut> soldOut(List<Run> ofNight) {
        Map<String, Run> byId =
                ofNight.stream()
                        .filter(run -> run.tally().stock().soldOut() > 0)
                        .collect(Collectors.toMap(Run::id, run -> run));
        Zeros zeros = new Zeros();
        new BookHistory(ledger.database())
                .of(
                        byId.keySet(),
                        byId.values().stream()
                                .map(Run::startedAt)
                                .min(Instant::compareTo)
                                .orElse(Instant.MAX),
                        (product, event) -> {
                            String account = byId.get(event.run()).account();
                            zeros.add(
                                    new SizeOf(account, product, event.colour(), event.size()),
                                    event);
                        });
        List<SizeOf> sizes =
                zeros.now.stream()
                        .filter(size -> zeros.before.get(size) > 0)
                        .sorted(SizeOf.ORDER)
                        .toList();
        return Listed.of(
                sizes,
                size -> {
                    ProductEntry product = book(size.account()).product(size.product());
                    ColourEntry colour = product.colours().get(size.colour());
                    return new SoldOut(
                            size.account(),
                            size.product(),
                            product.item(),
                            colour.shownName(),
                            size.size().toString(),
                            zeros.before.get(size),
                            zeros.left.contains(size));
                });
    }

    /** A colour that is not sent; {@code product} 0 is for all rows whose product is not known. */
    private record ColourOf(int product, String colour) {
        static ColourOf of(RunColour colour) {
            return new ColourOf(colour.product(), colour.product() == 0 ? "" : colour.key());
        }
    }

    /** A colour that is not sent, by the newest of its nights. */
    private record Unsent(Run run, RunColour colour, LocalDate since, int nights) {
        Unsent alsoIn(LocalDate night) {
            return new Unsent(run, colour, night, nights + 1);
        }
    }

    /** The longest first; each of {@code jobs} has its settled runs by night, newest first. */
    Listed<Held> held(Collection<Map<LocalDate, Run>> jobs) {
        List<Unsent> all = new ArrayList<>();
        jobs.forEach(nights -> all.addAll(unsent(nights)));
        all.sort(
                Comparator.comparing(Unsent::nights)
                        .reversed()
                        .thenComparing(each -> each.run().job())
                        .thenComparing(each -> each.colour().product()));
        Map<String, Map<String, String>> problems = new HashMap<>();
        return Listed.of(
                all,
                each -> {
                    Run run = each.run();
                    RunColour first = each.colour();
                    boolean known = first.product() != 0;
                    SheetRows sheets = ledger.problems().sheets(run.id());
                    Map<String, String> ofRun = problems.computeIfAbsent(run.id(), this::problems);
                    return new Held(
                            run.job(),
                            run.account(),
                            first.product(),
                            known ? book(run.account()).product(first.product()).item() : "",
                            known ? first.name() : "",
                            each.since(),
                            each.nights(),
                            first.rows().length == 0
                                    ? null
                                    : ofRun.get(sheets.place(first.rows()[0]).toString()));
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
                    String other = String.valueOf(problem.other());
                    bad.putIfAbsent(place, bad.getOrDefault(other, problem.toString()));
                });
        return bad;
    }

    private Collection<Unsent> unsent(Map<LocalDate, Run> nights) {
        Map<ColourOf, Unsent> found = new HashMap<>();
        Set<ColourOf> still = null;
        for (Map.Entry<LocalDate, Run> night : nights.entrySet()) {
            Map<ColourOf, RunColour> unsent = unsent(night.getValue());
            still = still == null ? open(night.getValue()) : still;
            still.retainAll(unsent.keySet());
            if (still.isEmpty()) {
                break;
            }
            for (ColourOf each : still) {
                Unsent newest = new Unsent(night.getValue(), unsent.get(each), night.getKey(), 1);
                found.merge(each, newest, (later, same) -> later.alsoIn(night.getKey()));
            }
        }
        return found.values();
    }

    private Set<ColourOf> open(Run newest) {
        return new RowsToCorrect(ledger)
                .colours(newest).stream().map(ColourOf::of).collect(Collectors.toSet());
    }

    private Map<ColourOf, RunColour> unsent(Run run) {
        return run.rowsToCorrect() == 0
                ? Map.of()
                : ledger.colours().bad(run.id()).stream()
                        .collect(
                                Collectors.toMap(
                                        ColourOf::of, each -> each, (first, other) -> first));
    }

    List<NewColours> newColours(List<Run> ofNight) {
        List<NewColours> all = new ArrayList<>();
        for (Run run : ofNight) {
            ledger.problems()
                    .settled(run.id(), ProblemCode.COLOUR_NEW)
                    .map(said -> new NewColours(run.job(), run.account(), run.id(), said))
                    .ifPresent(all::add);
        }
        return all;
    }

    /** The products of these accounts that no run has named since then, most pieces first. */
    Listed<Forgotten> forgotten(Set<String> accounts, Instant since) {
        List<Forgotten> all = new ArrayList<>();
        for (String account : accounts) {
            long first = ledger.runs().firstSince(account, since);
            book(account)
                    .all()
                    .filter(each -> each.lastNamed() != 0 && each.lastNamed() < first)
                    .map(each -> new Forgotten(account, each.id(), each.item(), pieces(each)))
                    .filter(each -> each.pieces() > 0)
                    .forEach(all::add);
        }
        all.sort(Comparator.comparing(Forgotten::pieces).reversed());
        return Listed.of(all, each -> each);
    }

    /** What the newest sheets of jobs lack and did not set to 0, most pieces first. */
    Listed<Left> left(Collection<Map<LocalDate, Run>> jobs) {
        List<Left> all = new ArrayList<>();
        for (Map<LocalDate, Run> nights : jobs) {
            nights.values().stream()
                    .findFirst()
                    .filter(run -> !run.job().equals(RunView.BY_HAND))
                    .filter(run -> run.tally().missing().sizes() > run.tally().missing().zeroed())
                    .ifPresent(run -> all.addAll(left(run)));
        }
        all.sort(Comparator.comparing(Left::pieces).reversed());
        return Listed.of(all, each -> each);
    }

    private List<Left> left(Run run) {
        return book(run.account())
                .all()
                .filter(product -> !product.isHidden())
                .map(product -> left(product, run))
                .filter(left -> left.sizes() > 0)
                .toList();
    }

    private Left left(ProductEntry product, Run run) {
        IntSummaryStatistics pieces =
                product.sizes()
                        .filter(size -> hasLeft(size, run, book(run.account())))
                        .mapToInt(size -> size.stock().current().pieces())
                        .summaryStatistics();
        int sizes = (int) pieces.getCount();
        return new Left(
                run.account(), product.id(), product.item(), run.job(), sizes, pieces.getSum());
    }

    /** Whether an older sheet of the job has named the size last. */
    private static boolean hasLeft(SizeEntry size, Run run, Book book) {
        long named = size.naming().isNamed() ? size.naming().run() : 0;
        return named != 0
                && named != run.number()
                && book.jobOf(named).equals(run.job())
                && size.stock().current().isInStock();
    }

    private static long pieces(ProductEntry product) {
        return product.sizes()
                .map(size -> size.stock().current().pieces())
                .filter(Objects::nonNull)
                .mapToLong(pieces -> pieces)
                .sum();
    }
}
