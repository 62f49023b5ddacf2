package dev.stockload.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The merchant service as its document describes it, with moods. */
final class SimulatedService {
    static final String APP_ID = "app-1";
    static final String SECRET = "secret-of-app-1";
    static final int PORT = 9;
    static final int MOVED_PORT = 10;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration QUICK = Duration.ofMillis(300);

    private final World world;
    private final Coverage coverage;
    private final Map<Integer, Store> stores = new HashMap<>();
    private final Map<Integer, Event.CreateMood> createMoods = new HashMap<>();
    private final Map<Integer, Event.ReadMood> readMoods = new HashMap<>();
    private final Map<Integer, Deque<Mood.Reading>> listMoods = new HashMap<>();
    private final Map<ColourKey, Event.Refuses> refused = new HashMap<>();
    private final Set<ColourKey> refusedOnce = new HashSet<>();
    private final List<Create> creates = new ArrayList<>();
    private final List<Event.LimitedFrom> limits = new ArrayList<>();
    private long limitedUntil = -1;
    private String token = "token-1";
    private Store store;
    private int reads;
    private boolean away;
    private boolean calm;

    /** An answer on its way; null where the connection breaks instead. */
    record Exchange(long answersAt, String answer, Runnable whenEnded) {
        void ended() {
            whenEnded.run();
        }
    }

    SimulatedService(World world, Coverage coverage, Store store, List<Event> events) {
        this.world = world;
        this.coverage = coverage;
        this.stores.put(PORT, store);
        for (Event event : events) {
            if (event instanceof Event.CreateMood mood) {
                createMoods.put(mood.nth(), mood);
            } else if (event instanceof Event.ReadMood mood) {
                readMoods.put(mood.nth(), mood);
            } else if (event instanceof Event.Refuses refuses) {
                refused.put(new ColourKey(refuses.product(), refuses.colour()), refuses);
            } else if (event instanceof Event.ListMood mood) {
                listMoods
                        .computeIfAbsent(mood.product(), p -> new ArrayDeque<>())
                        .addAll(Collections.nCopies(mood.times(), mood.mood()));
            } else if (event instanceof Event.LimitedFrom limited) {
                limits.add(limited);
            }
        }
    }

    List<Create> creates() {
        return creates;
    }

    boolean isAway() {
        return away;
    }

    void away(boolean now) {
        away = now;
    }

    void token(String valid) {
        token = valid;
    }

    /** Whether it refuses a colour, or has refused it once. */
    boolean refuses(ColourKey colour) {
        return refused.containsKey(colour) || refusedOnce.contains(colour);
    }

    /** From now on it is in no mood. */
    void calm() {
        calm = true;
    }

    /** From now on the account is a store of its own at another address. */
    void add(int port, Store other) {
        stores.put(port, other);
    }

    Exchange take(HttpRequest request, Create.Sender sender, int port) {
        store = stores.get(port);
        if (!isAuthorised(request)) {
            return soon(answer(400, "{\"message\":\"accesstoken, sign or timestamp\"}"));
        }
        return request.isCreate() ? create(request, sender) : read(request);
    }

    private Exchange read(HttpRequest request) {
        Mood.Reading mood = calm ? null : mood(request);
        if (mood != null) {
            coverage.count("read " + mood);
            note("is %s to %s %s".formatted(mood, request.path(), request.body()));
            return switch (mood) {
                case BUSY ->
                        soon(
                                answer(
                                        200,
                                        "{\"success\":false,\"data\":\"\",\"msg\":\"please"
                                                + " wait\",\"totalPages\":0}"));
                case ERROR -> soon(answer(500, "oops"));
                case LIMITED -> soon(answer(429, ""));
                case PAGE -> soon(answer(200, "<html>maintenance</html>"));
                case SILENT -> new Exchange(Long.MAX_VALUE, null, () -> {});
            };
        }
        String body =
                request.path().endsWith("/Stock/Product")
                        ? store.products(
                                request.field("stock"),
                                Integer.parseInt(request.field("page")),
                                world.now())
                        : store.list(Integer.parseInt(request.field("productid")), world.now());
        return soon(answer(200, body));
    }

    private Mood.Reading mood(HttpRequest request) {
        Event.ReadMood planned = readMoods.get(reads++);
        if (planned != null || request.path().endsWith("/Stock/Product")) {
            return planned == null ? null : planned.mood();
        }
        Deque<Mood.Reading> left = listMoods.get(Integer.parseInt(request.field("productid")));
        return left == null ? null : left.poll();
    }

    private Exchange create(HttpRequest request, Create.Sender sender) {
        List<Create.Group> groups = groups(request.body());
        if (store.splitsRanges()) {
            groups.replaceAll(Create.Group::opened);
        }
        Create create = new Create(creates.size(), sender, store.name(), world.now(), groups);
        creates.add(create);
        if (groups.stream().anyMatch(Create.Group::isOpened)) {
            coverage.count("range is split");
        }
        note(
                "gets create %d from host %d: %s"
                        .formatted(create.number(), sender.host(), create.groups()));
        if (isLimited(create.number())) {
            coverage.count("create limited for a while");
            return ending(create, QUICK, answer(429, ""));
        }
        Event.CreateMood planned = calm ? null : createMoods.get(create.number());
        List<Create.Group> bad =
                create.groups().stream().filter(g -> refused.containsKey(g.colour())).toList();
        if (!bad.isEmpty()) {
            return refuse(create, bad, planned != null && planned.mood() == Mood.REFUSED_PARTLY);
        }
        if (create.groups().stream().anyMatch(each -> store.isHidden(each.colour().product()))) {
            coverage.count("refuses a hidden product");
            note("refuses create %d: no such product".formatted(create.number()));
            return ending(create, QUICK, answer(200, "{\"success\":false,\"msg\":\"gone\"}"));
        }
        if (planned != null && planned.mood() == Mood.REFUSED) {
            create.groups().forEach(group -> refusedOnce.add(group.colour()));
            coverage.count("create " + Mood.REFUSED);
            note("refuses create " + create.number());
            return ending(create, QUICK, answer(200, "{\"success\":false,\"msg\":\"not now\"}"));
        }
        if (planned == null || planned.mood() == Mood.REFUSED_PARTLY) {
            apply(create, create.groups(), QUICK.dividedBy(2));
            create.accept();
            return ending(create, QUICK, answer(200, "{\"success\":true,\"msg\":\"\"}"));
        }
        coverage.count("create " + planned.mood());
        note("is " + planned.mood() + " to create " + create.number());
        return inMood(create, planned.mood(), Duration.ofSeconds(planned.seconds()));
    }

    private boolean isLimited(int create) {
        limits.stream()
                .filter(limit -> limit.nth() == create)
                .forEach(
                        limit ->
                                limitedUntil =
                                        world.now()
                                                + Duration.ofSeconds(limit.seconds()).toNanos());
        return !calm && world.now() < limitedUntil;
    }

    private Exchange inMood(Create create, Mood mood, Duration time) {
        List<Create.Group> all = create.groups();
        List<Create.Group> some = all.subList(0, all.size() / 2);
        List<Create.Group> rest = all.subList(all.size() / 2, all.size());
        Duration gateway = Duration.ofSeconds(1 + create.number() * 7 % 30);
        switch (mood) {
            case SLOW -> {
                Duration slow = time.compareTo(Duration.ofSeconds(50)) > 0 ? gateway : time;
                apply(create, all, slow);
                return ending(
                        create, slow.plus(QUICK), answer(200, "{\"success\":true,\"msg\":\"\"}"));
            }
            case LATE -> {
                apply(create, all, gateway.plus(time));
                return ending(create, gateway, answer(504, "<html>Gateway Time-out</html>"));
            }
            case SILENT -> {
                apply(create, all, Duration.ofSeconds(60).plus(time));
                return new Exchange(Long.MAX_VALUE, null, () -> create.ended(world.now()));
            }
            case LOST -> {
                apply(create, all, QUICK.dividedBy(2));
                return ending(create, QUICK, null);
            }
            case BROKEN -> {
                return ending(create, QUICK, null);
            }
            case PARTLY -> {
                apply(create, some, QUICK.dividedBy(2));
                return ending(create, QUICK, answer(500, "oops"));
            }
            case PARTLY_LATE -> {
                apply(create, some, QUICK.dividedBy(2));
                apply(create, rest, gateway.plus(time));
                return ending(create, gateway, answer(504, "<html>Gateway Time-out</html>"));
            }
            case LIMITED -> {
                return ending(create, QUICK, answer(429, ""));
            }
            case LATE_LIMITED -> {
                Duration wait = Duration.ofSeconds(6 + time.toSeconds() % 40);
                apply(create, all, wait);
                return ending(create, wait.plus(QUICK), answer(429, ""));
            }
            case UNAVAILABLE -> {
                return ending(create, QUICK, answer(503, "maintenance"));
            }
            case PAGE -> {
                apply(create, all, QUICK.dividedBy(2));
                return ending(create, QUICK, answer(200, "<html>Thank you</html>"));
            }
            default -> throw new IllegalStateException(mood.name());
        }
    }

    private Exchange refuse(Create create, List<Create.Group> bad, boolean partly) {
        boolean with400 = bad.stream().anyMatch(g -> refused.get(g.colour()).with400());
        coverage.count("refuses with " + (with400 ? "400" : "success: false"));
        if (partly) {
            coverage.count("create " + Mood.REFUSED_PARTLY);
            apply(
                    create,
                    create.groups().stream().filter(g -> !bad.contains(g)).toList(),
                    QUICK.dividedBy(2));
        }
        note(
                "refuses create %d%s"
                        .formatted(create.number(), partly ? ", and applies the rest" : ""));
        return ending(
                create,
                QUICK,
                with400
                        ? answer(400, "{\"message\":\"param\"}")
                        : answer(200, "{\"success\":false,\"msg\":\"not wanted\"}"));
    }

    private void apply(Create create, List<Create.Group> groups, Duration after) {
        Store taking = store;
        world.in(
                after,
                () -> {
                    for (Create.Group group : groups) {
                        taking.put(group);
                        create.applied(world.now(), group);
                    }
                    taking.remember(world.now());
                    note("applies %s of create %d".formatted(groups, create.number()));
                });
    }

    private Exchange ending(Create create, Duration after, String answer) {
        return new Exchange(world.now() + after.toNanos(), answer, () -> create.ended(world.now()));
    }

    private Exchange soon(String answer) {
        return new Exchange(world.now() + QUICK.toNanos(), answer, () -> {});
    }

    private void note(String what) {
        world.journal().add(world.now(), "service", what);
    }

    private boolean isAuthorised(HttpRequest request) {
        String timestamp = request.headers().get("timestamp");
        return APP_ID.equals(request.headers().get("appid"))
                && token.equals(request.headers().get("accesstoken"))
                && sign(timestamp).equals(request.headers().get("sign"));
    }

    private static String sign(String timestamp) {
        try {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(
                            MessageDigest.getInstance("MD5")
                                    .digest((SECRET + timestamp).getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String answer(int status, String body) {
        return "HTTP/1.1 %d x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(status, body.getBytes(UTF_8).length, body);
    }

    private static List<Create.Group> groups(String body) {
        List<Create.Group> groups = new ArrayList<>();
        for (JsonNode group : JSON.readTree(body)) {
            Map<String, Integer> sizes = new HashMap<>();
            Map<String, String> barcodes = new HashMap<>();
            for (JsonNode size : group.get("param")) {
                sizes.put(size.get("size").asString(), size.get("stock").asInt());
                JsonNode code = size.get("barCode");
                if (code != null && !code.isNull() && !code.asString().isEmpty()) {
                    barcodes.put(size.get("size").asString(), code.asString());
                }
            }
            groups.add(
                    new Create.Group(
                            new ColourKey(group.get("pid").asInt(), group.get("color").asString()),
                            sizes,
                            barcodes,
                            false));
        }
        return groups;
    }
}
