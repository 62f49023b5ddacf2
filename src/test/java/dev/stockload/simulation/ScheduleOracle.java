package dev.stockload.simulation;

import dev.stockload.jobs.BeginsOnly;
import dev.stockload.jobs.PolledScheduler;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.simulation.Violation.Question;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Serves schedules and asks: was every night that some host could run run, and once. A host can if
 * its clock is right and the file of the job is there, a few times within the time to catch up.
 */
final class ScheduleOracle {
    private static final Duration CATCH_UP = Duration.ofHours(6);
    static final Duration FIRST = Duration.ofMinutes(30);
    private static final Duration SLACK = Duration.ofMinutes(5);
    private static final int NIGHTS = 5;
    private static final int ENOUGH_LOOKS = 4;

    private final Plan plan;
    private final World world;
    private final JobTraits traits;
    private final BiConsumer<Question, String> found;
    private final List<Look> looks = new ArrayList<>();
    private final List<Ran> runs = new ArrayList<>();

    /** A host has looked, and could have run the job if its time had come. */
    private record Look(int host, long at) {}

    /** The job ran, and what the clock of its host showed. */
    private record Ran(long at, long clock) {}

    ScheduleOracle(Plan plan, World world, JobTraits traits, BiConsumer<Question, String> found) {
        this.plan = plan;
        this.world = world;
        this.traits = traits;
        this.found = found;
    }

    void serve(SimulatedProcess process, Ledger ledger, JobFolder jobs) {
        OwnerLeases owners = ledger.owners();
        owners.enter("host " + process.host());
        PolledScheduler scheduler =
                new PolledScheduler(
                        ledger,
                        jobs,
                        (BeginsOnly)
                                (job, again) -> {
                                    runs.add(new Ran(world.now(), clock(owners)));
                                    process.note("runs " + job.name());
                                    process.rest(
                                            Duration.ofSeconds((long) (1 + world.random() * 20)),
                                            new StopSignal());
                                    return true;
                                },
                        owners::now);
        while (world.now() < night(NIGHTS)) {
            // A clock that jumps is corrected by the server's seconds later.
            if (world.random() < 0.8) {
                owners.renew();
            }
            boolean able =
                    jobs.contains(EdgeHistory.JOB)
                            && Math.abs(clock(owners) - world.now()) < SLACK.toNanos();
            scheduler.poll();
            if (able) {
                looks.add(new Look(process.host(), world.now()));
            }
            process.rest(Duration.ofSeconds((long) (60 + world.random() * 3000)), new StopSignal());
        }
    }

    private long clock(OwnerLeases owners) {
        return world.nanosTo(owners.now());
    }

    private long night(int number) {
        return world.nanosTo(traits.night(number));
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
                    IntStream.range(0, plan.hosts())
                            .anyMatch(host -> looks(host, from, until) >= ENOUGH_LOOKS);
            long count = runs.stream().filter(run -> run.at() >= from && run.at() < until).count();
            if (known && able && count == 0 && !isTakenEarly(from, until)) {
                found.accept(Question.MISSED_NIGHT, "nobody ran the job in night " + n);
            }
            if (untroubled && count > 1) {
                found.accept(
                        Question.RAN_TWICE, "the job ran %d times in night %d".formatted(count, n));
            }
        }
    }

    private long looks(int host, long from, long until) {
        return looks.stream()
                .filter(look -> look.host() == host && look.at() >= from && look.at() < until)
                .count();
    }

    /** A clock that was ahead ran it, and nobody has looked since by a clock that shows less. */
    private boolean isTakenEarly(long from, long until) {
        return runs.stream()
                .filter(run -> run.clock() >= from && run.clock() < until)
                .anyMatch(
                        run ->
                                looks.stream()
                                        .noneMatch(
                                                look ->
                                                        look.at() > run.at()
                                                                && look.at() >= from
                                                                && look.at() + SLACK.toNanos()
                                                                        < run.clock()));
    }
}
