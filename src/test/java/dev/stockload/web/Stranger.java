package dev.stockload.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client without a login that speaks to the server through raw sockets. */
final class Stranger implements AutoCloseable {
    static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";
    private static final String[] PAGES = {
        "/webjars/htmx.org/2.0.8/dist/htmx.js", "/login", "/api/openapi.json"
    };
    private static final String END = "Connection: close\r\n\r\n";
    private static final int MOST_OPEN = 4_000;

    private final int port;
    private final Deque<Socket> sockets = new ConcurrentLinkedDeque<>();

    Stranger(int port) {
        this.port = port;
    }

    /** Does all it can for some seconds. Arguments: the port, the seconds. */
    public static void main(String[] args) throws Exception {
        try (Stranger stranger = new Stranger(Integer.parseInt(args[0]))) {
            System.out.println(stranger.attack(Duration.ofSeconds(Long.parseLong(args[1]))));
        }
    }

    /** Every kind of attack at once, each as fast as it can; says how often each was made. */
    private Map<String, AtomicLong> attack(Duration time) throws InterruptedException {
        Random random = new Random(43);
        Map<String, Attack> attacks =
                Map.of(
                        "no cookie",
                        () -> ask(90),
                        "large header",
                        () -> {
                            try (Socket socket = open()) {
                                send(socket, header(random.nextInt(20_000)));
                            }
                        },
                        "half a header",
                        () -> send(open(), "GET /login" + HOST + "X-Half: "),
                        "half a body",
                        () -> stall("POST /login"),
                        "unread",
                        () -> doNotRead(open(), PAGES[random.nextInt(PAGES.length)]),
                        "silent",
                        this::open,
                        "stream",
                        () -> send(open(), "GET /events" + HOST + "\r\n"));
        Map<String, AtomicLong> made = new TreeMap<>();
        attacks.keySet().forEach(name -> made.put(name, new AtomicLong()));
        long end = System.nanoTime() + time.toNanos();
        ExecutorService pool = Executors.newFixedThreadPool(attacks.size());
        attacks.forEach((name, attack) -> pool.submit(() -> repeat(attack, end, made.get(name))));
        pool.shutdown();
        pool.awaitTermination(time.toSeconds() + 60, TimeUnit.SECONDS);
        return made;
    }

    private interface Attack {
        void once() throws IOException;
    }

    private static void repeat(Attack attack, long end, AtomicLong made) {
        while (System.nanoTime() < end) {
            try {
                attack.once();
                made.incrementAndGet();
            } catch (IOException e) {
                // It was closed, which is allowed.
            }
        }
    }

    private static String header(int size) {
        return "GET /%d%sX-Large: %s\r\n\r\n".formatted(size, HOST, "x".repeat(size));
    }

    /** Sends requests without a cookie, each of another kind than the one before. */
    int ask(int count) throws IOException {
        int answers = 0;
        String[] requests = {
            "GET /runs" + HOST + "Accept: text/html\r\n\r\n",
            "GET /product?find=%d" + HOST + "Accept: text/html\r\n\r\n",
            "GET /login" + HOST + "\r\n",
            "POST /login" + HOST + "Content-Length: 0\r\n\r\n",
            "POST /actuator/health" + HOST + "Content-Length: 0\r\n\r\n",
            "GET /actuator/prometheus" + HOST + "\r\n",
            "POST /runs/%d/stop" + HOST + "Content-Length: 0\r\n\r\n",
            "GET /api/runs/%d" + HOST + "\r\n",
            "GET /nowhere/%d" + HOST + "Cookie: stockload=%<d\r\n\r\n",
        };
        int atOnce = 90;
        for (int i = 0; i < count; i += atOnce) {
            List<Socket> some = new ArrayList<>();
            for (int j = i; j < Math.min(i + atOnce, count); j++) {
                some.add(send(open(), requests[j % requests.length].formatted(j)));
            }
            for (Socket socket : some) {
                answers += rest(socket).startsWith("HTTP/1.1 ") ? 1 : 0;
                socket.close();
            }
            sockets.removeIf(Socket::isClosed);
        }
        return answers;
    }

    String health() throws IOException {
        try (Socket socket = open()) {
            send(socket, "GET /actuator/health" + HOST + END);
            return rest(socket);
        }
    }

    /** Sends two letters of a body and no more. */
    Socket stall(String request) throws IOException {
        return send(
                open(),
                request
                        + HOST
                        + "Content-Type: application/x-www-form-urlencoded\r\n"
                        + "Content-Length: 1000\r\n\r\nab");
    }

    /** Asks for much and reads nothing of it. */
    static void doNotRead(Socket socket, String page) throws IOException {
        send(socket, ("GET " + page + HOST + "\r\n").repeat(300));
    }

    Socket open() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4096);
        socket.setSoTimeout(30_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        if (sockets.size() > MOST_OPEN) {
            sockets.remove().close();
        }
        return socket;
    }

    static Socket send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
