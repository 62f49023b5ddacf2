package dev.stockload.web;

import dev.stockload.Wait;
import dev.stockload.app.Connections;
import dev.stockload.app.SandboxSettings;
import dev.stockload.app.Workspace;
import dev.stockload.imports.Orders;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.JobScheduler;
import dev.stockload.jobs.ScheduledJobs;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.queue.Ended;
import dev.stockload.queue.ImportQueue;
import dev.stockload.queue.ImportTicket;
import dev.stockload.runs.Caller;
import dev.stockload.runs.Run;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.TestSandbox;
import dev.stockload.sources.SourceAddress.SourceSettings;
import dev.stockload.stock.Colour;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;
import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.WebContext;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A real data folder with a real sandbox and console. */
final class Shop implements AutoCloseable {
    private static final JobScheduler.Intervals QUICK =
            new JobScheduler.Intervals(
                    Duration.ofMillis(100), Duration.ofSeconds(10), Duration.ofSeconds(1));

    final Path home;
    final Path data;
    final Ledger ledger;
    final ImportQueue queue;
    Console console;
    private int port;
    private final Sandbox sandbox;
    final Workspace workspace;
    private final JobScheduler schedules;
    private final String password;
    private final InstantSource clock;
    private final Map<String, SourceSettings> sources;

    Shop(Path home) throws IOException {
        this(home, null, InstantSource.system(), TestSandbox.inMemory());
    }

    Shop(Path home, String password, InstantSource clock, SandboxOptions service)
            throws IOException {
        this(home, password, clock, service, Map.of());
    }

    /**
     * @param sources the places to fetch sheets from
     */
    Shop(
            Path home,
            String password,
            InstantSource clock,
            SandboxOptions service,
            Map<String, SourceSettings> sources)
            throws IOException {
        this.sources = sources;
        this.home = home;
        this.data = home.resolve("data");
        this.password = password;
        this.clock = clock;
        this.sandbox = Sandbox.start(service);
        ReadyLedger.prepare(data);
        this.workspace =
                Workspace.open(
                        SandboxSettings.of(
                                sandbox,
                                data,
                                new Connections(
                                        sources, Optional.empty(), Optional.empty(), Map.of())),
                        "test",
                        Caller.silent(),
                        new PrintWriter(new StringWriter()));
        this.ledger = workspace.ledger();
        this.queue =
                new ImportQueue(
                                workspace.imports(),
                                ledger,
                                ImportQueue.WORKERS,
                                Duration.ofSeconds(10),
                                (run, fault) -> {})
                        .start();
        this.schedules =
                new JobScheduler(
                                ledger,
                                jobs(),
                                new ScheduledJobs(queue, workspace.jobRuns()),
                                ledger.owners()::now,
                                QUICK)
                        .start();
        startConsole();
    }

    private JobFolder jobs() {
        return new JobFolder(List.of(home), Set.of(), sources.keySet());
    }

    private WebContext options(int port) throws IOException {
        return options(
                new ConsoleAddress(
                        InetAddress.getByName("127.0.0.1"),
                        port,
                        password,
                        password == null ? Set.of() : Set.of("stock.shop.example"),
                        true));
    }

    /** The options of a console at another address. */
    WebContext options(ConsoleAddress at) {
        return new WebContext(at, workspace, queue, jobs(), clock);
    }

    /** Restarts the console at the same address. */
    void restartConsole() throws IOException {
        endConsole();
        startConsole();
    }

    void endConsole() {
        port = console.port();
        console.close();
    }

    void startConsole() throws IOException {
        console = Console.start(options(port));
    }

    Visitor visitor() {
        return new Visitor(address());
    }

    String address() {
        return "http://127.0.0.1:" + console.port();
    }

    /** The events that an open page gets. */
    BufferedReader events() throws IOException {
        HttpURLConnection stream =
                (HttpURLConnection) URI.create(address() + "/events").toURL().openConnection();
        stream.setReadTimeout(120_000);
        return new BufferedReader(
                new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Imports a sheet to its end, and returns the id of the run. */
    String imported(Path sheet) throws Exception {
        return ended(queue.submit(order(sheet))).id();
    }

    Run ended(ImportTicket ticket) {
        return Ended.run(ledger, ticket);
    }

    /** Waits until a run is completed. */
    void awaitCompleted(String run) throws InterruptedException {
        Wait.until(() -> ledger.runs().get(run).state() == Run.State.COMPLETED);
    }

    ImportOrder order(Path sheet) {
        return Orders.byHand("default", sheet);
    }

    /** Another program sets the stock of a product's colour x in size 36. */
    void edit(int product, int pieces) {
        try (Merchant other = new Merchant(TestAccounts.at(sandbox, "default"), clock)) {
            Map<Size, Stock> size = Map.of(new Size(36, 36), new Stock(pieces, null));
            other.create(List.of(new Colour(product, "x", size)), () -> {});
        }
    }

    /** The service does not answer any more. */
    void endService() {
        sandbox.close();
    }

    Path write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Override
    public void close() {
        console.close();
        schedules.stopping();
        queue.close();
        schedules.close();
        workspace.close();
        sandbox.close();
    }
}
