package dev.stockload.simulation;

import dev.stockload.simulation.Event.InFolder.Act;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Plans of histories at the edges: nights over a folder, schedules, or requests to stop. */
final class EdgePlans {
    private static final int DAY = 86_400;

    /** How often what happens in a folder, of a hundred times. */
    private static final Act[] ACTS = new Act[100];

    static {
        int[] shares = {64, 4, 5, 4, 5, 4, 6, 4, 4, 0};
        int next = 0;
        for (Act act : Act.values()) {
            for (int i = 0; i < shares[act.ordinal()]; i++) {
                ACTS[next++] = act;
            }
        }
    }

    private final long seed;
    private final SplittableRandom random;
    private final List<Event> events = new ArrayList<>();

    private EdgePlans(long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(World.mix(seed, 20));
    }

    static Plan of(long seed) {
        EdgePlans plans = new EdgePlans(seed);
        return switch (plans.random.nextInt(8)) {
            case 0 -> plans.random.nextBoolean() ? plans.stops() : plans.joins();
            case 1, 2 -> plans.schedules();
            default -> plans.folders();
        };
    }

    private Plan plan(boolean shared, int hosts) {
        return new Plan(seed, shared, hosts, List.of(), List.copyOf(events));
    }

    private Plan folders() {
        boolean shared = random.nextBoolean();
        int hosts = shared ? 1 + random.nextInt(2) : 1;
        double at = 3600;
        int nights = 2 + random.nextInt(4);
        for (int night = 0; night < nights; night++) {
            happens(random.nextInt(6), at - 3000, 2900);
            int host = random.nextInt(hosts);
            events.add(new Event.Night(at, host));
            if (hosts > 1 && random.nextInt(2) == 0) {
                events.add(new Event.Night(at + some(8), 1 - host));
            }
            if (random.nextInt(3) == 0) {
                events.add(new Event.ByHand(at + 600 + some(600), random.nextInt(hosts)));
            }
            if (hosts == 1 && random.nextInt(12) == 0) {
                events.add(new Event.JobEnded(at + some(2000), random.nextInt(3) > 0));
            }
            if (random.nextBoolean()) {
                happens(1 + random.nextInt(3), at, random.nextBoolean() ? 9 : 200);
            }
            at += random.nextInt(3) == 0 ? 4000 : DAY;
        }
        if (random.nextInt(3) == 0) {
            kills(hosts, 120);
        }
        if (random.nextInt(8) == 0) {
            double saved = some((int) at);
            events.add(new Event.Backup(saved));
            events.add(new Event.Restored(saved + some(2 * DAY)));
        }
        return plan(shared, hosts);
    }

    private void happens(int count, double from, int within) {
        boolean wild = JobTraits.of(seed).wild();
        for (int i = 0; i < count; i++) {
            Act act =
                    wild && random.nextInt(5) == 0 ? Act.CLOCK : ACTS[random.nextInt(ACTS.length)];
            events.add(new Event.InFolder(from + some(within), act, random.nextInt()));
        }
    }

    private void kills(int hosts, int most) {
        Effect[] effects = {Effect.STATEMENT, Effect.COMMIT, Effect.COMMITTED, Effect.REST};
        Effect effect = effects[random.nextInt(effects.length)];
        int nth = 1 + random.nextInt(effect == Effect.REST ? 4 : most);
        if (random.nextInt(3) == 0 && effect != Effect.REST && effect != Effect.COMMITTED) {
            events.add(
                    new Event.StorageFails(
                            random.nextInt(hosts), effect, nth, random.nextBoolean()));
        } else {
            events.add(new Event.Kill(random.nextInt(hosts), effect, nth, 0));
        }
    }

    private Plan schedules() {
        boolean shared = random.nextInt(3) > 0;
        int hosts = shared ? 1 + random.nextInt(3) : 1;
        for (int host = 0; host < hosts; host++) {
            events.add(new Event.Serve(some(1200), host));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            double at = aroundANight();
            int seconds = random.nextInt(3) == 0 ? 3 * DAY : 60 + random.nextInt(9000);
            events.add(new Event.JobAway(at, random.nextInt(hosts), seconds));
        }
        if (random.nextInt(3) == 0) {
            double at = aroundANight();
            int host = random.nextInt(hosts);
            int[] ahead = {3 * DAY, -3 * DAY, 7 * 3600, -7 * 3600, 300};
            events.add(new Event.ClockSet(at, host, ahead[random.nextInt(ahead.length)]));
            events.add(new Event.ClockSet(at + 600 + some(7200), host, 0));
        }
        if (random.nextInt(3) == 0) {
            kills(hosts, 600);
            for (int host = 0; host < hosts; host++) {
                for (int i = 1; i < 10; i++) {
                    events.add(new Event.Serve(i * DAY / 2, host));
                }
            }
        }
        return plan(shared, hosts);
    }

    private double aroundANight() {
        return 1800 + DAY * random.nextInt(4) - 4000 + some(8000);
    }

    private Plan stops() {
        events.add(new Event.Works(1, 0));
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            events.add(new Event.StopAsked(2 + some(40), 1, i));
            if (random.nextBoolean()) {
                events.add(new Event.StopAsked(10 + some(3), 1, 10 + i));
            }
        }
        return plan(true, 2);
    }

    /** Two sheets in turn, some of them again, none of which is worked on meanwhile. */
    private Plan joins() {
        int hosts = 1 + random.nextInt(2);
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            boolean again = random.nextBoolean();
            events.add(
                    new Event.Entered(
                            10 * i + some(4), random.nextInt(hosts), random.nextInt(2), again));
        }
        return plan(true, hosts);
    }

    private double some(int most) {
        return random.nextInt(most * 10) / 10.0;
    }
}
