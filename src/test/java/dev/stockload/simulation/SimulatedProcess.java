package dev.stockload.simulation;

import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A process of a host: the time it sees, and the points at which it may be killed or paused. */
final class SimulatedProcess implements Time {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final World world;
    private final Faults faults;
    private final int host;
    private final Supplier<Duration> clockAhead;
    private final StopSignal stop = new StopSignal();
    private final List<Runnable> connections = new ArrayList<>();
    private final List<World.Actor> others = new ArrayList<>();
    private boolean dead;
    private boolean ended;
    private long pausedUntil;
    private String run;

    /**
     * @param clockAhead how much its clock differs now from that of the world
     */
    SimulatedProcess(World world, Faults faults, int host, Supplier<Duration> clockAhead) {
        this.clockAhead = clockAhead;
        this.world = world;
        this.faults = faults;
        this.host = host;
    }

    int host() {
        return host;
    }

    World world() {
        return world;
    }

    StopSignal stop() {
        return stop;
    }

    boolean isDead() {
        return dead;
    }

    /** From now on it works on this run. */
    void worksOn(String newRun) {
        run = newRun;
    }

    Create.Sender sender() {
        return new Create.Sender(host, run);
    }

    /** Adds what happens to a connection to the database when it is cut. */
    void connected(Runnable cut) {
        connections.add(cut);
    }

    void disconnected(Runnable cut) {
        connections.remove(cut);
    }

    /** The database forgets this process, as when the network between them fails. */
    void cut() {
        List<Runnable> all = List.copyOf(connections);
        connections.clear();
        all.forEach(Runnable::run);
    }

    /** The process is about to do something that the world can see. */
    void before(Effect effect) {
        checkAlive();
        world.step();
        if (world.now() < pausedUntil) {
            world.rest(pausedUntil, null);
        }
        world.journal().tick(world.now(), effect);
        faults.killed(host, effect).ifPresent(this::die);
        faults.paused(host, effect).ifPresent(pause -> sleep(pause, effect));
        checkAlive();
    }

    /** The process is at this point of a create. */
    void at(int create, Event.AtCreate.Moment moment) {
        faults.atCreate(create, moment)
                .ifPresent(
                        fault -> {
                            note(
                                    "%s: %s"
                                            .formatted(
                                                    fault.stop() ? "is asked to stop" : "is killed",
                                                    fault));
                            if (fault.stop()) {
                                stop.ask();
                            } else {
                                dead = true;
                                cut();
                            }
                        });
        if (moment == Event.AtCreate.Moment.TAKEN) {
            faults.pausedAtCreate(create)
                    .ifPresent(pause -> sleep(pause.seconds(), pause.cut(), "create " + create));
        }
        checkAlive();
    }

    /** It is killed from outside. */
    void end(String why) {
        note(why);
        dead = true;
        cut();
    }

    void note(String what) {
        // Numbers of processes and executions are not of this history.
        String words = what.replaceAll(" \\(process [^)]*\\)|id=\\d+", "");
        world.journal().add(world.now(), "host " + host, words);
    }

    private void die(Event.Kill kill) {
        note("is killed at " + kill.effect());
        dead = true;
        world.in(Duration.ofSeconds(kill.noticedAfterSeconds()), this::cut);
    }

    private void sleep(Event.Pause pause, Effect effect) {
        // Nobody can see to it that nothing is between the last look and the sending.
        long seconds = effect == Effect.SEND ? SOON.toSeconds() : pause.seconds();
        sleep(seconds, pause.cut(), effect.toString());
    }

    private void sleep(long seconds, boolean isCut, String where) {
        note("is paused at %s for %d s%s".formatted(where, seconds, isCut ? ", cut off" : ""));
        pausedUntil = world.now() + Duration.ofSeconds(seconds).toNanos();
        if (isCut) {
            world.at((world.now() + pausedUntil) / 2, this::cut);
        }
        world.rest(pausedUntil, null);
        note("goes on");
    }

    /** Another thread of this process. */
    void beside(Runnable work) {
        others.add(
                world.actor(
                        "beside host " + host,
                        () -> {
                            try {
                                work.run();
                            } catch (KilledError e) {
                                // It ends with its process.
                            }
                        }));
    }

    /** Lets another thread rest; false when its process has ended meanwhile. */
    boolean restsBeside(Duration time) {
        world.rest(world.now() + time.toNanos(), null);
        if (world.now() < pausedUntil) {
            world.rest(pausedUntil, null);
        }
        return !ended && !dead;
    }

    /** The process has come to its end, of its own or not. */
    void end() {
        ended = true;
        if (!dead) {
            cut();
        }
        others.forEach(world::wake);
    }

    private void checkAlive() {
        if (dead || world.isOver()) {
            throw new KilledError();
        }
    }

    @Override
    public Instant instant() {
        return world.time().plus(clockAhead.get());
    }

    @Override
    public void later(Duration wait, Runnable action) {
        // Nobody is waited for that long here.
    }

    @Override
    public void rest(Duration time, StopSignal wakesBy) {
        if (time.isNegative() || time.isZero() || wakesBy.isAsked()) {
            checkAlive();
            return;
        }
        before(Effect.REST);
        world.rest(world.now() + time.toNanos(), wakesBy);
        checkAlive();
    }

    @Override
    public long nanos() {
        return world.now();
    }
}
