package dev.stockload.sandbox;

import com.sun.net.httpserver.HttpServer;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A merchant service of one's own on the loopback address: the whole interface with its rules and
 * limits, to try things on.
 */
public final class Sandbox implements Closeable {
    static {
        // The server writes head and body apart; without this the second waits 40 ms for the first.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** How long a request that is being answered may hold up the end. */
    private static final long LAST_ANSWERS_MILLIS = 500;

    private final SandboxDatabase database;
    private final Journal journal;
    private final HttpServer server;
    private final ExecutorService threads;
    private final CountDownLatch closing;
    private Path folder;

    private Sandbox(
            SandboxDatabase database,
            Journal journal,
            HttpServer server,
            ExecutorService threads,
            CountDownLatch closing) {
        this.database = database;
        this.journal = journal;
        this.server = server;
        this.threads = threads;
        this.closing = closing;
    }

    /**
     * Starts a sandbox; it answers when this returns.
     *
     * @throws UnusableSandboxException if the port, the folder or the journal cannot be used
     */
    public static Sandbox start(SandboxOptions options) {
        HttpServer server = bind(options.port());
        SandboxDatabase database = null;
        Journal journal = null;
        try {
            journal = Journal.in(options.journal());
            database =
                    options.folder() == null
                            ? SandboxDatabase.inMemory()
                            : SandboxDatabase.in(options.folder());
            SandboxCatalogue.fill(database, options.products());
            Sandbox sandbox = open(options, server, database, journal);
            if (options.folder() != null) {
                sandbox.folder = options.folder();
                AddressFile.write(sandbox.folder, sandbox.baseUrl());
            }
            return sandbox;
        } catch (RuntimeException e) {
            server.stop(0);
            if (database != null) {
                database.close();
            }
            if (journal != null) {
                journal.close();
            }
            throw e;
        }
    }

    public SandboxAccess access() {
        return SandboxAccess.at(baseUrl());
    }

    /** The address to put before the paths of the interface, without a slash at its end. */
    public String baseUrl() {
        // Joined, not formatted: a locale may have digits that no address takes.
        return "http://"
                + server.getAddress().getAddress().getHostAddress()
                + ":"
                + server.getAddress().getPort();
    }

    public String appId() {
        return Credentials.WELL_KNOWN.appId();
    }

    public String appSecret() {
        return Credentials.WELL_KNOWN.secret();
    }

    public String accessToken() {
        return Credentials.WELL_KNOWN.accessToken();
    }

    /** Ends the sandbox within a second; all that it answered is kept. */
    @Override
    public void close() {
        if (folder != null) {
            AddressFile.delete(folder);
        }
        closing.countDown();
        threads.shutdown();
        try {
            // An interrupted thread would close H2's file under it: those that are late are left.
            boolean ended = threads.awaitTermination(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS);
            server.stop(0);
            if (ended) {
                journal.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.stop(0);
        } finally {
            database.close();
        }
    }

    private static HttpServer bind(int port) {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return HttpServer.create(new InetSocketAddress(loopback, port), 0);
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot listen on port %d of 127.0.0.1 (%s). Choose another port, or 0 for a free one"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    private static Sandbox open(
            SandboxOptions options, HttpServer server, SandboxDatabase database, Journal journal) {
        CountDownLatch closing = new CountDownLatch(1);
        CreateInterval pace = new CreateInterval(database, options.clock());
        Map<String, Endpoint> endpoints =
                Map.of(
                        "/Stock/Product",
                        new ProductListEndpoint(new Products(database)),
                        "/Stock/List",
                        new StockListEndpoint(database),
                        "/Stock/Creat",
                        new CreateStockEndpoint(
                                new Stock(database), pace, options.faults(), journal, closing),
                        "/Product/Detail",
                        new ProductDetailEndpoint(database),
                        "/sandbox/published",
                        new PublishedEndpoint(database));
        ExecutorService threads =
                Executors.newCachedThreadPool(
                        work -> {
                            Thread thread = new Thread(work, "sandbox");
                            thread.setDaemon(true);
                            return thread;
                        });
        server.setExecutor(threads);
        server.createContext(
                "/", new RequestCheck(endpoints, Credentials.WELL_KNOWN, options.clock()));
        server.start();
        return new Sandbox(database, journal, server, threads, closing);
    }
}
