package dev.stockload.simulation;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Plays many histories and says which promises were broken, each with its seed. */
public final class Simulation {
    private static final int SHOWN = 3;

    private final Coverage coverage = new Coverage();
    private final Map<Place, List<Violation>> failures = new TreeMap<>();
    private final List<Throwable> faults = new ArrayList<>();
    private final long from;
    private final long end;
    private final long deadline;
    private final AtomicLong next;

    /** A kind of history; each seed makes one of each. */
    enum Kind {
        /** Sheets on their way to the service. */
        BOOK,
        /** Those of the book in which products leave the lists, or lists show stock late. */
        LISTS,
        /** Folders, files of jobs, schedules, requests to stop. */
        EDGES;

        Plan plan(long seed) {
            return switch (this) {
                case BOOK -> Plan.of(seed);
                case LISTS -> BookPlans.ofLists(seed);
                case EDGES -> EdgePlans.of(seed);
            };
        }

        /** The one that the property {@code simulation.kind} asks for; else the book and edges. */
        static List<Kind> asked() {
            String only = System.getProperty("simulation.kind", "");
            return Arrays.stream(values())
                    .filter(
                            kind ->
                                    only.isEmpty()
                                            ? kind != LISTS
                                            : kind.name().equalsIgnoreCase(only))
                    .toList();
        }
    }

    private record Place(Kind kind, long seed) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Long.compare(seed, other.seed);
        }

        @Override
        public String toString() {
            return "seed %d (%s)".formatted(seed, kind.name().toLowerCase(Locale.ROOT));
        }
    }

    /** Plays these seeds, or as many of them as there is time for. */
    Simulation(long from, long count, long nanos) {
        this.from = from;
        this.end = from + count;
        this.deadline = System.nanoTime() + nanos;
        this.next = new AtomicLong(from);
    }

    public static void main(String[] args) throws Exception {
        Long seed = Long.getLong("simulation.seed");
        if (seed != null) {
            try (Stage stage = new Stage(new Coverage())) {
                for (Kind kind : Kind.asked()) {
                    System.out.println(stage.explain(kind.plan(seed)));
                }
            }
            return;
        }
        long minutes = Long.getLong("simulation.minutes", 0);
        Simulation simulation =
                new Simulation(
                        Long.getLong("simulation.from", 0),
                        Long.getLong("simulation.seeds", minutes > 0 ? Integer.MAX_VALUE : 1000),
                        minutes > 0 ? minutes * 60_000_000_000L : Long.MAX_VALUE / 2);
        if (Boolean.getBoolean("simulation.first")) {
            simulation.untilFirst();
            return;
        }
        boolean kept = simulation.run(Runtime.getRuntime().availableProcessors());
        System.exit(kept ? 0 : 1);
    }

    /** Plays, tells, and says whether every promise was kept and every mood was met. */
    boolean run(int workers) throws InterruptedException, IOException, SQLException {
        long begun = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            threads.add(new Thread(this::work, "simulation " + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        long played = Math.min(next.get(), end) - from;
        System.out.printf(
                "%d histories in %.1f s (%.0f a second), %d broke a promise%n",
                played, seconds, played / seconds, failures.size());
        tellFailures();
        List<String> missed =
                Kind.asked().stream().flatMap(kind -> coverage.missed(kind).stream()).toList();
        coverage.all()
                .forEach((what, count) -> System.out.printf("  %-40s %d%n", what, count.sum()));
        missed.forEach(what -> System.out.println("  never happened: " + what));
        return failures.isEmpty() && faults.isEmpty() && (missed.isEmpty() || played < 2000);
    }

    /** Plays until a promise is broken, and says by which seed. */
    private void untilFirst() throws IOException, SQLException {
        try (Stage stage = new Stage(coverage)) {
            for (long seed = from; seed < end; seed++) {
                for (Kind kind : Kind.asked()) {
                    List<Violation> found = stage.play(kind.plan(seed));
                    if (!found.isEmpty()) {
                        System.out.printf("First: %s, %s%n", new Place(kind, seed), found.get(0));
                        return;
                    }
                }
            }
        }
    }

    private void work() {
        try (Stage stage = new Stage(coverage)) {
            while (System.nanoTime() - deadline < 0) {
                long seed = next.getAndIncrement();
                if (seed >= end) {
                    return;
                }
                for (Kind kind : Kind.asked()) {
                    play(stage, new Place(kind, seed));
                }
            }
        } catch (IOException | SQLException | RuntimeException e) {
            synchronized (failures) {
                faults.add(e);
                e.printStackTrace();
            }
        }
    }

    private void play(Stage stage, Place place) throws IOException, SQLException {
        List<Violation> found = stage.play(place.kind().plan(place.seed()));
        if (!found.isEmpty()) {
            synchronized (failures) {
                failures.put(place, found);
                System.out.println(place + ": " + found.get(0));
            }
        }
    }

    private void tellFailures() throws IOException, SQLException {
        Map<Violation.Question, Place> first = new EnumMap<>(Violation.Question.class);
        Map<Violation.Question, Integer> counts = new EnumMap<>(Violation.Question.class);
        failures.forEach(
                (place, found) ->
                        found.stream()
                                .map(Violation::question)
                                .distinct()
                                .forEach(
                                        question -> {
                                            first.putIfAbsent(question, place);
                                            counts.merge(question, 1, Integer::sum);
                                        }));
        counts.forEach(
                (question, count) ->
                        System.out.printf(
                                "  %-26s %d, first with %s%n",
                                question, count, first.get(question)));
        try (Stage stage = new Stage(new Coverage())) {
            for (Place place : failures.keySet().stream().limit(SHOWN).toList()) {
                System.out.println(stage.explain(place.kind().plan(place.seed())));
            }
        }
    }
}
