package dev.stockload.jobs;

import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.jobs.define.JobFolder.Entry;
import dev.stockload.jobs.take.JobSheets;
import dev.stockload.jobs.take.JobSheets.Last;
import dev.stockload.jobs.take.JobSheets.Late;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.TimeWords;
import dev.stockload.runs.Run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds jobs that should have imported a new sheet by now and have not. */
public record ExpectedSheets(Ledger ledger, UnaryOperator<String> ledgerName) {
    /** How many days back to look for one on which a sheet was expected. */
    private static final int MOST_DAYS = 32;

    private static final int MOST_TIMES = 8;

    enum Kind {
        NO_SHEET,
        SAME_AGAIN,
        NOT_FINISHED
    }

    /** How the sheet of an expected time came. */
    enum Arrival {
        ON_TIME,
        LATE,
        MISSING
    }

    /** A sheet that did not come by the time at which it was expected. */
    public record Missed(String job, Instant by, Kind kind, String sentence) {}

    /** The ledger's name of the account of a job. */
    String account(JobDefinition job) {
        return ledgerName.apply(job.account());
    }

    public Optional<Missed> missed(JobDefinition job, Instant now) {
        List<Instant> times = expected(job, now);
        // A definition that was changed after a time did not expect a sheet at that time.
        if (times.isEmpty() || !times.get(0).isAfter(job.changedAt())) {
            return Optional.empty();
        }
        return missingSince(job, times).map(since -> missed(job, times.get(0), since));
    }

    /** With the first reason that fits: a sheet came and was not imported, or none came. */
    private Missed missed(JobDefinition job, Instant by, Instant since) {
        String time = time(by, job);
        Kind kind = Kind.NOT_FINISHED;
        String sentence;
        Optional<Run> begun =
                ledger.runs()
                        .latestUsable(account(job), job.name())
                        .filter(Run::isUnfinished)
                        .filter(run -> run.startedAt().isAfter(since));
        Optional<Last> again = sheets(job).last().filter(file -> file.at().isAfter(since));
        Optional<Run> unusable =
                again.flatMap(Last::run).flatMap(ledger.runs()::find).filter(Run::isUnusable);
        if (begun.isPresent()) {
            Run run = begun.get();
            String why = run.message() == null ? "" : ": " + run.reason();
            sentence =
                    "%s came, but its import was not finished by %s%s"
                            .formatted(run.fileName(), time, why);
        } else if (unusable.isPresent()) {
            sentence =
                    "%s came by %s, but cannot be used: %s"
                            .formatted(name(again), time, unusable.get().reason());
        } else if (again.isPresent() && again.get().late().isEmpty()) {
            kind = Kind.SAME_AGAIN;
            sentence =
                    "%s came again by %s with the same content as before"
                            .formatted(name(again), time);
        } else {
            kind = Kind.NO_SHEET;
            String why =
                    again.flatMap(Last::late)
                            .map(". "::concat)
                            .or(() -> sheets(job).failure().map("; the last fetch failed "::concat))
                            .orElse("");
            sentence = "No new sheet came by %s%s".formatted(time, why);
        }
        return new Missed(job.name(), by, kind, sentence + ". " + last(job));
    }

    /**
     * Since when a sheet is missing; empty if one came for the latest time.
     *
     * @param times when a sheet was expected, the latest first
     */
    private Optional<Instant> missingSince(JobDefinition job, List<Instant> times) {
        Instant first = times.get(times.size() - 1).minus(Duration.ofDays(1));
        List<Instant> sheets = ledger.runs().finishedSince(account(job), job.name(), first);
        Map<Instant, Arrival> arrivals = arrivals(job, times, sheets);
        if (arrivals.get(times.get(0)) != Arrival.MISSING) {
            return Optional.empty();
        }
        Instant begin = times.size() > 1 ? times.get(1) : first;
        return arrivals.get(begin) == Arrival.LATE
                ? sheets.stream().filter(at -> at.isAfter(begin)).findFirst()
                : Optional.of(begin);
    }

    /**
     * Whether a sheet came for each of these times. Each needs a sheet of its own: the first after
     * a missed time may be a late one for that time.
     *
     * @param times the latest first
     * @param sheets when sheets were finished, the first first
     */
    static Map<Instant, Arrival> arrivals(
            JobDefinition job, List<Instant> times, List<Instant> sheets) {
        Map<Instant, Arrival> arrivals = new HashMap<>();
        Instant begin = times.get(times.size() - 1).minus(Duration.ofDays(1));
        for (int i = times.size() - 1; i >= 0; i--) {
            Instant by = times.get(i);
            Instant after = begin;
            List<Instant> came =
                    sheets.stream().filter(at -> at.isAfter(after) && !at.isAfter(by)).toList();
            boolean late =
                    arrivals.get(after) == Arrival.MISSING
                            && !came.isEmpty()
                            && isLate(job, came.get(0), after, by);
            if (late) {
                arrivals.put(after, Arrival.LATE);
            }
            boolean missed = came.size() == (late ? 1 : 0);
            arrivals.put(by, missed ? Arrival.MISSING : Arrival.ON_TIME);
            begin = by;
        }
        if (sheets.stream().anyMatch(at -> at.isAfter(times.get(0)))) {
            arrivals.replace(times.get(0), Arrival.MISSING, Arrival.LATE);
        }
        return arrivals;
    }

    /**
     * Whether a sheet is a late one for the time before it: it came before the only run that is
     * scheduled until the next time or, with several runs or none, closer to the time before.
     */
    private static boolean isLate(JobDefinition job, Instant came, Instant before, Instant next) {
        List<Instant> runs =
                job.timetable().map(times -> times.next(before, 2)).orElse(List.of()).stream()
                        .filter(run -> !run.isAfter(next))
                        .toList();
        Duration half = Duration.between(before, next).dividedBy(2);
        return came.isBefore(runs.size() == 1 ? runs.get(0) : before.plus(half));
    }

    /** All that is missing or late; {@code late} if that is a sheet. */
    record Alarms(boolean late, List<String> sentences) {}

    Alarms alarms(JobDefinition job, Instant now) {
        Optional<Missed> missed = missed(job, now);
        List<String> late = Late.sentences(sheets(job).late(now));
        return new Alarms(
                missed.isPresent() || !late.isEmpty(),
                Stream.concat(overdue(job, missed, now).stream(), late.stream()).toList());
    }

    /** Sheets and runs that did not come by their time. */
    public List<String> overdue(JobDefinition job, Instant now) {
        return overdue(job, missed(job, now), now);
    }

    private List<String> overdue(JobDefinition job, Optional<Missed> missed, Instant now) {
        List<String> sentences = new ArrayList<>(missed.map(Missed::sentence).stream().toList());
        if (missed.filter(each -> each.kind() == Kind.NO_SHEET).isEmpty()) {
            sheets(job).failure().map("The last fetch failed "::concat).ifPresent(sentences::add);
        }
        job.timetable()
                .flatMap(times -> new StoredSchedules(ledger.database()).of(job.name()))
                .flatMap(stored -> stored.missed(now))
                .map(at -> "It did not run %s, as scheduled".formatted(time(at, job)))
                .ifPresent(sentences::add);
        return sentences;
    }

    /** These jobs, and those that are due and that no host has. */
    public List<Entry> all(List<Entry> jobs, Instant now) {
        Set<String> here = jobs.stream().map(Entry::name).collect(Collectors.toSet());
        Stream<Entry> away =
                new StoredSchedules(ledger.database())
                        .all().stream()
                                .filter(stored -> !here.contains(stored.job()))
                                .filter(stored -> stored.isOverdue(now))
                                .map(ExpectedSheets::away);
        return Stream.concat(jobs.stream(), away).toList();
    }

    private static Entry away(StoredSchedules.Stored stored) {
        String words =
                "It did not run %s, as scheduled: no running Stockload has a definition jobs/%s.yml"
                        .formatted(
                                TimeWords.dayWithZone(stored.at().atZone(ZoneId.systemDefault())),
                                stored.job());
        return new Entry(stored.job(), Optional.empty(), Optional.of(words));
    }

    public JobSheets sheets(JobDefinition job) {
        return new JobSheets(ledger, job, account(job));
    }

    /** All that is missing or late of these jobs, and of those that are due and no host has. */
    public List<String> alarms(List<Entry> jobs, JobFolder folder, Instant now) {
        List<String> sentences = new ArrayList<>();
        for (Entry job : all(folder.list(), now)) {
            if (!folder.contains(job.name())) {
                sentences.add(job.name() + ": " + job.fault().orElseThrow());
            }
        }
        for (JobDefinition job : Entry.usable(jobs)) {
            alarms(job, now).sentences().forEach(each -> sentences.add(job.name() + ": " + each));
        }
        return sentences;
    }

    private static String time(Instant at, JobDefinition job) {
        return TimeWords.dayWithZone(at.atZone(job.zoneOrDefault()));
    }

    private String last(JobDefinition job) {
        return lastSheet(job)
                .map(
                        run ->
                                "The last one, %s, was imported %s; the service still shows that stock."
                                        .formatted(run.fileName(), time(run.endedAt(), job)))
                .orElse("None was ever imported.");
    }

    private static String name(Optional<Last> seen) {
        return String.valueOf(Path.of(seen.orElseThrow().name()).getFileName());
    }

    public Optional<Run> lastSheet(JobDefinition job) {
        return ledger.runs().lastFinished(account(job), job.name());
    }

    /** The last times by which a sheet was expected, the latest first. */
    static List<Instant> expected(JobDefinition job, Instant now) {
        return expected(job, now, MOST_DAYS).limit(MOST_TIMES).toList();
    }

    /**
     * The times of the last days by which a sheet was expected, the latest first. With a schedule,
     * a day counts only if the job runs in the 24 hours before.
     */
    static Stream<Instant> expected(JobDefinition job, Instant now, int days) {
        return times(job, now, days).filter(by -> isExpected(job, by));
    }

    /** The last time by which a sheet may have been expected; empty if none ever is. */
    static Optional<Instant> lastTime(JobDefinition job, Instant now) {
        return times(job, now, MOST_DAYS).findFirst();
    }

    private static Stream<Instant> times(JobDefinition job, Instant now, int days) {
        ZoneId zone = job.zoneOrDefault();
        return job.notifySettings().expect().stream()
                .filter(time -> !job.paused())
                .flatMap(
                        time ->
                                Stream.iterate(
                                                now.atZone(zone).toLocalDate(),
                                                day -> day.minusDays(1))
                                        .limit(days)
                                        .map(day -> day.atTime(time).atZone(zone).toInstant())
                                        .filter(by -> !by.isAfter(now)));
    }

    private static boolean isExpected(JobDefinition job, Instant by) {
        return job.timetable()
                .map(times -> times.next(by.minus(Duration.ofDays(1))))
                .map(next -> next.filter(run -> !run.isAfter(by)).isPresent())
                .orElse(true);
    }
}
