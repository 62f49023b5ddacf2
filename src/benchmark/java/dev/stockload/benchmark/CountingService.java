package dev.stockload.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A merchant service in a process of its own that accepts every create, shows what it has accepted,
 * and prints what each account has sent whenever it reads a line.
 */
public final class CountingService {
    private static final int THREADS = 32;
    private static final int FIRST = 100_000;

    private static final Map<String, Sent> ACCOUNTS = new ConcurrentHashMap<>();

    private CountingService() {}

    /** The creates of an account; times in milliseconds. */
    private static final class Sent {
        private final Set<Integer> contents = new HashSet<>();
        private final Deque<byte[]> unread = new ArrayDeque<>();

        /** The entries of each product by colour and size, as they are answered. */
        private final Map<Integer, Map<String, String>> stock = new HashMap<>();

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
            unread.add(content);
        }

        /** Only who was interrupted asks: until then, what was accepted is not even parsed. */
        synchronized Map<Integer, Map<String, String>> stock() {
            while (!unread.isEmpty()) {
                JsonMapper.shared().readTree(unread.remove()).forEach(this::apply);
            }
            return Map.copyOf(stock);
        }

        private void apply(JsonNode group) {
            Map<String, String> entries =
                    stock.computeIfAbsent(group.get("pid").asInt(), id -> new TreeMap<>());
            for (JsonNode size : group.get("param")) {
                ObjectNode entry = JsonMapper.shared().createObjectNode();
                entry.put("guid", "0".repeat(32)).put("color", group.get("color").asString());
                entry.setAll((ObjectNode) size);
                entries.put(group.get("color") + " " + size.get("size"), entry.toString());
            }
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
        int count = Integer.parseInt(args[0]);
        byte[] products = products(count, Set.of());
        byte[] accepted = bytes("{\"success\":true,\"msg\":\"\"}");
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.createContext(
                "/Stock/Product",
                exchange -> {
                    String form = form(exchange);
                    Set<Integer> stocked = stock(exchange).keySet();
                    boolean all = !form.contains("stock=false") || stocked.isEmpty();
                    answer(exchange, all ? products : products(count, stocked));
                });
        server.createContext(
                "/Stock/List",
                exchange -> {
                    String product = form(exchange).replaceFirst(".*productid=(\\d+).*", "$1");
                    Map<String, String> entries =
                            stock(exchange).getOrDefault(Integer.parseInt(product), Map.of());
                    answer(
                            exchange,
                            bytes(
                                    "{\"success\":true,\"msg\":\"\",\"data\":[%s]}"
                                            .formatted(String.join(",", entries.values()))));
                });
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

    private static byte[] products(int count, Set<Integer> without) {
        return bytes(
                IntStream.range(FIRST, FIRST + count)
                        .filter(id -> !without.contains(id))
                        .mapToObj("{\"id\":%d,\"artNo\":\"A-%1$d\",\"pic\":\"\"}"::formatted)
                        .collect(
                                Collectors.joining(
                                        ",",
                                        "{\"success\":true,\"totalPages\":1,\"data\":[",
                                        "]}")));
    }

    private static String form(HttpExchange exchange) throws IOException {
        return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static Map<Integer, Map<String, String>> stock(HttpExchange exchange) {
        Sent sent = ACCOUNTS.get(exchange.getRequestHeaders().getFirst("appid"));
        return sent == null ? Map.of() : sent.stock();
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
