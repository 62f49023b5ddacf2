package dev.stockload.benchmark;

import dev.stockload.database.LedgerAddress;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several processes that serve on one PostgreSQL, with a job of each of many accounts due in the
 * same second: how fast the night goes, what it costs, and what becomes of it if a process is
 * killed or paused, or the database restarted. All processes, the database and the service share
 * the cores of this machine.
 */
public final class ClusterBenchmark implements AutoCloseable {
    private static final int MOST_REQUESTS = 6;
    private static final int COLOURS = 300;
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final Duration PAUSE = Duration.ofSeconds(60);
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final Duration BEFORE_DUE = Duration.ofSeconds(45);

    /** Five of them are longer ago than runs are kept. */
    private static final int NIGHTS = 35;

    private static final int KEEP_DAYS = 30;
    private static final int FORMER_ACCOUNTS = 2_000;

    private final Path folder;
    private final Path installed;
    private final int accounts;
    private final LedgerAddress database;
    private final Process service;
    private final BufferedReader counts;
    private final List<Process> hosts = new ArrayList<>();
    private int port;
    private int mostConnections;

    /** What becomes of the first host, or of the database, in the middle of the night. */
    private enum Fate {
        SERVES,
        KILLED,
        PAUSED,
        RESTARTED,
        AFTER_NIGHTS
    }

    /** What the service has counted; times in milliseconds. */
    private record Counted(
            int accounts, int requests, int different, long last, double shortest, double longest) {
        static Counted of(List<String> lines) {
            List<String[]> all = lines.stream().map(line -> line.split(" ")).toList();
            return new Counted(
                    all.size(),
                    all.stream().mapToInt(each -> Integer.parseInt(each[1])).sum(),
                    all.stream().mapToInt(each -> Integer.parseInt(each[2])).sum(),
                    all.stream().mapToLong(each -> Long.parseLong(each[4])).max().orElse(0),
                    all.stream().mapToDouble(each -> Double.parseDouble(each[5])).min().orElse(0),
                    all.stream().mapToDouble(each -> Double.parseDouble(each[6])).max().orElse(0));
        }
    }

    private record Cost(long statements, long commits, double cpu) {
        Cost since(Cost before) {
            return new Cost(
                    statements - before.statements, commits - before.commits, cpu - before.cpu);
        }
    }

    private ClusterBenchmark(Path folder, Path installed, int accounts, LedgerAddress database)
            throws IOException {
        this.folder = folder;
        this.installed = installed;
        this.accounts = accounts;
        this.database = database;
        this.service =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountingService.class.getName(),
                                String.valueOf(MOST_REQUESTS * COLOURS / 6))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        this.counts = service.inputReader(StandardCharsets.UTF_8);
        this.port = Integer.parseInt(counts.readLine());
    }

    /** The folder; the installed program; how many accounts; how many hosts, one or more. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path installed = Path.of(args[1]).toAbsolutePath();
        int accounts = Integer.parseInt(args[2]);
        Folders.delete(folder);
        Files.createDirectories(folder);
        System.out.printf(
                "%n%d accounts due in the same second, 1 to %d requests of %d colours each; %d"
                        + " cores for all hosts, the database and the service%n",
                accounts, MOST_REQUESTS, COLOURS, Runtime.getRuntime().availableProcessors());
        try (PostgresServer server = PostgresServer.start().orElseThrow()) {
            for (String hosts : List.of(args).subList(3, args.length)) {
                measure(folder, installed, accounts, server, Integer.parseInt(hosts), Fate.SERVES);
            }
            measure(folder, installed, accounts, server, 2, Fate.KILLED);
            measure(folder, installed, accounts, server, 2, Fate.PAUSED);
            measure(folder, installed, accounts, server, 2, Fate.RESTARTED);
            measure(folder, installed, accounts, server, 1, Fate.AFTER_NIGHTS);
        }
    }

    private static void measure(
            Path all, Path installed, int accounts, PostgresServer server, int hosts, Fate fate)
            throws Exception {
        String name = "cluster" + hosts + fate.name().toLowerCase(Locale.ROOT);
        Path folder = Files.createDirectories(all.resolve(name));
        try (ClusterBenchmark night =
                new ClusterBenchmark(folder, installed, accounts, server.create(name))) {
            night.play(hosts, fate, server);
        }
    }

    private void play(int count, Fate fate, PostgresServer server) throws Exception {
        if (fate == Fate.AFTER_NIGHTS) {
            fill(folder.resolve("host1"));
        }
        for (int host = 1; host <= count; host++) {
            hosts.add(serve(folder.resolve("host" + host)));
        }
        ZonedDateTime due =
                Instant.now()
                        .plus(BEFORE_DUE)
                        .atZone(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.MINUTES)
                        .plusMinutes(1);
        for (int host = 1; host <= count; host++) {
            define(folder.resolve("host" + host), due);
        }
        sleepUntil(due.toInstant());
        Cost before = cost();
        Counted sent = await(Instant.now().plus(LONGEST), fate, server);
        Cost cost = cost().since(before);
        double seconds = (sent.last() - due.toInstant().toEpochMilli()) / 1e3;
        System.out.printf(
                "%n%d hosts, %s: %d requests of %d accounts (%d of %d twice), %.1f a"
                        + " second; last request after %.0f s%n",
                count,
                switch (fate) {
                    case SERVES -> "all serve";
                    case KILLED -> "the first is killed";
                    case PAUSED -> "the first is paused";
                    case RESTARTED -> "the database is restarted";
                    case AFTER_NIGHTS -> "after many nights";
                },
                sent.requests(),
                sent.accounts(),
                sent.requests() - sent.different(),
                sent.requests(),
                sent.requests() / seconds,
                seconds);
        System.out.printf(
                "  gaps of an account %.3f to %.1f s; accounts by host %s%n",
                sent.shortest(), sent.longest(), byHost());
        System.out.printf(
                "  a request: %.1f statements, %.1f commits, %.1f ms of CPU (hosts that were not"
                        + " killed); most connections %d; peak memory of a host %s MB%n",
                (double) cost.statements() / sent.requests(),
                (double) cost.commits() / sent.requests(),
                cost.cpu() * 1000 / sent.requests(),
                mostConnections,
                hosts.stream().filter(Process::isAlive).map(this::peakMegabytes).toList());
        if (fate == Fate.AFTER_NIGHTS) {
            System.out.printf("  of the runs of former nights %,d are left%n", formerRuns());
        }
        if (fate == Fate.SERVES) {
            Cost then = cost();
            Thread.sleep(IDLE.toMillis());
            Cost idle = cost().since(then);
            System.out.printf(
                    "  idle: %.1f statements a second and %.1f %% of a core for each host%n",
                    (double) idle.statements() / IDLE.toSeconds() / count,
                    idle.cpu() * 100 / IDLE.toSeconds() / count);
        }
    }

    /** One run of an account of its own is what the others are made from. */
    private void fill(Path host) throws Exception {
        prepare(host);
        Files.writeString(
                host.resolve("jobs/first.yml"), "read: sheet1.csv\naccount: first\nsend: all\n");
        Process first = start(host, "run", "first");
        discard(first.inputReader(StandardCharsets.UTF_8));
        if (first.waitFor() != 0) {
            throw new IOException("the first run ended with " + first.exitValue());
        }
        FormerNights.ofManyAccounts(database, NIGHTS, FORMER_ACCOUNTS).fill(host.resolve("data"));
        System.out.printf(
                "%n%d nights of %,d accounts: %,d runs, %.0f MB%n",
                NIGHTS, FORMER_ACCOUNTS, formerRuns(), FormerNights.size(database) / 1e6);
    }

    private long formerRuns() throws SQLException {
        return number("select count(*) from run where job like 'night-%'");
    }

    private void prepare(Path host) throws IOException {
        Files.createDirectories(host.resolve("jobs"));
        StringBuilder settings = new StringBuilder("stockload:\n  accounts:\n");
        account(settings, "first");
        for (int account = 0; account < accounts; account++) {
            account(settings, "a" + account);
        }
        Files.writeString(host.resolve("application.yml"), settings);
        for (int requests = 1; requests <= MOST_REQUESTS; requests++) {
            Files.writeString(host.resolve("sheet%d.csv".formatted(requests)), sheet(requests));
        }
    }

    private void account(StringBuilder settings, String name) {
        settings.append(
                """
                    %1$s:
                      base-url: http://127.0.0.1:%2$d
                      app-id: %1$s
                      app-secret: s
                      access-token: t-%1$s
                """
                        .formatted(name, port));
    }

    private Process start(Path host, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add(0, installed.resolve("bin/stockload").toString());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(host.toFile()).redirectErrorStream(true);
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(STOCKLOAD|SPRING).*"));
        environment.put("SPRING_DATASOURCE_URL", database.url());
        environment.put("SPRING_DATASOURCE_USERNAME", database.user());
        environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
        environment.put("STOCKLOAD_KEEP_DAYS", String.valueOf(KEEP_DAYS));
        return builder.start();
    }

    private Process serve(Path host) throws IOException {
        prepare(host);
        Process process = start(host, "serve", "--no-console");
        BufferedReader words = process.inputReader(StandardCharsets.UTF_8);
        String line = words.readLine();
        StringBuilder said = new StringBuilder();
        while (line != null && !line.startsWith("Serving ")) {
            said.append(line).append('\n');
            line = words.readLine();
        }
        if (line == null) {
            throw new IOException("It does not serve: " + said);
        }
        Thread rest = new Thread(() -> discard(words));
        rest.setDaemon(true);
        rest.start();
        return process;
    }

    private static void discard(Reader words) {
        try {
            words.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // Its process was killed, and says no more.
        }
    }

    private static String sheet(int requests) {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int colour = 0; colour < requests * COLOURS; colour++) {
            rows.append("%d,c%d,36,5%n".formatted(100_000 + colour / 6, colour % 6));
        }
        return rows.toString();
    }

    private void define(Path host, ZonedDateTime due) throws IOException {
        for (int account = 0; account < accounts; account++) {
            Files.writeString(
                    host.resolve("jobs/a%d.yml".formatted(account)),
                    "read: sheet%d.csv%naccount: a%d%nschedule: \"%d %d * * *\"%nzone: UTC%nsend: all%n"
                            .formatted(
                                    1 + account % MOST_REQUESTS,
                                    account,
                                    due.getMinute(),
                                    due.getHour()));
        }
    }

    /** Waits until all is sent; in the middle, the first host meets its fate. */
    private Counted await(Instant end, Fate fate, PostgresServer server) throws Exception {
        int wanted = IntStream.range(0, accounts).map(account -> 1 + account % MOST_REQUESTS).sum();
        boolean met = fate == Fate.SERVES || fate == Fate.AFTER_NIGHTS;
        Instant goesOn = Instant.MAX;
        Counted now = counted();
        while (now.different() < wanted || unfinished() > 0) {
            if (Instant.now().isAfter(end)) {
                throw new IOException("%d of %d requests".formatted(now.different(), wanted));
            }
            if (!met && now.different() > wanted / 3) {
                met = true;
                if (fate == Fate.RESTARTED) {
                    server.restart();
                } else {
                    signal(fate == Fate.KILLED ? "KILL" : "STOP");
                    goesOn = Instant.now().plus(fate == Fate.KILLED ? LONGEST : PAUSE);
                }
            }
            if (Instant.now().isAfter(goesOn)) {
                signal("CONT");
                goesOn = Instant.MAX;
            }
            mostConnections =
                    Math.max(
                            mostConnections,
                            (int)
                                    number(
                                            "select count(*) from pg_stat_activity where datname ="
                                                    + " current_database()"));
            TimeUnit.SECONDS.sleep(1);
            now = counted();
        }
        return now;
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(hosts.get(0).pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    private Counted counted() throws IOException {
        service.getOutputStream().write('\n');
        service.getOutputStream().flush();
        List<String> lines = new ArrayList<>();
        String line = counts.readLine();
        while (!".".equals(line)) {
            lines.add(line);
            line = counts.readLine();
        }
        return Counted.of(lines);
    }

    private long unfinished() throws SQLException {
        return number("select count(*) from accepted_run");
    }

    private List<Long> byHost() throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                "select count(*) from run group by owner order by owner")) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }

    private Cost cost() throws SQLException {
        String here = "= (select oid from pg_database where datname = current_database())";
        return new Cost(
                number("select coalesce(sum(calls), 0) from pg_stat_statements where dbid " + here),
                number("select xact_commit from pg_stat_database where datid " + here),
                hosts.stream()
                        .filter(Process::isAlive)
                        .map(host -> host.info().totalCpuDuration().orElse(Duration.ZERO))
                        .mapToDouble(cpu -> cpu.toMillis() / 1e3)
                        .sum());
    }

    private long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
            try (ResultSet rows = statement.executeQuery(query)) {
                rows.next();
                return rows.getLong(1);
            }
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(database.url(), database.user(), database.password());
    }

    private long peakMegabytes(Process host) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/%d/status".formatted(host.pid())))) {
            return lines.filter(line -> line.startsWith("VmHWM"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sleepUntil(Instant time) throws InterruptedException {
        Thread.sleep(Math.max(0, Duration.between(Instant.now(), time).toMillis()));
    }

    @Override
    public void close() throws InterruptedException {
        for (Process host : hosts) {
            host.destroy();
        }
        for (Process host : hosts) {
            if (!host.waitFor(30, TimeUnit.SECONDS)) {
                host.destroyForcibly();
            }
        }
        service.destroy();
    }
}
