package dev.stockload.simulation;

import dev.stockload.process.StopSignal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Time and turns: of all who act exactly one does so at a time, and who that is depends on the seed
 * alone. Whoever rests hands its turn on; when all rest, the clock jumps.
 */
final class World {
    static final Instant BEGIN = Instant.parse("2026-11-15T01:30:00Z");
    private static final int MOST_EFFECTS = 60_000;
    private static final double SWITCH = 0.15;
    private static final long STUCK_SECONDS = 60;

    private final long seed;
    private final Journal journal;
    private final Instant begin;
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final List<Actor> actors = new ArrayList<>();
    private final Actor outside = new Actor("the end", -1);
    private Actor current = outside;
    private long now;
    private long timerCount;
    private long effects;
    private boolean over;

    private record Timer(long at, long number, Runnable action) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    /** Somebody who acts: a thread that waits until it is its turn. */
    static final class Actor {
        private final String name;
        private final int number;
        private final Semaphore baton = new Semaphore(0);
        private long wakesAt;
        private StopSignal wakesBy;
        private boolean gone;
        private long decisions;

        private Actor(String name, int number) {
            this.name = name;
            this.number = number;
        }
    }

    World(long seed, Journal journal, Instant begin) {
        this.seed = seed;
        this.journal = journal;
        this.begin = begin;
    }

    /** The time that it is. */
    Instant time() {
        return begin.plusNanos(now / 1000 * 1000);
    }

    /** The nanoseconds from the begin to a time. */
    long nanosTo(Instant time) {
        return Duration.between(begin, time).toNanos();
    }

    /** Nanoseconds since the history began. */
    long now() {
        return now;
    }

    Journal journal() {
        return journal;
    }

    /** Whether the history goes on without end. */
    boolean isOver() {
        return over;
    }

    /** Lets something happen later, whoever's turn it is then. */
    void at(long time, Runnable action) {
        timers.add(new Timer(Math.max(time, now), timerCount++, action));
    }

    void in(Duration time, Runnable action) {
        at(now + time.toNanos(), action);
    }

    /** Adds an actor, who begins when it is its turn for the first time. */
    Actor actor(String name, Runnable life) {
        Actor actor = new Actor(name, actors.size());
        actors.add(actor);
        Thread thread =
                new Thread(
                        () -> {
                            take(actor);
                            try {
                                life.run();
                            } finally {
                                actor.gone = true;
                                pass(null);
                            }
                        },
                        name);
        thread.setDaemon(true);
        thread.start();
        return actor;
    }

    /** Lets all act until nobody has anything to do. */
    void run() {
        outside.wakesAt = Long.MAX_VALUE;
        pass(outside);
    }

    /** The current actor rests until then, or until the stop is asked for. */
    void rest(long until, StopSignal stop) {
        Actor actor = current;
        actor.wakesAt = until;
        actor.wakesBy = stop;
        pass(actor);
        actor.wakesBy = null;
    }

    void wake(Actor actor) {
        actor.wakesAt = Math.min(actor.wakesAt, now);
    }

    /** The current actor is about to do something: time passes, and others may go first. */
    void step() {
        if (++effects > MOST_EFFECTS) {
            over = true;
        }
        now += 1_000_000L + (long) (random() * 4_000_000L);
        fire();
        if (random() < SWITCH) {
            current.wakesAt = now;
            pass(current);
        }
    }

    /** The next decision of the current actor, which those of others do not change. */
    double random() {
        long mixed = mix(seed * 31 + current.number, current.decisions++);
        return (mixed >>> 11) * 0x1.0p-53;
    }

    static long mix(long seed, long number) {
        long z = seed + number * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private void fire() {
        while (!timers.isEmpty() && timers.peek().at() <= now) {
            timers.poll().action().run();
        }
    }

    /** Finds who is next and hands over; comes back when it is this actor's turn again. */
    private void pass(Actor from) {
        Actor next = next();
        if (next == from) {
            return;
        }
        current = next;
        next.baton.release();
        if (from != null) {
            take(from);
        }
    }

    private Actor next() {
        while (true) {
            fire();
            List<Actor> ready = new ArrayList<>(actors.size());
            long soonest = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().at();
            for (Actor actor : actors) {
                if (actor.gone) {
                    continue;
                }
                if (actor.wakesAt <= now || actor.wakesBy != null && actor.wakesBy.isAsked()) {
                    ready.add(actor);
                } else {
                    soonest = Math.min(soonest, actor.wakesAt);
                }
            }
            if (!ready.isEmpty()) {
                return ready.size() == 1 ? ready.get(0) : ready.get(choice(ready.size()));
            }
            if (soonest == Long.MAX_VALUE) {
                return outside;
            }
            now = soonest;
        }
    }

    private int choice(int count) {
        return (int) Long.remainderUnsigned(mix(seed, effects), count);
    }

    private void take(Actor actor) {
        try {
            long before = -1;
            while (!actor.baton.tryAcquire(STUCK_SECONDS, TimeUnit.SECONDS)) {
                // A busy machine may need minutes for a history; one that stands has no effects.
                if (actor == outside && effects == before) {
                    throw new IllegalStateException(
                            "%s holds the turn and does not go on".formatted(current.name));
                }
                before = effects;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
