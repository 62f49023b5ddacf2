package dev.stockload.sandbox;

import com.sun.net.httpserver.HttpServer;

import org.apache.commons.lang3.concurrent.BasicThreadFactory;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A merchant service for trying things out, on the loopback address, with all its limits. */
public final class Sandbox implements Closeable {
    /** The credentials are the same everywhere, and not secret. */
    public static final String APP_ID = "sandbox-app";

    public static final String APP_SECRET = "sandbox-secret";
    public static final String ACCESS_TOKEN = "sandbox-token";

    private static final String ADDRESS_FILE = "sandbox.address";

    static {
        // The server writes headers and body separately; without this the body is delayed by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** How long closing waits for requests in progress. */
    private static final long LAST_ANSWERS_MILLIS = 500;

    private final SandboxDatabase database;
    private final HttpServer server;
    private final Path folder;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    BasicThreadFactory.builder().namingPattern("sandbox").daemon().build());

    private Sandbox(SandboxOptions options) {
        folder = options.folder();
        server = bind(options.port());
        try {
            database = new SandboxDatabase(folder);
        } catch (RuntimeException e) {
            server.stop(0);
            throw e;
        }
    }

    /** Throws an UnusableSandboxException if the port, folder or journal cannot be used. */
    public static Sandbox start(SandboxOptions options) {
        Sandbox sandbox = new Sandbox(options);
        try {
            sandbox.open(options);
            return sandbox;
        } catch (RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    /** The address of the running sandbox of this folder, in any process. */
    public static Optional<String> addressIn(Path folder) {
        try {
            return Optional.of(Files.readString(folder.resolve(ADDRESS_FILE)))
                    .filter(text -> !text.isBlank());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void open(SandboxOptions options) {
        database.fill(options.products());
        Endpoints others = new Endpoints(database);
        Map<String, SignedRequests.Endpoint> endpoints =
                Map.of(
                        "/Stock/Product",
                        inTransaction(others::products),
                        "/Stock/List",
                        inTransaction(others::stock),
                        "/Stock/Creat",
                        new CreateStockEndpoint(database, options, closing),
                        "/Product/Detail",
                        inTransaction(others::detail),
                        "/sandbox/published",
                        inTransaction(others::published));
        server.setExecutor(threads);
        server.createContext("/", new SignedRequests(endpoints, options.clock()));
        server.start();
        if (folder != null) {
            announce();
        }
    }

    private void announce() {
        try {
            Files.writeString(folder.resolve(ADDRESS_FILE), baseUrl());
        } catch (IOException e) {
            throw new UnusableSandboxException(
                    "The sandbox cannot write to its folder %s (%s)".formatted(folder, e), e);
        }
    }

    private SignedRequests.Endpoint inTransaction(SignedRequests.Endpoint endpoint) {
        return request -> database.transaction(() -> endpoint.answer(request));
    }

    /** The address before the paths of the interface, without a slash at the end. */
    public String baseUrl() {
        // Not formatted: some locales have other digits.
        return "http://"
                + server.getAddress().getAddress().getHostAddress()
                + ":"
                + server.getAddress().getPort();
    }

    /** Closes the sandbox within a second; everything that it answered is stored. */
    @Override
    public void close() {
        try {
            if (folder != null) {
                Files.deleteIfExists(folder.resolve(ADDRESS_FILE));
            }
        } catch (IOException e) {
            // The next sandbox in this folder replaces it.
        }
        closing.countDown();
        threads.shutdown();
        try {
            // Not interrupted: that would close H2's file. Late requests are abandoned.
            threads.awaitTermination(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
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
}
