package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What people wait for after five years of nights, beside the same after the first nights, in one
 * run: with the years nothing may take more than 1.3 times as long.
 */
public final class GrowthBenchmark {
    private static final double BAR = 1.3;
    private static final int ROWS = 10_000;
    private static final int FIRST_NIGHTS = 12;

    /** Metrics are counted at most every five seconds. */
    private static final long METRICS_ARE_FRESH = 5_200;

    private static final int WARM_PAGES = 30;
    private static final int PAGES = 10;

    /** For as many days as both have a history: who asks for more of it waits for what is more. */
    private static final String PRODUCT =
            "/product?find=%d&days=%d".formatted(ChangingNights.FIRST_PRODUCT, FIRST_NIGHTS);

    private final Path folder;
    private final Path installed;
    private final PlainService service;
    private final int rounds;

    /** A state of the program: its folder, and what was measured there, by name. */
    private record State(InstalledProgram program, Map<String, List<Double>> measured) {
        Path data() {
            return program.folder().resolve("data");
        }

        void add(String what, double value) {
            measured.computeIfAbsent(what, key -> new ArrayList<>()).add(value);
        }
    }

    private GrowthBenchmark(Path folder, Path installed, PlainService service, int rounds) {
        this.folder = folder;
        this.installed = installed;
        this.service = service;
        this.rounds = rounds;
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]).toAbsolutePath();
        Folders.delete(folder);
        Files.createDirectories(folder);
        try (PlainService service = new PlainService(ROWS)) {
            GrowthBenchmark benchmark =
                    new GrowthBenchmark(
                            folder, Path.of(args[2]), service, Integer.parseInt(args[0]));
            List<String> databases = List.of(args).subList(3, args.length);
            if (databases.contains("h2")) {
                benchmark.h2();
            }
            if (databases.contains("postgresql")) {
                benchmark.postgres();
            }
        }
    }

    private void h2() throws Exception {
        Path empty = Files.createDirectories(folder.resolve("h2/empty"));
        Path years = Files.createDirectories(folder.resolve("h2/years"));
        compare(
                "H2",
                state(empty, LedgerAddress.inFolder(empty.resolve("data"))),
                state(years, LedgerAddress.inFolder(years.resolve("data"))));
    }

    private void postgres() throws Exception {
        Optional<PostgresServer> postgres = PostgresServer.start();
        if (postgres.isEmpty()) {
            System.out.println("PostgreSQL is not installed here");
            return;
        }
        try (PostgresServer server = postgres.get()) {
            compare(
                    "PostgreSQL",
                    state(folder.resolve("pg/empty"), server.create("empty")),
                    state(folder.resolve("pg/years"), server.create("years")));
        }
    }

    private State state(Path home, LedgerAddress address) throws IOException {
        Files.createDirectories(home.resolve("jobs"));
        Files.writeString(home.resolve("jobs/night.yml"), "read: dropped/*.csv\nsend: changed\n");
        FormerNights.drop(home.resolve("dropped"), 1);
        return new State(
                new InstalledProgram(installed, home, address, service.address()),
                new LinkedHashMap<>());
    }

    private void compare(String title, State empty, State years) throws Exception {
        // The one file of the empty state is imported; the years are added to the same.
        empty.program().seconds("run", "night");
        years.program().seconds("run", "night");
        ChangingNights.play(
                empty.program().address(), empty.data(), service.address(), FIRST_NIGHTS);
        ChangingNights.play(
                years.program().address(), years.data(), service.address(), ChangingNights.MOST);
        // The first nights fill a page: to show fifty runs takes longer than to show one.
        FormerNights.ofOneAccount(empty.program().address(), FIRST_NIGHTS).fill(empty.data());
        long start = System.nanoTime();
        FormerNights five =
                FormerNights.ofOneAccount(years.program().address(), FormerNights.FIVE_YEARS);
        five.fill(years.data());
        System.out.printf(
                "%n%s: %,d runs in five years, made in %.0f s, beside the first %d nights; median"
                        + " of %d, in turns; at most %.1fx%n",
                title, five.runs(), (System.nanoTime() - start) / 1e9, FIRST_NIGHTS, rounds, BAR);
        List<State> both = List.of(empty, years);
        List<State> turned = List.of(years, empty);
        for (int round = 0; round < rounds; round++) {
            commands(round % 2 == 0 ? both : turned);
        }
        served(empty, years);
        print(empty, years);
        System.out.printf(
                "%-32s%8.1f MB%8.1f MB%n",
                "size of the database",
                FormerNights.size(empty.program().address()) / 1e6,
                FormerNights.size(years.program().address()) / 1e6);
    }

    private static void print(State empty, State years) {
        empty.measured()
                .forEach(
                        (what, values) -> {
                            double few = median(values);
                            double many = median(years.measured().get(what));
                            System.out.printf(
                                    "%-32s%9.3f s%9.3f s%8.2fx%s%n",
                                    what,
                                    few,
                                    many,
                                    many / few,
                                    many / few > BAR ? "  over the bar" : "");
                        });
    }

    /** Each right after the other's, so that what else the machine does hits both. */
    private void commands(List<State> states) throws Exception {
        for (State state : states) {
            state.add("status", state.program().seconds("status"));
        }
        for (State state : states) {
            state.add("run that finds nothing to do", state.program().seconds("run", "night"));
        }
        for (State state : states) {
            state.add(
                    "settle of %,d rows".formatted(ROWS),
                    SettleProbe.seconds(
                            state.program().address(),
                            state.data(),
                            service.address(),
                            sheet(state.program().folder())));
        }
        for (State state : states) {
            try (InstalledProgram.Serving serving = state.program().serve()) {
                state.add("start of serve", serving.seconds());
                state.add("status beside serve", state.program().seconds("status"));
            }
        }
    }

    /** Pages of two processes at once, in turns, after each has shown some. */
    private void served(State empty, State years) throws Exception {
        try (InstalledProgram.Serving few = empty.program().serve();
                InstalledProgram.Serving many = years.program().serve()) {
            for (int page = 0; page < WARM_PAGES; page++) {
                for (InstalledProgram.Serving serving : List.of(few, many)) {
                    serving.get("/runs");
                    serving.get(PRODUCT);
                    serving.get("/");
                    serving.get("/actuator/prometheus");
                }
            }
            for (int page = 0; page < rounds * PAGES; page++) {
                empty.add("runs page", few.get("/runs"));
                years.add("runs page", many.get("/runs"));
                empty.add("why of a product", few.get(PRODUCT));
                years.add("why of a product", many.get(PRODUCT));
                empty.add("morning page", few.get("/"));
                years.add("morning page", many.get("/"));
            }
            for (int scrape = 0; scrape < 4 * rounds; scrape++) {
                Thread.sleep(METRICS_ARE_FRESH);
                // Who comes first finds a machine at rest: each does half of the times.
                if (scrape % 2 == 0) {
                    empty.add("metrics scrape", few.get("/actuator/prometheus"));
                    years.add("metrics scrape", many.get("/actuator/prometheus"));
                } else {
                    years.add("metrics scrape", many.get("/actuator/prometheus"));
                    empty.add("metrics scrape", few.get("/actuator/prometheus"));
                }
            }
        }
    }

    private static Path sheet(Path home) throws IOException {
        Path sheet = home.resolve("big.csv");
        if (!Files.exists(sheet)) {
            StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
            for (int row = 0; row < ROWS; row++) {
                rows.append(
                        "%d,c%d,%d,7%n".formatted(100_000 + row / 18, row / 6 % 3, 36 + row % 6));
            }
            Files.writeString(sheet, rows);
        }
        return sheet;
    }

    private static double median(List<Double> values) {
        return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
