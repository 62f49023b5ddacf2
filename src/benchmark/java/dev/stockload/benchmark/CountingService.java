package dev.stockload.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * A merchant service in a process of its own that only counts: it accepts every create, and prints
 * what each account has sent whenever it reads a line.
 */
public final class CountingService {
    private static final int THREADS = 32;

    private static final Map<String, Sent> ACCOUNTS = new ConcurrentHashMap<>();

    private CountingService() {}

    /** The creates of an account; times in milliseconds. */
    private static final class Sent {
        private final Set<Integer> contents = new HashSet<>();
        private int requests;
        private long first;
        private long last;
        private double shortest = Double.MAX_VALUE;
        private double longest;
        private long nanos;

        synchronized void add(byte[] content) {
            long now = System.nanoTime();
            if (requests > 0) {
                shortest = Math.min(shortest, (now - nanos) / 1e9);
                longest = Math.max(longest, (now - nanos) / 1e9);
            }
            nanos = now;
            last = System.currentTimeMillis();
            first = requests == 0 ? last : first;
            requests++;
            contents.add(Arrays.hashCode(content));
        }

        @Override
        public synchronized String toString() {
            return "%d %d %d %d %s %s"
                    .formatted(requests, contents.size(), first, last, shortest, longest);
        }
    }

    /** The number of products. Prints its port first. */
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        byte[] products = products(Integer.parseInt(args[0]));
        byte[] accepted = bytes("{\"success\":true,\"msg\":\"\"}");
        byte[] nothing = bytes("{\"success\":true,\"msg\":\"\",\"data\":[]}");
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.createContext("/Stock/Product", exchange -> answer(exchange, products));
        server.createContext("/Stock/List", exchange -> answer(exchange, nothing));
        server.createContext(
                "/Stock/Creat",
                exchange -> {
                    byte[] content = exchange.getRequestBody().readAllBytes();
                    String account = exchange.getRequestHeaders().getFirst("appid");
                    ACCOUNTS.computeIfAbsent(account, name -> new Sent()).add(content);
                    answer(exchange, accepted);
                });
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
        System.out.println(server.getAddress().getPort());
        BufferedReader asked =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (asked.readLine() != null) {
            ACCOUNTS.forEach((account, sent) -> System.out.println(account + " " + sent));
            System.out.println(".");
        }
        server.stop(0);
        System.exit(0);
    }

    private static byte[] products(int count) {
        StringBuilder json = new StringBuilder("{\"success\":true,\"totalPages\":1,\"data\":[");
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"id\":%d,\"artNo\":\"A-%1$d\",\"pic\":\"\"}".formatted(100_000 + i));
        }
        return bytes(json + "]}");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
