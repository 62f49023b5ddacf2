package dev.stockload.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A merchant service that has every product of the big sheet and takes whatever is created. */
final class PlainService implements AutoCloseable {
    private static final int FIRST_PRODUCT = 100_000;
    private static final int PAGE = 1000;

    private final HttpServer server;
    private final int products;
    private final List<Long> creates = new ArrayList<>();

    PlainService(int products) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        this.products = products;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/Stock/Product", this::page);
        server.createContext("/Stock/Creat", this::create);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** When creates arrived, in nanoseconds. */
    List<Long> creates() {
        return List.copyOf(creates);
    }

    private void page(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int page = Integer.parseInt(form.replaceFirst(".*page=(\\d+).*", "$1"));
        StringBuilder json = new StringBuilder("{\"success\":true,\"totalPages\":");
        json.append((products + PAGE - 1) / PAGE).append(",\"data\":[");
        int from = (page - 1) * PAGE;
        for (int i = from; i < Math.min(products, from + PAGE); i++) {
            json.append(i == from ? "" : ",")
                    .append(
                            "{\"id\":%d,\"artNo\":\"A-%d\",\"pic\":\"\"}"
                                    .formatted(FIRST_PRODUCT + i, i));
        }
        answer(exchange, json.append("]}").toString());
    }

    private void create(HttpExchange exchange) throws IOException {
        creates.add(System.nanoTime());
        exchange.getRequestBody().readAllBytes();
        answer(exchange, "{\"success\":true,\"msg\":\"\"}");
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
