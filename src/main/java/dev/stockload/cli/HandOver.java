package dev.stockload.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.stockload.batch.Watcher;
import dev.stockload.ledger.Run;
import dev.stockload.pipeline.ImportOrder;
import dev.stockload.pipeline.RunQueue;
import dev.stockload.pipeline.Status;
import dev.stockload.pipeline.Ticket;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Takes imports from other commands of this machine and tells them how they go on. It listens on
 * loopback only; the token is in the data folder, so who can read that may come.
 */
final class HandOver implements Closeable {
    private final ImportSession session;
    private final RunQueue queue;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(HandOver::thread);
    private final String token;
    private final Path file;
    private final Map<String, Ticket> tickets = new ConcurrentHashMap<>();
    private final AtomicInteger lastTicket = new AtomicInteger();

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private HandOver(ImportSession session, RunQueue queue) throws IOException {
        this.session = session;
        this.queue = queue;
        this.token = newToken();
        this.file = session.data().resolve(Wire.FILE);
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        on("/import", this::startImport);
        on("/resume", this::resume);
        on("/stop", this::stop);
        on("/unfinished", exchange -> answer(exchange, new Wire.Runs(unfinished())));
        on("/run", exchange -> answer(exchange, new Wire.Runs(find(exchange))));
        on("/status", exchange -> answer(exchange, Status.of(session.ledger())));
    }

    static HandOver start(ImportSession session, RunQueue queue) throws IOException {
        HandOver desk = new HandOver(session, queue);
        desk.server.start();
        desk.announce();
        return desk;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void on(String path, Handler handler) {
        server.createContext(
                path,
                exchange -> {
                    try (exchange) {
                        if (isAllowed(exchange)) {
                            handler.handle(exchange);
                        } else {
                            exchange.sendResponseHeaders(403, -1);
                        }
                    }
                });
    }

    private boolean isAllowed(HttpExchange exchange) {
        String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        return exchange.getRequestMethod().equals("POST")
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8),
                        ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
    }

    private void startImport(HttpExchange exchange) throws IOException {
        ImportOrder order = read(exchange, ImportOrder.class);
        follow(
                exchange,
                watcher ->
                        queue.submit(order.forAccount(session.account(order.account())), watcher));
    }

    private void resume(HttpExchange exchange) throws IOException {
        Wire.Resume resume = read(exchange, Wire.Resume.class);
        follow(exchange, watcher -> queue.resume(resume.run(), resume.force(), watcher));
    }

    private void follow(HttpExchange exchange, Function<Watcher, Ticket> enter) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        Telegraph telegraph = new Telegraph(exchange.getResponseBody());
        String id = String.valueOf(lastTicket.incrementAndGet());
        try {
            Ticket ticket = enter.apply(telegraph);
            tickets.put(id, ticket);
            telegraph.ticket(id);
            telegraph.ended(ticket.result().join());
        } catch (RuntimeException e) {
            telegraph.failed(e);
        } finally {
            tickets.remove(id);
        }
    }

    private void stop(HttpExchange exchange) throws IOException {
        Ticket ticket = tickets.get(read(exchange, Wire.Stop.class).ticket());
        if (ticket != null) {
            ticket.stop();
        }
        exchange.sendResponseHeaders(204, -1);
    }

    /** Those that nobody works on now. */
    private List<Run> unfinished() {
        List<String> live =
                queue.tickets().stream().map(Ticket::run).flatMap(Optional::stream).toList();
        return session.imports().unfinished().stream()
                .filter(run -> !live.contains(run.id()))
                .toList();
    }

    private List<Run> find(HttpExchange exchange) throws IOException {
        return session.run(read(exchange, Wire.Resume.class).run()).stream().toList();
    }

    private static <T> T read(HttpExchange exchange, Class<T> type) throws IOException {
        return Wire.JSON.readValue(exchange.getRequestBody().readAllBytes(), type);
    }

    private static void answer(HttpExchange exchange, Object value) throws IOException {
        byte[] body = Wire.JSON.writeValueAsBytes(value);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private void announce() throws IOException {
        Path beside = file.resolveSibling(Wire.FILE + ".part");
        Files.deleteIfExists(beside);
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(
                    beside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        }
        Files.write(beside, Wire.JSON.writeValueAsBytes(new Wire.Address(url(), token)));
        Files.move(
                beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** To be called when the runs have ended, so that those who wait hear how. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It leads nowhere from now on, and whoever tries notices.
        }
        server.stop(1);
        threads.shutdown();
    }

    private static String newToken() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "hand-over");
        thread.setDaemon(true);
        return thread;
    }
}
