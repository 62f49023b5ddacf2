package dev.stockload.web;

import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.Imports;
import dev.stockload.imports.SendMode;
import dev.stockload.jobs.JobFolder;
import dev.stockload.jobs.JobList;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.Time;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sheet.SheetOptions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A data folder, the sandbox behind it, and the console over it: all of it real. */
final class Shop implements AutoCloseable {
    final Path home;
    final Path data;
    final Ledger ledger;
    final ImportQueue queue;
    Console console;
    private int port;
    private final Sandbox sandbox;
    private final DataFolder folder;
    private final String password;
    private final InstantSource clock;

    Shop(Path home) throws IOException {
        this(home, null, InstantSource.system(), SandboxOptions.inMemory());
    }

    Shop(Path home, String password, InstantSource clock, SandboxOptions service)
            throws IOException {
        this.home = home;
        this.data = home.resolve("data");
        this.password = password;
        this.clock = clock;
        this.sandbox = Sandbox.start(service);
        this.folder = DataFolder.take(data, "test").orElseThrow();
        this.ledger = Ledger.open(LedgerAddress.inFolder(data));
        StopSignal stop = new StopSignal();
        Imports imports =
                new Imports(
                        new ProcessContext(
                                ledger,
                                data,
                                ledger.owners().enter(folder.name(), stop::ask),
                                Time.real()),
                        this::merchant,
                        stop,
                        RunListener.NOBODY);
        this.queue = new ImportQueue(imports, ledger, Duration.ofSeconds(10));
        startConsole();
    }

    private ConsoleOptions options(int port) throws IOException {
        return new ConsoleOptions(
                InetAddress.getByName("127.0.0.1"),
                port,
                password,
                password == null ? Set.of() : Set.of("stock.shop.example"),
                data,
                ledger,
                queue,
                new JobList(new JobFolder(List.of(home))),
                List.of("default"),
                name -> name,
                ZoneId.of("UTC"),
                clock);
    }

    /** Ends the console and starts it anew where it was, as a new version would. */
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

    /** The events that a page which looks at these gets. */
    BufferedReader events(String of) throws IOException {
        HttpURLConnection stream =
                (HttpURLConnection)
                        URI.create(address() + "/events?of=" + of).toURL().openConnection();
        stream.setReadTimeout(20_000);
        return new BufferedReader(
                new InputStreamReader(stream.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Imports a sheet to its end; the id of the run. */
    String imported(Path sheet) throws Exception {
        return queue.submit(order(sheet)).result().get(300, TimeUnit.SECONDS).run().id();
    }

    ImportOrder order(Path sheet) {
        return new ImportOrder(
                ImportOrder.NO_JOB,
                "default",
                sheet,
                SheetOptions.none(),
                SendMode.ALL,
                false,
                Optional.empty(),
                false);
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(home.resolve(name), text);
    }

    private Merchant merchant(String account) {
        return new Merchant(
                new Account(
                        account,
                        URI.create(sandbox.baseUrl()),
                        sandbox.appId(),
                        sandbox.appSecret(),
                        sandbox.accessToken(),
                        false),
                Time.real());
    }

    @Override
    public void close() {
        console.close();
        queue.close();
        ledger.close();
        folder.close();
        sandbox.close();
    }
}
