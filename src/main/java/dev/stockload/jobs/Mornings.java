package dev.stockload.jobs;

import static dev.stockload.runs.ColourState.SENT;
import static dev.stockload.runs.ColourState.UNCHANGED;

import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.report.Status;
import dev.stockload.jobs.Morning.Came;
import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.jobs.Morning.State;
import dev.stockload.jobs.Morning.Store;
import dev.stockload.jobs.UsualNights.Comparison;
import dev.stockload.jobs.UsualNights.Figures;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder.Entry;
import dev.stockload.jobs.take.SheetWords;
import dev.stockload.ledger.Ledger;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunState;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the {@link Morning} from the runs of the last 30 nights, their history and the book. */
public final class Mornings {
    private static final int NIGHTS = 30;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH);

    private final Ledger ledger;
    private final UnaryOperator<String> accounts;
    private final ZoneId zone;

    private record JobOf(String job, String account) {}

    /**
     * @param accounts gives the ledger's name of an account
     */
    Mornings(Ledger ledger, UnaryOperator<String> accounts) {
        this(ledger, accounts, ZoneId.systemDefault());
    }

    private Mornings(Ledger ledger, UnaryOperator<String> accounts, ZoneId zone) {
        this.ledger = ledger;
        this.accounts = accounts;
        this.zone = zone;
    }

    /** Last night of these jobs and of all runs. */
    public Morning ofAll(List<Entry> jobs, Instant now) {
        return in(jobs).of(jobs, Set.of(), now);
    }

    /** Last night of these jobs alone. */
    Morning ofOnly(List<JobDefinition> jobs, Instant now) {
        List<Entry> entries =
                jobs.stream()
                        .map(job -> new Entry(job.name(), Optional.of(job), Optional.empty()))
                        .toList();
        return in(entries)
                .of(entries, new HashSet<>(entries.stream().map(Entry::name).toList()), now);
    }

    /** Nights begin at noon in the zone of the first job that names one. */
    private Mornings in(List<Entry> jobs) {
        return new Mornings(
                ledger,
                accounts,
                Entry.usable(jobs).stream()
                        .flatMap(job -> job.zone().stream())
                        .findFirst()
                        .orElse(zone));
    }

    private Morning of(List<Entry> jobs, Set<String> only, Instant now) {
        LocalDate today = now.atZone(zone).toLocalDate();
        Instant since = noon(today.minusDays(1));
        List<Run> runs =
                ledger.runList().startedSince(noon(today.minusDays(NIGHTS)), only).stream()
                        .map(run -> Status.seen(ledger, run))
                        .toList();
        Map<JobOf, List<Run>> byJob =
                runs.stream()
                        .collect(
                                Collectors.groupingBy(
                                        run -> new JobOf(run.job(), run.account()),
                                        LinkedHashMap::new,
                                        Collectors.toList()));
        List<JobNight> nights = nights(jobs, byJob, since, now);
        Set<String> stores = new TreeSet<>();
        byJob.keySet().forEach(each -> stores.add(each.account()));
        List<Run> ofNight = runs.stream().filter(run -> isOfNight(run, since)).toList();
        MorningLists lists = new MorningLists(ledger, zone);
        return new Morning(
                now,
                since,
                zone.toString(),
                nights.stream().anyMatch(each -> each.state().needsSomebody()),
                nights,
                lists.soldOut(ofNight),
                lists.held(byJob.values()),
                lists.forgotten(stores, noon(today.minusDays(NIGHTS))),
                stores.stream().map(each -> store(each, runs, today)).toList());
    }

    private Instant noon(LocalDate date) {
        return date.atTime(LocalTime.NOON).atZone(zone).toInstant();
    }

    private static boolean isOfNight(Run run, Instant since) {
        return run.state() == RunState.RUNNING
                || !run.startedAt().isBefore(since)
                || run.endedAt() != null && !run.endedAt().isBefore(since);
    }

    /** Jobs that run by themselves or did lately, then imports by hand; trouble first. */
    private List<JobNight> nights(
            List<Entry> jobs, Map<JobOf, List<Run>> byJob, Instant since, Instant now) {
        Map<JobOf, JobNight> nights =
                new TreeMap<>(Comparator.comparing(JobOf::job).thenComparing(JobOf::account));
        for (Entry entry : jobs) {
            Optional<JobDefinition> job = entry.definition();
            boolean byItself =
                    job.filter(
                                    each ->
                                            each.schedule().isPresent()
                                                    || each.notifySettings().expect().isPresent())
                            .isPresent();
            if (byItself || entry.fault().isPresent()) {
                String account = job.map(each -> accounts.apply(each.account())).orElse("");
                JobOf of = new JobOf(entry.name(), account);
                List<Run> runs = byJob.getOrDefault(of, List.of());
                nights.put(of, night(of, Optional.of(entry), runs, since, now));
            }
        }
        byJob.forEach(
                (of, runs) -> {
                    boolean byHand = of.job().equals(ImportOrder.NO_JOB);
                    if (!byHand || isOfNight(runs.get(0), since)) {
                        nights.computeIfAbsent(
                                of, same -> night(of, Optional.empty(), runs, since, now));
                    }
                });
        return nights.values().stream().sorted(Comparator.comparing(JobNight::state)).toList();
    }

    /**
     * @param runs of the job, newest first
     */
    private JobNight night(
            JobOf of, Optional<Entry> entry, List<Run> runs, Instant since, Instant now) {
        Optional<Run> shown =
                Stream.concat(
                                runs.stream().limit(1),
                                runs.stream().skip(1).filter(Mornings::isOpen))
                        .filter(run -> isOfNight(run, since) || isOpen(run))
                        .min(Comparator.comparing(Mornings::state));
        Optional<JobDefinition> job = entry.flatMap(Entry::definition);
        Optional<String> fault = entry.flatMap(Entry::fault);
        ExpectedSheets expected = new ExpectedSheets(ledger, accounts);
        State state = shown.map(Mornings::state).orElse(State.NO_SHEET);
        String message = shown.map(Mornings::message).orElse("");
        if (state.compareTo(State.LATE) > 0) {
            List<String> alarms = job.map(each -> expected.alarms(each, now)).orElse(List.of());
            if (fault.isPresent() || !alarms.isEmpty()) {
                boolean late = job.flatMap(each -> expected.missed(each, now)).isPresent();
                state = late ? State.LATE : State.FAILED;
                message = fault.orElseGet(() -> String.join(". ", alarms));
            } else if (shown.isEmpty()) {
                message = last(of);
            }
        }
        Comparison comparison = shown.map(run -> comparison(run, runs)).orElse(null);
        return new JobNight(
                of.job(),
                of.account(),
                state,
                message,
                shown.map(Run::id).orElse(null),
                shown.map(SheetWords::name).orElse(null),
                shown.map(Run::startedAt).orElse(null),
                shown.filter(Run::isStaged).map(run -> balance(run.tally())).orElse(null),
                comparison != null && comparison.unusual(),
                comparison == null ? null : comparison.sentence());
    }

    private static boolean isOpen(Run run) {
        return run.isUnfinished() && run.state() != RunState.RUNNING;
    }

    private static Morning.Balance balance(Tally tally) {
        return new Morning.Balance(
                tally.rows(), tally.rowsToCorrect(), tally.colours(SENT), tally.colours(UNCHANGED));
    }

    static State state(Run run) {
        return switch (run.state()) {
            case RUNNING -> State.RUNNING;
            case STOPPED -> State.STOPPED;
            case FAILED -> Brake.isReason(run.message()) ? State.WAITING : State.FAILED;
            case COMPLETED ->
                    run.tally().rowsToCorrect() > 0
                            ? State.TO_CORRECT
                            : run.tally().colours(SENT) > 0 ? State.SENT : State.UNCHANGED;
        };
    }

    private static String message(Run run) {
        if (run.state() == RunState.RUNNING) {
            return "Not finished yet";
        }
        if (run.state() != RunState.COMPLETED) {
            return SheetWords.reason(run);
        }
        Morning.Balance rows = balance(run.tally());
        return "%s%s sent, %s unchanged, of %s"
                .formatted(
                        rows.toCorrect() == 0
                                ? ""
                                : Count.of(rows.toCorrect(), "row") + " to correct; ",
                        Count.of(rows.sentColours(), "colour"),
                        Count.of(rows.unchangedColours()),
                        Count.of(rows.read(), "row"));
    }

    private String last(JobOf of) {
        return ledger.runs()
                .lastFinished(of.account(), of.job())
                .map(
                        run ->
                                "The last sheet was imported "
                                        + TIME.format(run.endedAt().atZone(zone)))
                .orElse("No sheet was imported yet");
    }

    private Comparison comparison(Run shown, List<Run> runs) {
        if (!shown.isStaged() || shown.job().equals(ImportOrder.NO_JOB)) {
            return null;
        }
        LocalDate tonight = UsualNights.date(shown, zone);
        return UsualNights.compare(
                Figures.of(shown, zone),
                newestOfNights(runs, zone).entrySet().stream()
                        .filter(night -> night.getKey().isBefore(tonight))
                        .map(night -> Figures.of(night.getValue(), zone))
                        .toList());
    }

    /** The newest settled run of each night, newest first. */
    static Map<LocalDate, Run> newestOfNights(List<Run> runs, ZoneId zone) {
        Map<LocalDate, Run> nights = new LinkedHashMap<>();
        runs.stream()
                .filter(Run::isNamed)
                .forEach(run -> nights.putIfAbsent(UsualNights.date(run, zone), run));
        return nights;
    }

    /** The last nights of an account; a night without a run is empty. */
    private Store store(String account, List<Run> all, LocalDate today) {
        Map<LocalDate, List<Run>> byNight =
                all.stream()
                        .filter(run -> run.account().equals(account) && run.isStaged())
                        .collect(Collectors.groupingBy(run -> UsualNights.date(run, zone)));
        LocalDate last = byNight.containsKey(today.plusDays(1)) ? today.plusDays(1) : today;
        return new Store(
                account,
                last.minusDays(NIGHTS - 1)
                        .datesUntil(last.plusDays(1))
                        .map(date -> night(date, byNight.getOrDefault(date, List.of())))
                        .toList());
    }

    /**
     * @param runs of one night, newest first
     */
    private static Night night(LocalDate date, List<Run> runs) {
        Optional<Tally.Stock> stock =
                runs.stream().filter(Run::isNamed).findFirst().map(run -> run.tally().stock());
        Map<String, Run> newest = new HashMap<>();
        Map<String, Instant> first = new TreeMap<>();
        for (Run run : runs) {
            newest.putIfAbsent(run.job(), run);
            first.put(run.job(), run.startedAt());
        }
        first.remove(ImportOrder.NO_JOB);
        return new Night(
                date,
                stock.map(Tally.Stock::pieces).orElse(null),
                stock.map(Tally.Stock::atZero).orElse(null),
                runs.isEmpty()
                        ? null
                        : newest.values().stream().mapToInt(r -> r.tally().rowsToCorrect()).sum(),
                first.entrySet().stream().map(e -> new Came(e.getKey(), e.getValue())).toList());
    }
}
