package dev.stockload.simulation;

import dev.stockload.jobs.JobScheduler.JobRunner.End;
import dev.stockload.jobs.PolledScheduler;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.StopSignal;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Serves schedules and asks: was every night that some host could run run, and once. A host can if
 * its clock is right and the file of the job is there, a few times within the time to catch up.
 */
final class ScheduleOracle {
    private static final Duration CATCH_UP = Duration.ofHours(6);
    private static final Duration FIRST = Duration.ofMinutes(30);
    private static final int NIGHTS = 5;
    private static final int ENOUGH_LOOKS = 4;

    private final Plan plan;
    private final BiConsumer<Question, String> found;
    private final List<Look> looks = new ArrayList<>();
    private final List<Long> runs = new ArrayList<>();

    /** A host has looked, and could have run the job if its time had come. */
    private record Look(int host, long at) {}

    ScheduleOracle(Plan plan, BiConsumer<Question, String> found) {
        this.plan = plan;
        this.found = found;
    }

    void serve(SimulatedProcess process, Ledger ledger, JobFolder jobs) {
        World world = process.world();
        ledger.owners().enter("host " + process.host());
        PolledScheduler scheduler =
                new PolledScheduler(
                        ledger,
                        jobs,
                        (job, again) -> {
                            runs.add(world.now());
                            process.note("runs " + job.name());
                            process.rest(
                                    Duration.ofSeconds((long) (1 + world.random() * 20)),
                                    new StopSignal());
                            return End.DONE;
                        },
                        process);
        while (world.now() < night(NIGHTS)) {
            boolean able =
                    jobs.contains(EdgeHistory.JOB)
                            && process.instant()
                                    .equals(World.BEGIN.plusNanos(world.now() / 1000 * 1000));
            scheduler.poll();
            if (able) {
                looks.add(new Look(process.host(), world.now()));
            }
            process.rest(Duration.ofSeconds((long) (60 + world.random() * 3000)), new StopSignal());
        }
    }

    private static long night(int number) {
        return FIRST.plusDays(number).toNanos();
    }

    void ends() {
        boolean untroubled =
                plan.events().stream()
                        .allMatch(e -> e instanceof Event.Serve || e instanceof Event.JobAway);
        for (int n = 0; n < NIGHTS && !looks.isEmpty(); n++) {
            long from = night(n);
            long until = from + CATCH_UP.toNanos();
            boolean known = looks.stream().anyMatch(look -> look.at() < from);
            boolean able =
                    within(looks.stream().map(Look::at), from, until) >= ENOUGH_LOOKS
                            && looks.stream()
                                    .filter(look -> look.at() >= from && look.at() < until)
                                    .map(Look::host)
                                    .distinct()
                                    .anyMatch(
                                            host ->
                                                    within(
                                                                    looks.stream()
                                                                            .filter(
                                                                                    l ->
                                                                                            l.host()
                                                                                                    == host)
                                                                            .map(Look::at),
                                                                    from,
                                                                    until)
                                                            >= ENOUGH_LOOKS);
            long count = within(runs.stream(), from, until);
            if (known && able && count == 0) {
                found.accept(Question.MISSED_NIGHT, "nobody ran the job in night " + n);
            }
            if (untroubled && count > 1) {
                found.accept(
                        Question.RAN_TWICE, "the job ran %d times in night %d".formatted(count, n));
            }
        }
    }

    private static long within(Stream<Long> times, long from, long until) {
        return times.filter(at -> at >= from && at < until).count();
    }
}
