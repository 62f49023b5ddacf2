package dev.stockload.book.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.PythonSpecification;
import dev.stockload.Rounds;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.SheetNaming.SheetProduct;
import dev.stockload.book.rules.UndoRules.UndoDecision;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Size;
import dev.stockload.stock.Standing;
import dev.stockload.stock.Stock;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/**
 * The rules decide as the specification does, which shares no code with them: it plays random
 * histories and prints each decision; the rules get the same events.
 */
class SpecificationTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FOLDER = Path.of("src/test/resources/book");

    /** Seconds; as the specification has it. */
    private static final int DOUBT = 60;

    private static final int HISTORIES = Rounds.of(200);

    @Test
    void kept_histories_are_decided_as_the_specification_decided_them() throws IOException {
        try (InputStream kept = getClass().getResourceAsStream("/book/histories.jsonl.gz")) {
            assertThat(play(new GZIPInputStream(kept))).isGreaterThan(2000);
        }
    }

    @Test
    void new_histories_are_decided_as_the_specification_decides_them() throws Exception {
        String from = System.getProperty("book.from", "1000000");
        new PythonSpecification(FOLDER).compare(HISTORIES, from, SpecificationTest::play);
    }

    private static int play(InputStream events) throws IOException {
        int count = 0;
        History history = new History();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = JSON.readTree(line);
                if (event.get("event").asString().equals("history")) {
                    history = new History();
                }
                history.seen.add(line);
                try {
                    history.play(event);
                } catch (AssertionError | RuntimeException e) {
                    List<String> seen = history.seen;
                    throw new AssertionError(
                            String.join(
                                            "\n",
                                            seen.subList(
                                                    Math.max(0, seen.size() - 40), seen.size()))
                                    + "\n"
                                    + e.getMessage(),
                            e);
                }
                count++;
            }
        }
        return count;
    }

    /** One history, played with the rules of the program. */
    private static final class History implements RunFacts {
        private final List<String> seen = new ArrayList<>();
        private final SortedMap<Integer, ProductEntry> book = new TreeMap<>();
        private final Map<Long, SentColour> requests = new HashMap<>();
        private final Map<Long, Integer> products = new HashMap<>();
        private final Map<Long, Long> senders = new HashMap<>();
        private final Map<Long, Long> ended = new HashMap<>();
        private long now;
        private JsonNode runs = JSON.createArrayNode();
        private Map<Integer, byte[]> copy = Map.of();
        private JsonNode runsOfCopy;
        private final Set<Integer> looked = new HashSet<>();

        void play(JsonNode event) {
            if (event.has("runs")) {
                runs = event.get("runs");
            }
            now = event.has("now") ? event.get("now").asLong() : now;
            String name = event.get("event").asString();
            switch (name) {
                case "size says" ->
                        assertThat(
                                        words(
                                                Doubt.ofSize(
                                                        fact(event.get("before")),
                                                        stock(event.get("sent")),
                                                        fact(event.get("shown")))))
                                .isEqualTo(event.get("says").asString());
                case "colour says" -> colourSays(event);
                case "look" -> look(event);
                case "listed" ->
                        event.get("products")
                                .propertyStream()
                                .forEach(
                                        each ->
                                                LookRules.listed(
                                                        product(each.getKey()),
                                                        each.getValue().asBoolean(),
                                                        event.get("run").asLong()));
                case "end job" ->
                        book.values()
                                .forEach(
                                        product ->
                                                product.endJob(
                                                        event.get("job").asString(),
                                                        event.get("runs_of").asString(),
                                                        event.get("moves").asBoolean()));
                case "plan" -> plan(event);
                case "name" -> name(event);
                case "to send" -> toSend(event);
                case "request" -> request(event);
                case "verdict" -> verdict(event);
                case "forget" -> {
                    long number = event.get("number").asLong();
                    requests.get(number)
                            .with(DeliveryResult.ENDED)
                            .enterResult(
                                    colour(number),
                                    event.get("run").asLong(),
                                    StockChanges.NOWHERE);
                }
                case "undo" -> undo(event);
                case "report" ->
                        event.get("sizes_asked")
                                .forEach(
                                        each -> {
                                            String[] key = each.asString().split("/");
                                            product(key[0])
                                                    .size(key[1], Size.parse(key[2]).orElseThrow());
                                        });
                case "backup" -> {
                    copy = packed();
                    runsOfCopy = runs;
                }
                case "restore" -> {
                    runs = runsOfCopy;
                    book.clear();
                    copy.forEach((id, bytes) -> book.put(id, PackedProduct.read(id, bytes, this)));
                }
                case "restored" -> book.values().forEach(LookRules::forgetAll);
                default -> assertThat(name).isEqualTo("history");
            }
            if (event.has("sizes")) {
                compare(event.get("sizes"));
                if (name.equals("name")) {
                    event.get("absent")
                            .propertyStream()
                            .forEach(
                                    each ->
                                            assertThat(product(each.getKey()).absent)
                                                    .as("lists that lack " + each.getKey())
                                                    .isEqualTo(each.getValue().asInt()));
                }
                repack();
            }
        }

        private void compare(JsonNode sizes) {
            sizes.propertyStream()
                    .forEach(
                            each -> {
                                String[] key = each.getKey().split("/");
                                SizeEntry size =
                                        product(key[0])
                                                .find(key[1], Size.parse(key[2]).orElseThrow());
                                assertThat(size).as(each.getKey()).isNotNull();
                                assertThat(text(size))
                                        .as(each.getKey())
                                        .isEqualTo(text(each.getValue()));
                            });
        }

        private static String text(SizeEntry e) {
            return List.of(
                            String.valueOf(e.naming.wanted()),
                            e.naming.run(),
                            e.naming.rank(),
                            e.naming.previousRank(),
                            e.naming.hasValue(),
                            String.valueOf(e.naming.zeroOf()),
                            e.jobs,
                            e.byHand,
                            e.stock.known(),
                            e.stock.knownBy(),
                            e.stock.sentByRun(),
                            e.stock.doubt(),
                            e.stock.shown(),
                            e.stock.look().isFresh())
                    .toString();
        }

        private static String text(JsonNode e) {
            Set<String> jobs = new TreeSet<>();
            e.get(6).forEach(job -> jobs.add(job(job.asString())));
            return List.of(
                            e.get(0).isNull() ? "null" : stock(e.get(0)).toString(),
                            e.get(1),
                            e.get(2),
                            e.get(3),
                            e.get(4),
                            e.get(5).isNull() ? "null" : job(e.get(5).asString()),
                            jobs,
                            e.get(7),
                            fact(e.get(8)),
                            e.get(9),
                            e.get(10),
                            e.get(11),
                            fact(e.get(12)),
                            e.get(13))
                    .toString();
        }

        /** Packing and reading must not change anything. */
        private void repack() {
            packed().forEach(
                            (id, bytes) -> {
                                ProductEntry again = PackedProduct.read(id, bytes, this);
                                assertThat(PackedProduct.write(again, this)).isEqualTo(bytes);
                                book.put(id, again);
                            });
        }

        private Map<Integer, byte[]> packed() {
            Map<Integer, byte[]> packed = new HashMap<>();
            book.forEach((id, product) -> packed.put(id, PackedProduct.write(product, this)));
            return packed;
        }

        private void colourSays(JsonNode event) {
            List<Doubt.SizeComparison> sizes = new ArrayList<>();
            event.get("words")
                    .forEach(
                            word -> {
                                for (Doubt.SizeComparison each : Doubt.SizeComparison.values()) {
                                    if (words(each).equals(word.asString())) {
                                        sizes.add(each);
                                    }
                                }
                            });
            Doubt.Decision says =
                    Doubt.ofColour(
                            sizes,
                            event.get("stranger").asBoolean(),
                            event.get("over").asBoolean(),
                            event.get("past").asBoolean());
            String word = says == Doubt.Decision.ASK_A_PERSON ? "person" : words(says);
            assertThat(word).isEqualTo(event.get("says").asString());
        }

        private static String words(Enum<?> value) {
            return value == Doubt.SizeComparison.SAME_EITHER_WAY
                    ? "stands"
                    : value.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }

        private void look(JsonNode event) {
            Map<String, Map<Size, Stock>> shown = new TreeMap<>();
            event.get("shown")
                    .propertyStream()
                    .forEach(
                            each -> {
                                String[] key = each.getKey().split("/");
                                shown.computeIfAbsent(key[1], c -> new TreeMap<>())
                                        .put(
                                                Size.parse(key[2]).orElseThrow(),
                                                stock(each.getValue()));
                            });
            ProductEntry product = product(event.get("product").asString());
            // A look within a naming is compared with it; one of an earlier settling counts no
            // more.
            if (!event.has("runs")) {
                looked.add(product.id());
            }
            LookRules.recordShown(product, shown, List.of(), this);
        }

        private void plan(JsonNode event) {
            Set<String> left = new TreeSet<>();
            event.get("products")
                    .forEach(
                            each -> {
                                if (LookRules.isStocked(product(each.asString()), this)) {
                                    left.add(each.asString());
                                }
                            });
            Set<String> expected = new TreeSet<>();
            event.get("left").forEach(each -> expected.add(each.asString()));
            assertThat(left).isEqualTo(expected);
        }

        private void name(JsonNode event) {
            RunView run = view(event.get("run").asLong());
            boolean blind = event.get("blind").asBoolean();
            Set<String> unread = texts(event.get("unread"));
            Set<String> left = texts(event.get("left"));
            Set<String> unlisted = texts(event.get("unlisted"));
            SheetNaming naming =
                    new SheetNaming(
                            run,
                            this,
                            new SheetNaming.Unreadable(blind, blind || !unread.isEmpty()));
            Set<String> told = new TreeSet<>();
            Map<String, Map<String, Map<Size, Stock>>> rows = new TreeMap<>();
            event.get("rows")
                    .propertyStream()
                    .forEach(
                            each -> {
                                String[] key = each.getKey().split("/");
                                rows.computeIfAbsent(key[0], p -> new TreeMap<>())
                                        .computeIfAbsent(key[1], c -> new TreeMap<>())
                                        .put(
                                                Size.parse(key[2]).orElseThrow(),
                                                stock(each.getValue()));
                            });
            for (String name : List.of("P", "Q")) {
                Set<String> held = new TreeSet<>();
                event.get("held")
                        .forEach(
                                each -> {
                                    String[] key = each.asString().split("/");
                                    if (key[0].equals(name)) {
                                        held.add(key[1]);
                                    }
                                });
                ProductEntry product = product(name);
                SheetProduct sheet =
                        new SheetProduct(
                                rows.getOrDefault(name, Map.of()),
                                held,
                                unread.contains(name),
                                left.contains(name),
                                unlisted.contains(name));
                naming.name(product, sheet, looked.contains(product.id()), StockChanges.NOWHERE)
                        .forEach(
                                each ->
                                        told.add(
                                                name
                                                        + "/"
                                                        + each.size().colour().key()
                                                        + "/"
                                                        + each.size().size()));
            }
            looked.clear();
            assertThat(told).isEqualTo(texts(event.get("told")));
        }

        private void toSend(JsonNode event) {
            long number = event.get("run").asLong();
            Set<String> gone = texts(event.get("gone"));
            Set<String> judged = texts(event.get("judged"));
            Map<String, String> found = new TreeMap<>();
            book.forEach(
                    (id, product) ->
                            product.colours.forEach(
                                    (key, colour) -> {
                                        String of = String.valueOf((char) id.intValue());
                                        String name = of + "/" + key;
                                        RunView run = view(number, judged.contains(of));
                                        SortedMap<Size, Stock> values =
                                                new SendRules(run, this).toSend(colour);
                                        if (!gone.contains(name) && !values.isEmpty()) {
                                            found.put(name, values.toString());
                                        }
                                    }));
            Map<String, String> expected = new TreeMap<>();
            event.get("colours")
                    .propertyStream()
                    .forEach(
                            each ->
                                    expected.put(
                                            each.getKey(), values(each.getValue()).toString()));
            assertThat(found).isEqualTo(expected);
        }

        private static SortedMap<Size, Stock> values(JsonNode node) {
            SortedMap<Size, Stock> values = new TreeMap<>();
            node.propertyStream()
                    .forEach(
                            each ->
                                    values.put(
                                            Size.parse(each.getKey().split("/")[2]).orElseThrow(),
                                            stock(each.getValue())));
            return values;
        }

        private void request(JsonNode event) {
            long number = event.get("number").asLong();
            String[] key = event.get("colour").asString().split("/");
            ProductEntry product = product(key[0]);
            products.put(number, product.id());
            senders.put(number, event.get("run").asLong());
            SentColour sent =
                    SentColour.toSend(0, product.id(), key[1], key[1], values(event.get("values")))
                            .begin(product, number, this);
            sent.doubt(product);
            requests.put(number, sent);
            ended.put(number, event.get("ended").asLong());
            Set<String> recent = new TreeSet<>();
            sent.sizes()
                    .forEach(
                            (size, each) -> {
                                if (each.isRecent()) {
                                    recent.add(key[0] + "/" + key[1] + "/" + size);
                                }
                            });
            assertThat(recent).isEqualTo(texts(event.get("recent")));
            event.get("before")
                    .propertyStream()
                    .forEach(
                            each ->
                                    assertThat(
                                                    sent.sizes()
                                                            .get(
                                                                    Size.parse(
                                                                                    each.getKey()
                                                                                            .split(
                                                                                                    "/")[
                                                                                            2])
                                                                            .orElseThrow())
                                                            .before())
                                            .isEqualTo(fact(each.getValue())));
        }

        private void verdict(JsonNode event) {
            long number = event.get("number").asLong();
            String state = event.get("state").asString();
            boolean arrived = state.equals("accepted") || state.equals("sent");
            requests.get(number)
                    .with(arrived ? DeliveryResult.ACCEPTED : DeliveryResult.NOT_SENT)
                    .enterResult(colour(number), event.get("run").asLong(), StockChanges.NOWHERE);
        }

        private void undo(JsonNode event) {
            UndoRules undoing =
                    new UndoRules(
                            view(event.get("undo").asLong()),
                            view(event.get("run").asLong()),
                            this);
            Set<String> kept = new TreeSet<>();
            event.get("done")
                    .propertyStream()
                    .forEach(
                            each -> {
                                String[] key = each.getKey().split("/");
                                Size size = Size.parse(key[2]).orElseThrow();
                                JsonNode done = each.getValue();
                                SentColour sent = sent(key[1], size, done);
                                UndoDecision decision =
                                        undoing.undo(
                                                product(key[0]).find(key[1], size),
                                                sent,
                                                sent.sizes().get(size),
                                                done.get(3).asBoolean(),
                                                StockChanges.NOWHERE);
                                if (!decision.isBroughtBack()) {
                                    kept.add(each.getKey());
                                }
                            });
            looked.clear();
            assertThat(kept).isEqualTo(texts(event.get("kept")));
        }

        private static SentColour sent(String key, Size size, JsonNode done) {
            Stock stock = stock(done.get(1));
            SentColour.SentSize sent = new SentColour.SentSize(stock, fact(done.get(0)), false);
            DeliveryResult result =
                    done.get(2).asBoolean() ? DeliveryResult.OPEN : DeliveryResult.ACCEPTED;
            return new SentColour(
                    1, 0, 0, key, key, new TreeMap<>(Map.of(size, sent)), null, result);
        }

        private static Set<String> texts(JsonNode array) {
            Set<String> texts = new TreeSet<>();
            array.forEach(each -> texts.add(each.asString()));
            return texts;
        }

        private ProductEntry product(String name) {
            return book.computeIfAbsent((int) name.charAt(0), ProductEntry::new);
        }

        private ColourEntry colour(long request) {
            return book.get(products.get(request)).colours.get(requests.get(request).key());
        }

        private static Stock stock(JsonNode node) {
            return new Stock(
                    node.get(0).asInt(), node.get(1).isNull() ? null : node.get(1).asString());
        }

        private static StockFact fact(JsonNode node) {
            return node.isNull()
                    ? StockFact.ABSENT
                    : node.isString() ? StockFact.UNKNOWN : StockFact.of(stock(node));
        }

        private static String job(String name) {
            return name.equals("by hand") ? RunView.BY_HAND : name;
        }

        private RunView view(long number) {
            return view(number, false);
        }

        /** A corrected run with {@code new} sends products that are judged as changed. */
        private RunView view(long number, boolean isJudged) {
            JsonNode run = run(number);
            String send = run.get(3).asString();
            return new RunView(
                    number,
                    run.get(1).asLong(),
                    jobOf(number),
                    send.equals("all") || send.equals("new") && !isJudged,
                    missing(run.get(4).asString()),
                    run.get(5).asLong() == 0 ? Work.ALL : Work.UNDO);
        }

        /** The specification says "tell". */
        private MissingMode missing(String word) {
            return word.equals("tell")
                    ? MissingMode.REPORT
                    : MissingMode.valueOf(word.toUpperCase(Locale.ROOT));
        }

        private JsonNode run(long number) {
            return runs.get((int) number - 1);
        }

        @Override
        public String jobOf(long number) {
            return job(run(number).get(2).asString());
        }

        @Override
        public Standing standing(long number) {
            return switch (run(number).get(6).asString()) {
                case "done" -> Standing.DONE;
                case "undone" -> Standing.UNDONE;
                case "expired" -> Standing.EXPIRED;
                case "overtaken" -> Standing.OVERTAKEN;
                default -> Standing.OPEN;
            };
        }

        @Override
        public long senderOf(long request) {
            return senders.get(request);
        }

        private boolean isNewer(RunView run, boolean zero) {
            for (JsonNode each : runs) {
                if (isNewer(each.get(0).asLong(), run)
                        && each.get(7).asBoolean()
                        && each.get(5).asLong() == 0
                        && run.hasSheet()
                        && job(each.get(2).asString()).equals(run.job())
                        && (!zero || each.get(4).asString().equals("zero"))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public boolean isNewest(RunView run) {
            return !isNewer(run, false);
        }

        @Override
        public boolean isOvertaken(RunView run) {
            return isNewer(run, true);
        }

        @Override
        public long rankOf(long number) {
            return number == 0 ? 0 : run(number).get(1).asLong();
        }

        @Override
        public boolean isRecent(long request) {
            return ended.containsKey(request) && now < ended.get(request) + DOUBT;
        }

        @Override
        public long newestOf(String job) {
            long newest = 0;
            for (JsonNode each : runs) {
                if (each.get(7).asBoolean()
                        && job(each.get(2).asString()).equals(job)
                        && each.get(5).asLong() == 0
                        && each.get(1).asLong() >= rankOf(newest)) {
                    newest = each.get(0).asLong();
                }
            }
            return newest;
        }
    }
}
