package dev.stockload.imports;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.stockload.merchant.Account;
import dev.stockload.merchant.TestAccounts;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A strict merchant service for tests: it accepts nothing that the interface forbids, records every
 * create, and misbehaves on request.
 */
public final class StrictService implements AutoCloseable {
    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    public static final String SECRET = "the-secret-of-the-test";
    public static final String TOKEN = "the-token-of-the-test";
    private static final int PRODUCTS_PER_PAGE = 40;
    private static final String MALFORMED = "bad parameter";

    /** Escapes other letters, so that it can also say halves of surrogate pairs. */
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    public enum Fault {
        NONE,
        LOST_BEFORE,
        LOST_AFTER,
        ERROR_BEFORE,
        ERROR_AFTER,
        HTML_AFTER,
        TOO_MANY,
        TOO_MANY_FOR_LONG,
        PARTLY,
        /** A gateway gives up, and the service applies it later. */
        LATE,
        /** The connection is lost, and the service applies it later. */
        LOST_AND_LATE,
        /** Refuses, but has applied the first half of the colours. */
        REFUSED_IN_PART
    }

    /** How names that differ only in case are stored. */
    enum Folding {
        /** As two colours. */
        NONE,
        /** As one colour, with the first spelling. */
        FIRST_SPELLING,
        /** As one colour, with the last spelling. */
        NEWEST_SPELLING,
        /** As one colour, in capitals. */
        CAPITALS
    }

    /** Groups of a create that are applied when they are due. */
    private record Late(Instant due, List<JsonNode> groups) {}

    /** One create as it arrived. */
    public record Create(Instant at, List<String> colours, boolean applied) {}

    /** A request: its path and its form. */
    record HttpRequest(String path, Map<String, String> form) {}

    /** A stock entry of the service. */
    record Entry(int stock, String barcode) {}

    private final InstantSource clock;
    private final boolean splitsRanges;
    private final Map<Integer, String> products = new LinkedHashMap<>();
    private final Map<String, Map<String, Entry>> stock = new TreeMap<>();
    private final Map<Integer, Fault> faults = new HashMap<>();
    private String postponed = "";
    private final Set<Integer> vanished = new HashSet<>();
    private final Map<Integer, String> hidden = new HashMap<>();
    private final NavigableMap<Instant, Map<String, Map<String, Entry>>> past = new TreeMap<>();
    private Duration lag = Duration.ZERO;
    private final Map<String, String> badColours = new HashMap<>();
    private final Set<String> malformedColours = new HashSet<>();
    private final List<Late> late = new ArrayList<>();
    private final Map<String, Integer> applied = new TreeMap<>();
    private Duration lateness = Duration.ofSeconds(40);
    private UnaryOperator<String> naming = name -> name;
    private Folding folding = Folding.NONE;
    private int busyLists;
    private Predicate<HttpRequest> unanswered = request -> false;
    private String token = TOKEN;
    private final List<Create> creates = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int requests;
    private int port;
    private HttpServer server;
    private Runnable onCreate = () -> {};
    private IntConsumer onList = count -> {};
    private int lists;
    private int missed;

    public StrictService(InstantSource clock, boolean splitsRanges) throws IOException {
        this.clock = clock;
        this.splitsRanges = splitsRanges;
        start();
    }

    public void start() throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        port = server.getAddress().getPort();
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::handle);
        server.start();
    }

    void stop() {
        server.stop(0);
        ((java.util.concurrent.ExecutorService) server.getExecutor()).shutdown();
    }

    @Override
    public void close() {
        stop();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** An account with credentials that it accepts, of an application of its own. */
    public Account account(String name) {
        String application = name.equals(Account.DEFAULT) ? "app" : "app-" + name;
        return TestAccounts.of(name, address(), application, SECRET, TOKEN);
    }

    public synchronized void product(int id, String item) {
        products.put(id, item);
    }

    /** The next product list lacks this product, as if the pages had shifted while it was read. */
    synchronized void missOnce(int product) {
        missed = product;
    }

    /** The product is in no list until it is shown again; its stock stays. */
    synchronized void hide(int product) {
        hidden.put(product, products.remove(product));
    }

    synchronized void show(int product) {
        products.put(product, hidden.remove(product));
    }

    /** From now on stock lists show what was there this long ago. */
    synchronized void showLate(Duration by) {
        lag = by;
    }

    synchronized void forgetProducts() {
        products.clear();
    }

    /** The product stays in the list, but creates answer that it does not exist. */
    synchronized void vanish(int id) {
        vanished.add(id);
    }

    synchronized void refuse(String colour) {
        refuse(colour, "colour not allowed");
    }

    public synchronized void refuse(String colour, String words) {
        badColours.put(colour, words);
    }

    /** Requests with this colour are answered with 400. */
    synchronized void refuseAsMalformed(String colour) {
        malformedColours.add(colour);
    }

    /** Sets how long after its request a late create is applied. */
    synchronized void late(Duration by) {
        lateness = by;
    }

    /** The service stores colours under names of its own. */
    synchronized void rename(UnaryOperator<String> names) {
        naming = names;
    }

    /** Sets how names that differ only in case are stored. */
    synchronized void fold(Folding way) {
        folding = way;
    }

    /** Answers this many stock lists with a refusal that says nothing about the stock. */
    synchronized void busyLists(int count) {
        busyLists = count;
    }

    /** Leaves some requests unanswered; the predicate may change the time. */
    synchronized void leaveUnanswered(Predicate<HttpRequest> some) {
        unanswered = some;
    }

    /** Sets the token of the store. */
    synchronized void token(String renewed) {
        token = renewed;
    }

    /** Requests to this path are asked to wait for an hour. */
    synchronized void postpone(String path) {
        postponed = path;
    }

    /** The create with this number, from 1, goes wrong. */
    public synchronized void fault(int create, Fault fault) {
        faults.put(create, fault);
    }

    /** From now on nothing goes wrong. */
    public synchronized void works() {
        faults.clear();
        postponed = "";
    }

    /** From now on no create is answered until those who hold them release them. */
    public HeldCreates holdCreates() {
        HeldCreates held = new HeldCreates();
        onCreate(held::hold);
        return held;
    }

    public synchronized void onCreate(Runnable action) {
        onCreate = action;
    }

    /** Called before each stock list is answered, with its number from 1. */
    public synchronized void onList(IntConsumer action) {
        onList = action;
        lists = 0;
    }

    public synchronized List<Create> creates() {
        return List.copyOf(creates);
    }

    synchronized int requests() {
        return requests;
    }

    /** Violations of the interface's rules, in words. */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /** How often each colour was applied. */
    public synchronized Map<String, Integer> applied() {
        applyDue();
        return new TreeMap<>(applied);
    }

    synchronized Map<String, Map<String, Entry>> stock() {
        applyDue();
        return new TreeMap<>(stock);
    }

    /** The pieces of a size. */
    public synchronized int pieces(String colour, String size) {
        return stock.get(colour).get(size).stock();
    }

    public synchronized void lose(int product, String colour) {
        stock.remove(product + " " + colour);
    }

    public synchronized void put(int product, String colour, String size, int pieces) {
        put(product, colour, size, null, pieces);
    }

    /** Puts these sizes of red, some pieces each, into so many products. */
    synchronized void fill(int count, String... sizes) {
        for (int product = 1; product <= count; product++) {
            product(product, "A-" + product);
            for (String size : sizes) {
                stock.computeIfAbsent(product + " red", key -> new TreeMap<>())
                        .put(size, new Entry(product % 7, null));
            }
        }
        remember();
    }

    synchronized void put(int product, String colour, String size, String barcode, int pieces) {
        stock.computeIfAbsent(product + " " + colour, key -> new TreeMap<>())
                .put(size, new Entry(pieces, barcode));
        remember();
    }

    /** The shortest time between two creates, as they arrived. */
    public synchronized Duration shortestGap() {
        Duration shortest = Duration.ofDays(1);
        for (int i = 1; i < creates.size(); i++) {
            Duration gap = Duration.between(creates.get(i - 1).at(), creates.get(i).at());
            shortest = gap.compareTo(shortest) < 0 ? gap : shortest;
        }
        return shortest;
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        synchronized (this) {
            requests++;
            applyDue();
            if (!isSigned(exchange)) {
                answer(exchange, 400, "{\"message\":\"sign\"}");
                return;
            }
            String path = exchange.getRequestURI().getPath();
            if (unanswered.test(new HttpRequest(path, form(body)))) {
                exchange.close();
                return;
            }
            if (path.equals(postponed)) {
                postpone(exchange, Duration.ofHours(1));
                return;
            }
            switch (path) {
                case "/Stock/Product" -> products(exchange, form(body));
                case "/Stock/List" -> list(exchange, form(body));
                case "/Stock/Creat" -> create(exchange, body);
                default -> answer(exchange, 404, "");
            }
        }
    }

    private boolean isSigned(HttpExchange exchange) {
        String timestamp = String.valueOf(exchange.getRequestHeaders().getFirst("timestamp"));
        return timestamp.matches("\\d+")
                && Math.abs(clock.instant().getEpochSecond() - Long.parseLong(timestamp)) <= 300
                && md5(SECRET + timestamp).equals(exchange.getRequestHeaders().getFirst("sign"))
                && token.equals(exchange.getRequestHeaders().getFirst("accesstoken"))
                && exchange.getRequestHeaders().getFirst("appid").startsWith("app");
    }

    private void products(HttpExchange exchange, Map<String, String> form) throws IOException {
        int page = Integer.parseInt(form.getOrDefault("page", "0"));
        String filter = form.get("stock");
        List<Integer> ids =
                products.keySet().stream()
                        .filter(id -> filter == null || filter.equals("" + hasStock(id)))
                        .filter(id -> id != missed)
                        .toList();
        missed = 0;
        int from = Math.min(ids.size(), (page - 1) * PRODUCTS_PER_PAGE);
        ObjectNode answer = JSON.createObjectNode();
        answer.put("success", true);
        answer.put("totalPages", (ids.size() + PRODUCTS_PER_PAGE - 1) / PRODUCTS_PER_PAGE);
        ArrayNode data = answer.putArray("data");
        for (int id : ids.subList(from, Math.min(ids.size(), from + PRODUCTS_PER_PAGE))) {
            data.addObject().put("id", id).put("artNo", products.get(id)).put("pic", "");
        }
        answer(exchange, 200, JSON.writeValueAsString(answer));
    }

    private boolean hasStock(int product) {
        return stock.keySet().stream().anyMatch(colour -> colour.startsWith(product + " "));
    }

    private void list(HttpExchange exchange, Map<String, String> form) throws IOException {
        onList.accept(++lists);
        if (busyLists > 0) {
            busyLists--;
            answer(exchange, 200, "{\"success\":false,\"msg\":\"system busy\",\"data\":\"\"}");
            return;
        }
        ObjectNode answer = JSON.createObjectNode();
        String prefix = form.get("productid") + " ";
        ArrayNode data = JSON.createArrayNode();
        boolean isHidden = hidden.containsKey(Integer.valueOf(form.get("productid")));
        shown().forEach(
                        (colour, sizes) -> {
                            if (colour.startsWith(prefix) && !isHidden) {
                                sizes.forEach(
                                        (size, entry) ->
                                                data.addObject()
                                                        .put("guid", "0".repeat(32))
                                                        .put("barCode", entry.barcode())
                                                        .put(
                                                                "color",
                                                                colour.substring(prefix.length()))
                                                        .put("size", size)
                                                        .put("stock", entry.stock()));
                            }
                        });
        answer.put("success", !data.isEmpty());
        answer.put("msg", data.isEmpty() ? "no stock added" : "");
        answer.set("data", data.isEmpty() ? JSON.valueToTree("") : data);
        answer(exchange, 200, JSON.writeValueAsString(answer));
    }

    private Map<String, Map<String, Entry>> shown() {
        if (lag.isZero()) {
            return stock;
        }
        var then = past.floorEntry(clock.instant().minus(lag));
        return then == null ? Map.of() : then.getValue();
    }

    /** Remembers what is there, for lists that show it late. */
    private void remember() {
        Map<String, Map<String, Entry>> copy = new TreeMap<>();
        stock.forEach((colour, sizes) -> copy.put(colour, new TreeMap<>(sizes)));
        past.put(clock.instant(), copy);
    }

    private void create(HttpExchange exchange, byte[] body) throws IOException {
        JsonNode groups = JSON.readTree(body);
        List<String> colours = new ArrayList<>();
        groups.forEach(g -> colours.add(g.get("pid").asInt() + " " + g.get("color").asString()));
        Fault fault = faults.getOrDefault(creates.size() + 1, Fault.NONE);
        String refusal = refusal(groups, colours);
        boolean applied =
                refusal == null
                        && (fault == Fault.NONE
                                || fault == Fault.LOST_AFTER
                                || fault == Fault.ERROR_AFTER
                                || fault == Fault.HTML_AFTER);
        creates.add(new Create(clock.instant(), colours, applied));
        if (applied) {
            groups.forEach(this::apply);
        }
        if (fault == Fault.LATE || fault == Fault.LOST_AND_LATE) {
            late.add(new Late(clock.instant().plus(lateness), groups.valueStream().toList()));
        }
        if (fault == Fault.REFUSED_IN_PART) {
            groups.valueStream().limit(groups.size() / 2).forEach(this::apply);
        }
        remember();
        if (fault == Fault.PARTLY) {
            JsonNode first = groups.get(0);
            JsonNode size = first.get("param").get(0);
            put(
                    first.get("pid").asInt(),
                    first.get("color").asString(),
                    size.get("size").asString(),
                    size.get("stock").asInt());
        }
        onCreate.run();
        switch (fault) {
            case LOST_BEFORE, LOST_AFTER, PARTLY, LOST_AND_LATE -> exchange.close();
            case LATE -> answer(exchange, 504, "gateway time-out");
            case REFUSED_IN_PART ->
                    answer(exchange, 200, "{\"success\":false,\"msg\":\"interrupted\"}");
            case ERROR_BEFORE, ERROR_AFTER -> answer(exchange, 500, "oops");
            case HTML_AFTER -> answer(exchange, 200, "<html>busy</html>");
            case TOO_MANY -> postpone(exchange, Duration.ofSeconds(7));
            case TOO_MANY_FOR_LONG -> postpone(exchange, Duration.ofHours(1));
            case NONE ->
                    answer(
                            exchange,
                            MALFORMED.equals(refusal) ? 400 : 200,
                            JSON.writeValueAsString(
                                    JSON.createObjectNode()
                                            .put("success", refusal == null)
                                            .put("msg", refusal == null ? "" : refusal)));
        }
    }

    private static void postpone(HttpExchange exchange, Duration after) throws IOException {
        exchange.getResponseHeaders().add("Retry-After", "" + after.toSeconds());
        answer(exchange, 429, "slow down");
    }

    private String refusal(JsonNode groups, List<String> colours) {
        if (groups.size() > 300 || groups.isEmpty()) {
            violations.add(groups.size() + " colours in a request");
        }
        if (new HashSet<>(colours).size() < colours.size()) {
            violations.add("a colour twice in a request");
        }
        for (JsonNode group : groups) {
            int pid = group.get("pid").asInt();
            if (!products.containsKey(pid) || vanished.contains(pid)) {
                return "product " + pid + " does not exist";
            }
            if (malformedColours.contains(group.get("color").asString())) {
                return MALFORMED;
            }
            if (badColours.containsKey(group.get("color").asString())) {
                return badColours.get(group.get("color").asString());
            }
        }
        return null;
    }

    private void applyDue() {
        for (Late each : List.copyOf(late)) {
            if (!each.due().isAfter(clock.instant())) {
                late.remove(each);
                each.groups().forEach(this::apply);
                remember();
            }
        }
    }

    private void apply(JsonNode group) {
        int product = group.get("pid").asInt();
        applied.merge(product + " " + group.get("color").asString(), 1, Integer::sum);
        String colour = folded(product, naming.apply(group.get("color").asString()));
        for (JsonNode size : group.get("param")) {
            String text = size.get("size").asString();
            Entry entry =
                    new Entry(
                            size.get("stock").asInt(),
                            size.hasNonNull("barCode") ? size.get("barCode").asString() : null);
            Map<String, Entry> entries =
                    stock.computeIfAbsent(product + " " + colour, key -> new TreeMap<>());
            String[] ends = text.split("-");
            if (splitsRanges && ends.length == 2) {
                for (int n = Integer.parseInt(ends[0]); n <= Integer.parseInt(ends[1]); n++) {
                    entries.put(String.valueOf(n), entry);
                }
            } else {
                entries.put(text, entry);
            }
        }
    }

    private String folded(int product, String name) {
        if (folding == Folding.CAPITALS) {
            return name.toUpperCase(Locale.ROOT);
        }
        String asked = product + " " + name;
        Optional<String> known =
                stock.keySet().stream().filter(asked::equalsIgnoreCase).findFirst();
        if (folding == Folding.NONE || known.isEmpty()) {
            return name;
        }
        if (folding == Folding.NEWEST_SPELLING) {
            stock.put(asked, stock.remove(known.get()));
            return name;
        }
        return known.get().substring(known.get().indexOf(' ') + 1);
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Map<String, String> form(byte[] body) {
        Map<String, String> form = new HashMap<>();
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&")) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) {
                form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return form;
    }

    private static String md5(String text) {
        try {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(
                            MessageDigest.getInstance("MD5")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
