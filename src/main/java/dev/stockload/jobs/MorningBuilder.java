package dev.stockload.jobs;

import static dev.stockload.stock.ColourState.SENT;
import static dev.stockload.stock.ColourState.UNCHANGED;

import dev.stockload.imports.keep.ForgottenJobs;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.ExpectedSheets.Alarms;
import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.jobs.Morning.State;
import dev.stockload.jobs.Morning.Store;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder.Entry;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.JobSheets.Late;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.RowsToCorrect;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.Count;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Makes the {@link Morning} from the runs of the last 30 nights, their history and the book.
 *
 * @param zone in which nights begin at noon
 */
public record MorningBuilder(ExpectedSheets expected, ZoneId zone, Instant now) {
    public static final int NIGHTS = 30;

    private record JobOf(String job, String account) {}

    /** Last night of these jobs and of all runs. */
    public static Morning ofAll(List<Entry> jobs, ExpectedSheets expected, Instant now) {
        return new MorningBuilder(expected, zone(jobs), now).of(expected.all(jobs, now), Set.of());
    }

    static Morning ofOnly(List<JobDefinition> jobs, ExpectedSheets expected, Instant now) {
        List<Entry> entries = jobs.stream().map(Entry::of).toList();
        Set<String> names = entries.stream().map(Entry::name).collect(Collectors.toSet());
        return new MorningBuilder(expected, zone(entries), now).of(entries, names);
    }

    /** That of the first job that names one. */
    private static ZoneId zone(List<Entry> jobs) {
        return Entry.usable(jobs).stream()
                .flatMap(job -> job.zone().stream())
                .findFirst()
                .orElseGet(ZoneId::systemDefault);
    }

    private Morning of(List<Entry> jobs, Set<String> only) {
        Instant first = noon(NIGHTS);
        Ledger ledger = expected.ledger();
        List<Run> runs =
                ledger.waitingRuns().seen(ledger.runs().startedSince(first, only)).stream()
                        .filter(run -> !ForgottenJobs.isForgotten(run.job()))
                        // What only read a sheet otherwise and was undone leaves it as it was.
                        .filter(run -> run.corrects() == null || !run.isUndone())
                        .toList();
        Map<JobOf, List<Run>> byJob =
                runs.stream()
                        .collect(Collectors.groupingBy(run -> new JobOf(run.job(), run.account())));
        Set<String> stores = new TreeSet<>(runs.stream().map(Run::account).toList());
        List<JobNight> nights = nights(jobs, byJob);
        MorningLists lists = new MorningLists(ledger);
        List<Run> ofNight = runs.stream().filter(run -> isSettled(run) && isOfNight(run)).toList();
        return new Morning(
                now,
                noon(1),
                zone.toString(),
                nights.stream().anyMatch(each -> each.state().needsSomebody()),
                nights,
                lists.soldOut(ofNight),
                lists.held(byJob.values().stream().map(this::newestOfNights).toList()),
                lists.left(byJob.values().stream().map(this::newestOfNights).toList()),
                lists.newColours(ofNight),
                lists.forgotten(stores, first),
                stores.stream().map(each -> store(each, runs)).toList(),
                only.isEmpty() ? unclaimed(jobs) : ForgottenJobs.Unclaimed.NONE);
    }

    private ForgottenJobs.Unclaimed unclaimed(List<Entry> jobs) {
        Set<String> names = jobs.stream().map(Entry::name).collect(Collectors.toSet());
        return new ForgottenJobs(expected.ledger()).unclaimed(names);
    }

    private LocalDate today() {
        return now.atZone(zone).toLocalDate();
    }

    private Instant noon(int daysAgo) {
        return today().minusDays(daysAgo).atTime(LocalTime.NOON).atZone(zone).toInstant();
    }

    private boolean isOfNight(Run run) {
        Instant since = noon(1);
        return run.state() == Run.State.RUNNING
                || !run.startedAt().isBefore(since)
                || run.endedAt() != null && !run.endedAt().isBefore(since);
    }

    /** Whether its sheet is what the stock follows: what was undone counts no more. */
    private static boolean isSettled(Run run) {
        return run.isNamed() && !run.isUndone();
    }

    /**
     * Jobs that run by themselves or did lately, and each import by hand until it is in order;
     * trouble first.
     */
    private List<JobNight> nights(List<Entry> jobs, Map<JobOf, List<Run>> byJob) {
        Map<JobOf, Entry> all =
                new TreeMap<>(Comparator.comparing(of -> of.job() + " " + of.account()));
        for (Entry entry : jobs) {
            Optional<JobDefinition> job = entry.definition();
            if (job.map(this::isToBeShown).orElse(true)) {
                String account = job.map(expected::account).orElse("");
                all.put(new JobOf(entry.name(), account), entry);
            }
        }
        List<JobNight> nights = new ArrayList<>();
        byJob.forEach(
                (of, runs) -> {
                    Entry entry = new Entry(of.job(), Optional.empty(), Optional.empty());
                    if (!of.job().equals(ImportOrder.NO_JOB)) {
                        all.putIfAbsent(of, entry);
                        return;
                    }
                    runs.stream()
                            .map(this::seen)
                            .filter(run -> isOfNight(run) || isToBeShown(run))
                            .forEach(run -> nights.add(night(of, entry, List.of(run))));
                });
        all.forEach((of, entry) -> nights.add(night(of, entry, byJob.getOrDefault(of, List.of()))));
        nights.sort(Comparator.comparing(JobNight::state));
        return nights;
    }

    /** Whether it runs by itself, or has late sheets. */
    private boolean isToBeShown(JobDefinition job) {
        return job.schedule().isPresent()
                || job.notifySettings().expect().isPresent()
                || !expected.sheets(job).late(now).isEmpty();
    }

    /** {@code runs} are those of the job, newest first. */
    private JobNight night(JobOf of, Entry entry, List<Run> runs) {
        // Of older runs only those matter that somebody still has to resume.
        Optional<Run> shown =
                runs.stream()
                        .filter(run -> isToBeShown(run) || run == runs.get(0) && isOfNight(run))
                        .map(this::seen)
                        .min(Comparator.comparing(State::of));
        State state = shown.map(State::of).orElse(State.NO_SHEET);
        boolean paused = entry.definition().filter(JobDefinition::paused).isPresent();
        String message =
                shown.map(MorningBuilder::message)
                        .orElseGet(() -> (paused ? "It is paused. " : "") + last(of));
        if (state.compareTo(State.LATE) > 0) {
            Optional<Alarms> alarms = entry.definition().map(job -> expected.alarms(job, now));
            List<String> sentences = new ArrayList<>(entry.fault().stream().toList());
            alarms.ifPresent(all -> sentences.addAll(all.sentences()));
            if (!sentences.isEmpty()) {
                state = alarms.filter(Alarms::late).isPresent() ? State.LATE : State.FAILED;
                message = String.join(". ", sentences);
            }
        } else if (entry.definition().isPresent()) {
            JobSheets sheets = expected.sheets(entry.definition().get());
            for (String late : Late.sentences(sheets.late(now))) {
                message += ". " + late;
            }
        }
        Optional<UsualNights.Comparison> comparison =
                shown.filter(Run::isStaged)
                        .filter(run -> !of.job().equals(ImportOrder.NO_JOB))
                        .map(run -> comparison(run, runs));
        return new JobNight(
                of.job(),
                of.account(),
                state,
                message,
                shown.map(Run::id).orElse(null),
                shown.map(Run::fileName).orElse(null),
                shown.map(Run::startedAt).orElse(null),
                comparison.filter(each -> !each.unusual().isEmpty()).isPresent(),
                comparison.map(UsualNights.Comparison::toString).orElse(null));
    }

    /** By hand there may be no newer sheet that says what became of it. */
    private static boolean isToBeShown(Run run) {
        return isOpen(run)
                || run.job().equals(ImportOrder.NO_JOB) && State.of(run) == State.TO_CORRECT;
    }

    /** As it is now; nights are compared as they were. */
    private Run seen(Run run) {
        return new RowsToCorrect(expected.ledger()).seen(run);
    }

    private static boolean isOpen(Run run) {
        return run.isUnfinished() && run.state() != Run.State.RUNNING && run.correctedBy() == null;
    }

    private static String message(Run run) {
        if (run.isUndone()) {
            return "It was undone";
        }
        if (run.state() == Run.State.RUNNING) {
            return run.waits() ? run.message() : "Not finished yet";
        }
        if (run.state() != Run.State.COMPLETED) {
            return run.reason();
        }
        Tally tally = run.tally();
        int bad = run.rowsToCorrect();
        return "%s%s sent, %s unchanged, of %s"
                .formatted(
                        bad == 0 ? "" : Count.of(bad, "row") + " to correct; ",
                        Count.of(tally.colours(SENT), "colour"),
                        Count.of(tally.colours(UNCHANGED)),
                        Count.of(tally.rows(), "row"));
    }

    private String last(JobOf of) {
        return expected.ledger()
                .runs()
                .lastFinished(of.account(), of.job())
                .map(
                        run ->
                                "The last sheet was imported "
                                        + TimeWords.day(run.endedAt().atZone(zone)))
                .orElse("No sheet was imported yet");
    }

    private UsualNights.Comparison comparison(Run shown, List<Run> runs) {
        Map<LocalDate, Run> before = newestOfNights(runs);
        before.keySet().removeIf(date -> !date.isBefore(UsualNights.date(shown, zone)));
        return UsualNights.compare(
                UsualNights.figures(shown, zone),
                before.values().stream().map(run -> UsualNights.figures(run, zone)).toList());
    }

    /** The newest settled run of each night, newest first. */
    private Map<LocalDate, Run> newestOfNights(List<Run> runs) {
        Map<LocalDate, Run> nights = new LinkedHashMap<>();
        runs.stream()
                .filter(MorningBuilder::isSettled)
                .forEach(run -> nights.putIfAbsent(UsualNights.date(run, zone), run));
        return nights;
    }

    private Store store(String account, List<Run> all) {
        Map<LocalDate, List<Run>> byNight =
                all.stream()
                        .filter(run -> run.account().equals(account) && run.isStaged())
                        .collect(Collectors.groupingBy(run -> UsualNights.date(run, zone)));
        LocalDate tomorrow = today().plusDays(1);
        LocalDate last = byNight.containsKey(tomorrow) ? tomorrow : today();
        return new Store(
                account,
                last.minusDays(NIGHTS - 1)
                        .datesUntil(last.plusDays(1))
                        .map(date -> night(date, byNight.getOrDefault(date, List.of())))
                        .toList());
    }

    /** {@code runs} are those of one night, newest first. */
    private Night night(LocalDate date, List<Run> runs) {
        Optional<Tally.Stock> stock =
                runs.stream()
                        .filter(MorningBuilder::isSettled)
                        .findFirst()
                        .map(run -> run.tally().stock());
        Map<String, Run> newest = new HashMap<>();
        Map<String, Instant> first = new TreeMap<>();
        for (Run run : runs) {
            boolean byHand = run.job().equals(ImportOrder.NO_JOB);
            // No newer sheet by hand replaces another, only its rejects file.
            newest.putIfAbsent(byHand ? run.content() : run.job(), byHand ? seen(run) : run);
            first.put(run.job(), run.startedAt());
        }
        first.remove(ImportOrder.NO_JOB);
        return new Night(
                date,
                stock.map(Tally.Stock::pieces).orElse(null),
                stock.map(each -> (long) each.atZero()).orElse(null),
                runs.isEmpty()
                        ? null
                        : newest.values().stream().mapToLong(Run::rowsToCorrect).sum(),
                first);
    }
}
