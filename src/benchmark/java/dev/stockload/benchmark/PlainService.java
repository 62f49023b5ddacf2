package dev.stockload.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** A merchant service that has every product of the big sheet, and keeps whatever is created. */
final class PlainService implements AutoCloseable {
    private static final int FIRST_PRODUCT = 100_000;
    private static final int PAGE = 1000;
    private static final int THREADS = 16;

    /** The entries of each product by colour and size, as they are answered. */
    private final Map<Integer, Map<String, String>> stock = new HashMap<>();

    private final HttpServer server;
    private final List<byte[]> pages = new ArrayList<>();
    private final List<Long> creates = new ArrayList<>();
    private final Map<String, List<Long>> byAccount = new HashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    PlainService(int products) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        int last = (products + PAGE - 1) / PAGE;
        for (int page = 0; page < last; page++) {
            pages.add(page(page * PAGE, Math.min(products, (page + 1) * PAGE), last));
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/Stock/Product", this::page);
        server.createContext("/Stock/Creat", this::create);
        server.createContext("/Stock/List", this::list);
        server.setExecutor(threads);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** When creates arrived, in nanoseconds. */
    synchronized List<Long> creates() {
        return List.copyOf(creates);
    }

    /** The seconds between a create and the one before of the same account. */
    synchronized double[] gaps() {
        return byAccount.values().stream()
                .flatMapToDouble(
                        times ->
                                IntStream.range(1, times.size())
                                        .mapToDouble(i -> (times.get(i) - times.get(i - 1)) / 1e9))
                .toArray();
    }

    private void list(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int product = Integer.parseInt(form.replaceFirst(".*productid=(\\d+).*", "$1"));
        String entries;
        synchronized (this) {
            entries = String.join(",", stock.getOrDefault(product, Map.of()).values());
        }
        answer(
                exchange,
                "{\"success\":true,\"msg\":\"\",\"data\":[%s]}"
                        .formatted(entries)
                        .getBytes(StandardCharsets.UTF_8));
    }

    private void apply(JsonNode group) {
        String colour = group.get("color").asString();
        Map<String, String> entries =
                stock.computeIfAbsent(group.get("pid").asInt(), id -> new TreeMap<>());
        for (JsonNode size : group.get("param")) {
            ObjectNode entry = JsonMapper.shared().createObjectNode();
            entry.put("guid", "0".repeat(32)).put("color", colour);
            entry.setAll((ObjectNode) size);
            entries.put(colour + " / " + size.get("size").asString(), entry.toString());
        }
    }

    private void page(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int page = Integer.parseInt(form.replaceFirst(".*page=(\\d+).*", "$1"));
        answer(exchange, pages.get(page - 1));
    }

    private static byte[] page(int from, int to, int pages) {
        StringBuilder json = new StringBuilder("{\"success\":true,\"totalPages\":");
        json.append(pages).append(",\"data\":[");
        for (int i = from; i < to; i++) {
            json.append(i == from ? "" : ",")
                    .append(
                            "{\"id\":%d,\"artNo\":\"A-%d\",\"pic\":\"\"}"
                                    .formatted(FIRST_PRODUCT + i, i));
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private void create(HttpExchange exchange) throws IOException {
        synchronized (this) {
            long now = System.nanoTime();
            creates.add(now);
            byAccount
                    .computeIfAbsent(
                            exchange.getRequestHeaders().getFirst("appid"), a -> new ArrayList<>())
                    .add(now);
        }
        JsonNode groups = JsonMapper.shared().readTree(exchange.getRequestBody());
        synchronized (this) {
            groups.forEach(this::apply);
        }
        answer(exchange, "{\"success\":true,\"msg\":\"\"}".getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, byte[] bytes) throws IOException {
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
