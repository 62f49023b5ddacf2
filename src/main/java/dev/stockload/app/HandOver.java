package dev.stockload.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.stockload.details.Details;
import dev.stockload.details.DetailsOrder;
import dev.stockload.imports.ImportOrder;
import dev.stockload.imports.ImportTicket;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Status;
import dev.stockload.imports.Verification;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.Run;
import dev.stockload.runs.StopSignal;
import dev.stockload.sheet.UnusableSheetException;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes work from other commands of this machine and tells them how it goes on. It listens on
 * loopback only; the token is in the data folder, so who can read that may come.
 */
public final class HandOver implements Closeable {
    private final Office office;
    private final HttpServer server;
    private final Doorplate door;
    private final Duration patience;
    private final ExecutorService threads = Executors.newCachedThreadPool(HandOver::thread);
    private final Map<String, Runnable> stops = new ConcurrentHashMap<>();
    private final AtomicInteger lastTicket = new AtomicInteger();
    private volatile boolean closing;

    /** Answers a question. */
    private interface Clerk<Q> {
        Object answer(Q question, Call call) throws IOException;
    }

    private HandOver(Office office, Duration patience) throws IOException {
        this.office = office;
        this.patience = patience;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.door = new Doorplate(office.data(), url());
        server.setExecutor(threads);
        imports();
        details();
        on("/account", String.class, (name, call) -> office.accounts().apply(name));
        on("/tokens", String.class, (none, call) -> office.ledger().apiTokens().all());
        on(
                "/tokens/add",
                Wire.NewToken.class,
                (token, call) ->
                        office.ledger()
                                .apiTokens()
                                .add(token.name(), token.readOnly(), Instant.now())
                                .orElse(null));
        on(
                "/tokens/remove",
                String.class,
                (name, call) -> office.ledger().apiTokens().remove(name));
        on("/accounts", String.class, (none, call) -> office.ledger().accounts().all());
        on("/accounts/moved", String.class, (name, call) -> office.ledger().accounts().moved(name));
        on("/status", String.class, (none, call) -> Status.of(office.ledger()));
        on("/stop", String.class, (ticket, call) -> stop(ticket));
    }

    /**
     * @param patience how long closing waits for the requests in flight
     */
    public static HandOver start(Office office, Duration patience) throws IOException {
        HandOver desk = new HandOver(office, patience);
        desk.server.start();
        desk.door.put();
        return desk;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void imports() {
        on(
                "/import",
                ImportOrder.class,
                (order, call) -> await(office.queue().submit(order, call.telegraph), call));
        on(
                "/resume",
                Wire.Resume.class,
                (resume, call) ->
                        await(
                                office.queue().resume(resume.run(), resume.how(), call.telegraph),
                                call));
        on("/unfinished", String.class, (none, call) -> office.unfinished());
        on("/run", String.class, (id, call) -> office.ledger().runs().find(id).orElse(null));
        on("/verify", Wire.Verify.class, this::verify);
    }

    private void details() {
        Details details = office.details();
        on(
                "/details/fetch",
                DetailsOrder.class,
                (order, call) ->
                        Wire.Fetched.of(details.fetch(order, call.stop(), call.telegraph)));
        on(
                "/details/resume",
                String.class,
                (id, call) ->
                        Wire.Fetched.of(
                                details.resume(detailRun(id), call.stop(), call.telegraph)));
        on(
                "/details/content",
                String.class,
                (id, call) -> {
                    details.file(detailRun(id)).each(call.telegraph::detail);
                    return null;
                });
        on("/details/unfinished", String.class, (none, call) -> details.unfinished());
        on("/details/find", String.class, (id, call) -> details.find(id).orElse(null));
        on("/details/products", String.class, (account, call) -> details.products(account));
        on(
                "/details/publish",
                Wire.Publish.class,
                (marks, call) ->
                        details.publish(marks.account(), marks.products(), marks.published()));
        on("/details/quota", String.class, (account, call) -> details.report(account));
    }

    private static Imports.Result await(ImportTicket ticket, Call call) {
        call.stoppedBy(ticket::stop);
        return ticket.result().join();
    }

    private Verification.Result verify(Wire.Verify order, Call call) throws IOException {
        Run run = office.ledger().runs().find(order.run()).orElseThrow(() -> unknown(order.run()));
        return office.verification()
                .apply(call.stop(), call.telegraph)
                .verify(run, order.sample(), call.telegraph);
    }

    private DetailRun detailRun(String id) {
        return office.details().find(id).orElseThrow(() -> unknown(id));
    }

    private static UnusableSheetException unknown(String run) {
        return new UnusableSheetException(
                "There is no run '%s'; stockload status lists them".formatted(run));
    }

    private Void stop(String ticket) {
        stops.getOrDefault(ticket, () -> {}).run();
        return null;
    }

    /** One question under way. */
    private final class Call {
        private final String id = String.valueOf(lastTicket.incrementAndGet());
        private final Telegraph telegraph;

        Call(Telegraph telegraph) {
            this.telegraph = telegraph;
        }

        void stoppedBy(Runnable stop) {
            stops.put(id, stop);
            telegraph.ticket(id);
            if (closing) {
                stop.run();
            }
        }

        StopSignal stop() {
            StopSignal stop = new StopSignal();
            stoppedBy(stop::ask);
            return stop;
        }
    }

    private <Q> void on(String path, Class<Q> type, Clerk<Q> clerk) {
        server.createContext(
                path,
                exchange -> {
                    try (exchange) {
                        if (door.isAllowed(exchange)) {
                            serve(exchange, type, clerk);
                        } else {
                            exchange.sendResponseHeaders(403, -1);
                        }
                    }
                });
    }

    private <Q> void serve(HttpExchange exchange, Class<Q> type, Clerk<Q> clerk)
            throws IOException {
        Q question = Wire.JSON.readValue(exchange.getRequestBody().readAllBytes(), type);
        exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        Telegraph telegraph = new Telegraph(exchange.getResponseBody());
        Call call = new Call(telegraph);
        try {
            telegraph.ended(clerk.answer(question, call));
        } catch (IOException | RuntimeException | Error e) {
            telegraph.failed(e);
        } finally {
            stops.remove(call.id);
        }
    }

    /** Asks all work to end after the request in flight. */
    public void stopAll() {
        closing = true;
        stops.values().forEach(Runnable::run);
    }

    /** Those who wait hear first how their work ended. */
    @Override
    public void close() {
        stopAll();
        door.takeAway();
        threads.shutdown();
        try {
            threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "hand-over");
        thread.setDaemon(true);
        return thread;
    }
}
