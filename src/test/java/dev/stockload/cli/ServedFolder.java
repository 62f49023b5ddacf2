package dev.stockload.cli;

import dev.stockload.app.Settings;
import dev.stockload.app.Workspace;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.queue.ImportQueue;
import dev.stockload.runs.Caller;
import dev.stockload.web.Console;
import dev.stockload.web.parts.ConsoleAddress;
import dev.stockload.web.parts.WebContext;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/** A data folder that the test process serves, without pages. */
final class ServedFolder implements AutoCloseable {
    private final StringWriter said = new StringWriter();
    private final Settings settings;
    private final Workspace workspace;
    private final ImportQueue queue;
    private final Workspace.Loan loan;
    private Console console;

    /** Commands need only its database; the web server answers at an address if one is given. */
    ServedFolder(Settings settings) throws IOException {
        this.settings = settings;
        ReadyLedger.prepare(settings.data());
        workspace =
                Workspace.open(settings, Workspace.SERVE, Caller.silent(), new PrintWriter(said));
        queue =
                new ImportQueue(
                                workspace.imports(),
                                workspace.ledger(),
                                ImportQueue.WORKERS,
                                Duration.ofSeconds(5),
                                (run, fault) -> {})
                        .start();
        loan = workspace.lend();
    }

    /** With a web server at this address. */
    ServedFolder(Settings settings, String address) throws IOException {
        this(settings);
        listen(address, false);
    }

    /** The address of its web server, which has pages. */
    String pages() throws IOException {
        listen(null, true);
        return console.url();
    }

    String url() throws IOException {
        if (console == null) {
            listen(null, false);
        }
        return console.url();
    }

    private void listen(String address, boolean pages) throws IOException {
        console =
                Console.start(
                        new WebContext(
                                new ConsoleAddress(
                                        InetAddress.getByName(address), 0, null, Set.of(), pages),
                                workspace,
                                queue,
                                settings.ownJobs(),
                                InstantSource.system()));
    }

    /** Its output. */
    String words() {
        return said.toString();
    }

    @Override
    public void close() {
        loan.recall();
        queue.stopAll();
        loan.close();
        if (console != null) {
            console.close();
        }
        queue.close();
        workspace.close();
    }
}
