package dev.stockload.imports.change;

import dev.stockload.batch.ProcessContext;
import dev.stockload.book.BookHistory;
import dev.stockload.book.BookHistory.Event;
import dev.stockload.book.Requests;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.imports.order.RunOptions;
import dev.stockload.ledger.Ledger;
import dev.stockload.problem.Problem;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.sheet.header.HeaderField;
import dev.stockload.stock.ColourKey;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** The history of a size in words: what each run did to it, and what came of that. */
final class HistoryWords {
    /** Of a request that is no longer kept. */
    private static final Requests.Turn REMOVED = new Requests.Turn(0, 0);

    private final Ledger ledger;
    private final String account;
    private final int product;
    private final String item;
    private final List<Event> events;
    private final List<Requests.Request> open;
    private final Optional<VerifyResult> check;
    private final Map<String, Run> runs;
    private final Map<String, SheetRows> sheets;
    private final Map<Long, Requests.Turn> turns;
    private final Map<String, String> problems = new HashMap<>();

    /** Of what happened to a product since then, and the last check of the store. */
    HistoryWords(ProcessContext process, String account, ProductEntry product, Instant since) {
        this.ledger = process.ledger();
        this.account = account;
        this.product = product.id();
        this.item = product.item();
        this.events = new BookHistory(ledger.database()).of(account, product, since);
        Set<String> ids = events.stream().map(Event::run).collect(Collectors.toSet());
        this.runs = ledger.runs().findIn(account, ids);
        this.sheets = ledger.problems().sheets(ids);
        this.turns =
                ledger.requests()
                        .turns(
                                account,
                                events.stream()
                                        .map(Event::request)
                                        .filter(request -> request > 0)
                                        .collect(Collectors.toSet()));
        this.open = ledger.requests().open(account);
        this.check =
                StoreVerification.last(ledger, account).filter(last -> !last.at().isBefore(since));
    }

    /**
     * The steps of a size, newest first. What a run wanted and the request that then arrived are
     * two steps with one sentence.
     */
    List<SizeHistory.Step> steps(SizeEntry entry) {
        Size size = entry.size();
        List<Event> own =
                events.stream()
                        .filter(event -> event.colour().equals(entry.colour().key()))
                        .filter(event -> event.size() == null || event.size().equals(size))
                        .toList();
        List<SizeHistory.Step> steps = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            Event event = own.get(i);
            boolean arrived = event.request() > 0;
            Event wanted = arrived && i + 1 < own.size() ? own.get(i + 1) : null;
            if (wanted != null && isOneStep(wanted, event)) {
                steps.add(step(event, wanted, event, size));
                steps.add(step(wanted, wanted, event, size));
                i++;
            } else {
                steps.add(step(event, event, arrived ? event : null, size));
            }
        }
        check.flatMap(found -> elsewhere(found, entry)).ifPresent(step -> add(step, steps));
        return steps;
    }

    private Optional<Run> run(String id) {
        return Optional.ofNullable(runs.get(id));
    }

    private static void add(SizeHistory.Step step, List<SizeHistory.Step> newestFirst) {
        int newer = 0;
        while (newer < newestFirst.size() && newestFirst.get(newer).at().isAfter(step.at())) {
            newer++;
        }
        newestFirst.add(newer, step);
    }

    /** What the check found of a size that somebody has sold or changed at the service. */
    private Optional<SizeHistory.Step> elsewhere(VerifyResult found, SizeEntry size) {
        return found.differences().stream()
                .filter(each -> each.pid() == product && each.isChangedThere())
                .filter(each -> each.color().equals(size.colour().shownName()))
                .filter(each -> each.size().equals(size.size().toString()))
                .findFirst()
                .map(
                        each ->
                                new SizeHistory.Step(
                                        found.at(), each.known(), each.shown(), elsewhere(each)));
    }

    private static String elsewhere(SizeDifference size) {
        String shown = size.shown() == null ? "nothing" : size.shown().toString();
        return "the service showed %s%s".formatted(shown, since(size.known(), size.shown()));
    }

    private static boolean isOneStep(Event wanted, Event arrived) {
        return wanted.request() == 0
                && wanted.cause().isChange()
                && wanted.run().equals(arrived.run())
                && wanted.after().equals(arrived.after());
    }

    /**
     * A step shows one event; its sentence is that of what was wanted.
     *
     * @param arrived null where the service did not take it, or not yet
     */
    private SizeHistory.Step step(Event shown, Event event, Event arrived, Size size) {
        Optional<Run> run = run(event.run());
        RowPlace place =
                event.row() == 0
                        ? null
                        : sheets.getOrDefault(event.run(), SheetRows.ONE).place(event.row());
        String column = place == null ? null : column(run, size);
        Optional<Requests.Turn> turn =
                arrived == null
                        ? Optional.empty()
                        : Optional.of(turns.getOrDefault(arrived.request(), REMOVED));
        String file = run.filter(Run::hasSheet).map(HistoryWords::file).orElse(null);
        return new SizeHistory.Step(
                shown.at(),
                event.run(),
                run.map(Run::job).orElse(null),
                run.map(each -> each.input().by()).orElse(null),
                shown.cause().key(),
                pieces(shown.before()),
                pieces(shown.after()),
                file,
                place == null ? null : place.sheet(),
                place == null ? null : (Integer) place.row(),
                event.cause().isChange() ? column : null,
                turn.map(Requests.Turn::number).orElse(null),
                shown == event ? sentence(event, arrived, place, column, file, turn) : null);
    }

    /** The texts that its run reads as what came of them. */
    private String readAs(Event event, RowPlace place) {
        return run(event.run()).stream()
                .flatMap(each -> RunOptions.of(each).sheet().values().stream())
                .filter(each -> each.place() == null || each.place().equals(place))
                .filter(each -> !each.found().equals(each.value()))
                .filter(
                        each ->
                                switch (each.field()) {
                                    case SIZE -> each.value().equals(event.size().toString());
                                    case COLOUR ->
                                            ColourKey.of(each.value()).equals(event.colour());
                                    default -> each.place() != null;
                                })
                .sorted()
                .map(each -> ", '%s' read as %s".formatted(each.found(), each.value()))
                .collect(Collectors.joining());
    }

    private static Integer pieces(Stock stock) {
        return stock == null ? null : (Integer) stock.pieces();
    }

    private static String file(Run run) {
        return String.valueOf(Path.of(run.sheetName()).getFileName());
    }

    /** Where the sheet has a column for each size, its name is the size. */
    private static String column(Optional<Run> run, Size size) {
        return run.filter(Run::isStaged)
                .map(each -> RunOptions.readColumns(each.input().columns()).get(HeaderField.STOCK))
                .orElse(size.toString());
    }

    private String sentence(
            Event event,
            Event arrived,
            RowPlace place,
            String column,
            String file,
            Optional<Requests.Turn> turn) {
        String where = file == null ? "" : ", " + file;
        String row = place == null ? "" : ", " + place;
        if (!event.cause().isChange()) {
            return notSent(event, place) + where + row;
        }
        String change = "%s → %d".formatted(before(event.before()), event.after().pieces());
        String what =
                switch (event.cause()) {
                    case SHEET ->
                            change
                                    + where
                                    + row
                                    + ", column "
                                    + column
                                    + readAs(event, place)
                                    + ruled(event);
                    case MISSING -> change + ", because it left the sheet" + where;
                    case UNDO -> change + ", brought back by " + undone(event.run());
                    default -> "%d arrived".formatted(event.after().pieces());
                };
        return what + "; " + (arrived == null ? unsent(event) : arrival(arrived, turn));
    }

    private String ruled(Event event) {
        int counted = event.after().pieces() + event.withheld();
        return event.withheld() == 0
                ? ""
                : run(event.run())
                        .map(run -> RunOptions.of(run).rules().of(item).explanation(counted))
                        .map(" (%s)"::formatted)
                        .orElse(" (the sheet has %d)".formatted(counted));
    }

    private String unsent(Event event) {
        return open.stream()
                        .filter(request -> request.run().equals(event.run()))
                        .flatMap(request -> request.open().stream())
                        .filter(colour -> colour.product() == product)
                        .anyMatch(colour -> colour.key().equals(event.colour()))
                ? "whether it arrived is not known yet"
                : "not sent";
    }

    private static String before(Stock stock) {
        return stock == null ? "none yet" : String.valueOf(stock.pieces());
    }

    private static String arrival(Event arrived, Optional<Requests.Turn> turn) {
        String request =
                turn.map(each -> "request %d of %d, ".formatted(each.number(), each.of()))
                        .orElse("");
        String manner =
                switch (arrived.cause()) {
                    case READ_BACK -> "read back";
                    case TAKEN_AS_SENT -> "taken as sent by a person";
                    default -> "accepted";
                };
        return "%s%s %s".formatted(request, manner, TimeWords.clock(arrived.at()));
    }

    private String undone(String undo) {
        return run(undo)
                .map(run -> "undo of run " + RunOptions.read(run.options()).undo().run())
                .orElse("an undo");
    }

    private String notSent(Event event, RowPlace place) {
        return switch (event.cause()) {
            case HELD -> "held back: " + problem(event.run(), place);
            case REJECTED -> "rejected: " + problem(event.run(), place);
            case LEFT_OUT -> "left out: the product had stock, and only new products were sent";
            default -> "not sent: a newer run had settled it";
        };
    }

    private String problem(String run, RowPlace place) {
        return problems.computeIfAbsent(
                run + " " + place,
                key ->
                        StreamSupport.stream(ledger.problems().inOrder(run).spliterator(), false)
                                .filter(problem -> problem.place().equals(place))
                                .findFirst()
                                .map(Problem::message)
                                .orElse("the colour has a row with a problem"));
    }

    /** {@code wish} says who wants its stock: the newest sheet, or an undo. */
    static String now(SizeEntry entry, String wish) {
        Stock wanted = entry.naming().isNamed() ? entry.naming().wanted() : null;
        Integer shown = entry.stock().shown().pieces();
        String shows = shows(shown);
        if (wanted == null) {
            return shows + "; no sheet has named it";
        }
        if (entry.stock().isInDoubt()) {
            return shows + "; whether the last request arrived is not known yet";
        }
        if (!entry.naming().hasValue()) {
            return entry.colour().sentSince(entry.naming().run()).isEmpty()
                    ? "%s; %s has a problem with its colour, so that it is held back"
                            .formatted(shows, wish)
                    : shows + "; its colour was sent since, without this size";
        }
        if (entry.stock().shown().is(wanted)) {
            return "%s, as %s wants".formatted(shows, wish);
        }
        if (!entry.stock().known().is(wanted)) {
            return "%s; %s wants %d, which was not sent".formatted(shows, wish, wanted.pieces());
        }
        return shows + since(wanted.pieces(), shown);
    }

    /** Of a size that a run wanted and had not sent when it was undone. */
    static String undone(SizeEntry entry) {
        return "%s; the run that wanted %d was undone before it was sent"
                .formatted(shows(entry.stock().shown().pieces()), entry.naming().wanted().pieces());
    }

    private static String shows(Integer shown) {
        return shown == null ? "the service does not have it" : "the service shows " + shown;
    }

    private static String since(int sent, Integer shown) {
        if (shown == null) {
            return ": it was removed there since %d were sent".formatted(sent);
        }
        if (shown < sent) {
            return ": %d sold or changed there since".formatted(sent - shown);
        }
        return shown > sent
                ? ": %d more than was sent, changed there since".formatted(shown - sent)
                : " with another barcode, changed there since";
    }
}
