package dev.stockload.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A history as its seed has it: the hosts, the sheets, and all that people, machines, storage and
 * the service do. The same seed makes the same plan, and the same plan the same history.
 *
 * @param shared whether the database is a server that hosts share, or a file of one host
 */
record Plan(long seed, boolean shared, int hosts, List<PlannedSheet> sheets, List<Event> events) {
    static Plan of(long seed) {
        return SheetTraits.keepingBack(SheetTraits.split(made(seed)));
    }

    private static Plan made(long seed) {
        SplittableRandom random = new SplittableRandom(World.mix(seed, 1));
        if (World.mix(seed, 8) % 2 == 0) {
            Plan plan = new BookPlans(seed, random).plan();
            return random.nextInt(4) == 0 ? SheetTraits.some(plan) : plan;
        }
        return SheetTraits.some(
                StockedStores.some(
                        random.nextInt(3) == 0
                                ? new Scenarios(seed, random).plan()
                                : new Planner(seed, random).plan()));
    }

    Plan with(List<Event> others) {
        return new Plan(seed, shared, hosts, sheets, others);
    }

    /** Whether the service keeps a range as the single sizes in it. */
    boolean splitsRanges() {
        return events.stream().anyMatch(Event.SplitsRanges.class::isInstance);
    }

    /** Whether it is about folders, files of jobs, schedules and stops: nothing is sent there. */
    boolean isOfEdges() {
        return sheets.isEmpty();
    }

    private static final class Planner {
        private final long seed;
        private final SplittableRandom random;
        private final List<Event> events = new ArrayList<>();
        private double end;

        Planner(long seed, SplittableRandom random) {
            this.seed = seed;
            this.random = random;
        }

        Plan plan() {
            boolean shared = random.nextInt(3) > 0;
            int hosts = shared ? 1 + random.nextInt(3) : 1;
            Sheets maker = new Sheets(random);
            List<PlannedSheet> sheets = maker.make(1 + random.nextInt(4));
            commands(sheets.size(), hosts);
            if (random.nextInt(5) < 3) {
                creates();
            }
            if (random.nextInt(3) == 0) {
                reads();
            }
            if (random.nextInt(3) == 0) {
                storage(hosts);
            }
            if (random.nextInt(2) == 0) {
                kills(hosts);
            }
            if (random.nextInt(hosts > 1 ? 2 : 3) == 0) {
                pauses(hosts, shared);
            }
            people(sheets);
            if (random.nextInt(5) == 0) {
                clocks(hosts);
            }
            if (random.nextInt(6) == 0) {
                double at = random.nextDouble(end);
                events.add(command(at, hosts, Event.Command.Kind.UNSET, 0, false));
            }
            return new Plan(seed, shared, hosts, sheets, List.copyOf(events));
        }

        private void commands(int sheets, int hosts) {
            double at = 1;
            for (int sheet = 0; sheet < sheets; sheet++) {
                boolean again = random.nextInt(12) == 0;
                events.add(command(at, hosts, Event.Command.Kind.IMPORT, sheet, again));
                if (random.nextInt(6) == 0) {
                    events.add(command(at + some(40), hosts, Event.Command.Kind.STOP, 0, false));
                }
                if (random.nextInt(3) == 0) {
                    events.add(command(at + some(200), hosts, Event.Command.Kind.RESUME, 0, false));
                }
                if (random.nextInt(8) == 0) {
                    events.add(
                            command(
                                    at + some(300),
                                    hosts,
                                    Event.Command.Kind.IMPORT,
                                    sheet,
                                    again));
                }
                if (random.nextInt(15) == 0) {
                    events.add(command(at + some(300), hosts, Event.Command.Kind.UNDO, 0, false));
                }
                at += gap();
            }
            end = at;
        }

        private Event.Command command(
                double at, int hosts, Event.Command.Kind kind, int sheet, boolean again) {
            return new Event.Command(at, random.nextInt(hosts), kind, sheet, again);
        }

        private double gap() {
            return switch (random.nextInt(3)) {
                case 0 -> 1 + some(30);
                case 1 -> 60 + some(300);
                default -> 80_000 + some(10_000);
            };
        }

        private double some(int most) {
            return random.nextInt(most * 10) / 10.0;
        }

        private void creates() {
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                Mood mood = Mood.values()[random.nextInt(Mood.PLAIN)];
                int seconds =
                        switch (random.nextInt(8)) {
                            case 0 -> 62 + random.nextInt(60);
                            case 1, 2 -> 20 + random.nextInt(38);
                            default -> 1 + random.nextInt(20);
                        };
                events.add(new Event.CreateMood(random.nextInt(8), mood, seconds));
            }
            if (random.nextInt(3) == 0) {
                Event.Renames.Spelling[] all = Event.Renames.Spelling.values();
                events.add(new Event.Renames(all[random.nextInt(Event.Renames.Spelling.PLAIN)]));
            }
        }

        private void reads() {
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                Mood.Reading[] all = Mood.Reading.values();
                Mood.Reading mood =
                        random.nextBoolean() ? Mood.Reading.BUSY : all[random.nextInt(all.length)];
                events.add(new Event.ReadMood(random.nextInt(9), mood));
            }
        }

        private void storage(int hosts) {
            int count = 1 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                Effect effect = random.nextBoolean() ? Effect.STATEMENT : Effect.COMMIT;
                events.add(
                        new Event.StorageFails(
                                random.nextInt(hosts), effect, nth(effect), random.nextBoolean()));
            }
            if (random.nextInt(2) == 0) {
                events.add(new Event.StorageAway(some(60), 1 + random.nextInt(60)));
            }
        }

        private void kills(int hosts) {
            int count = 1 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                Effect effect = Effect.values()[random.nextInt(Effect.values().length)];
                int noticed = random.nextInt(3) == 0 ? 25 : 0;
                int host = random.nextInt(hosts);
                events.add(new Event.Kill(host, effect, nth(effect), noticed));
                takeOver(host, hosts);
            }
        }

        private void pauses(int hosts, boolean shared) {
            Effect[] all = Effect.values();
            Effect effect = random.nextInt(3) == 0 ? Effect.REST : all[random.nextInt(all.length)];
            int host = random.nextInt(hosts);
            events.add(
                    new Event.Pause(
                            host,
                            effect,
                            nth(effect),
                            pauseSeconds(),
                            shared && random.nextBoolean()));
            takeOver(host, hosts);
        }

        /** Clocks are set by a little, as by time servers, or by an hour, as by people. */
        private void clocks(int hosts) {
            int count = 1 + random.nextInt(2);
            for (int i = 0; i < count; i++) {
                int most = random.nextBoolean() ? 120 : 7200;
                events.add(
                        new Event.ClockSet(
                                some(random.nextBoolean() ? 60 : Math.max(1, (int) end)),
                                random.nextInt(hosts),
                                random.nextInt(most) - most / 2));
            }
        }

        /** Short ones disturb; in a long one another host may have brought all to its end. */
        private int pauseSeconds() {
            return random.nextBoolean() ? 5 + random.nextInt(100) : 200 + random.nextInt(300);
        }

        /** Another host is told to go on when the first may seem dead, or does its next sheet. */
        private void takeOver(int host, int hosts) {
            if (hosts > 1) {
                Event.Command.Kind kind =
                        random.nextInt(4) == 0
                                ? Event.Command.Kind.IMPORT
                                : Event.Command.Kind.RESUME;
                events.add(new Event.Command(35 + some(100), (host + 1) % hosts, kind, 0, false));
            }
        }

        private int nth(Effect effect) {
            return 1
                    + switch (effect) {
                        case CONNECT -> random.nextInt(200);
                        case STATEMENT -> random.nextInt(300);
                        case COMMIT, COMMITTED -> random.nextInt(80);
                        case SEND -> random.nextInt(12);
                        case ANSWER -> random.nextInt(24);
                        case REST -> random.nextInt(16);
                        case NOTICE -> random.nextInt(16);
                    };
        }

        private ColourKey anyOf(List<PlannedSheet> sheets) {
            PlannedSheet sheet = sheets.get(random.nextInt(sheets.size()));
            return List.copyOf(sheet.colours().keySet())
                    .get(random.nextInt(sheet.colours().size()));
        }

        private void people(List<PlannedSheet> sheets) {
            if (random.nextInt(3) == 0) {
                int count = 1 + random.nextInt(2);
                for (int i = 0; i < count; i++) {
                    ColourKey colour = anyOf(sheets);
                    events.add(
                            new Event.Refuses(
                                    colour.product(), colour.name(), random.nextBoolean()));
                    if (random.nextBoolean()) {
                        events.add(new Event.CreateMood(random.nextInt(4), Mood.REFUSED_PARTLY, 0));
                    }
                }
            }
            if (random.nextInt(4) == 0) {
                ColourKey colour = anyOf(sheets);
                events.add(
                        new Event.Touches(
                                some((int) end),
                                colour.product(),
                                colour.name(),
                                random.nextBoolean()));
            }
            if (random.nextInt(10) == 0) {
                events.add(new Event.TokenEnds(some((int) end), 10 + random.nextInt(300)));
            }
            if (random.nextInt(8) == 0) {
                events.add(new Event.ServiceAway(some(60), 1 + random.nextInt(90)));
            }
        }
    }
}
