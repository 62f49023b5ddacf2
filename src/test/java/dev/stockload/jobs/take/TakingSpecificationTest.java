package dev.stockload.jobs.take;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.PythonSpecification;
import dev.stockload.Rounds;
import dev.stockload.database.Database;
import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Decided;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.RunEnd;
import dev.stockload.jobs.take.TakingRules.Seen;
import dev.stockload.jobs.take.TakingRules.Taken;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.zip.GZIPInputStream;

/**
 * The program decides about files as the specification does, which shares no code with it: it plays
 * random histories and prints each decision; the program gets the same events.
 */
class TakingSpecificationTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FOLDER = Path.of("src/test/resources/taking");
    private static final int HISTORIES = Rounds.of(300);

    @Test
    void kept_histories_are_decided_as_the_specification_decided_them() throws IOException {
        try (InputStream kept = getClass().getResourceAsStream("/taking/histories.jsonl.gz")) {
            assertThat(play(new GZIPInputStream(kept))).isGreaterThan(5000);
        }
    }

    /** The events of the named cases of cases.py, each by its name. */
    static Map<String, List<String>> cases() throws IOException {
        Map<String, List<String>> cases = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        try (InputStream kept =
                        TakingSpecificationTest.class.getResourceAsStream(
                                "/taking/cases.jsonl.gz");
                BufferedReader all = lines(new GZIPInputStream(kept))) {
            for (String line = all.readLine(); line != null; line = all.readLine()) {
                JsonNode event = JSON.readTree(line);
                if (event.get("event").asString().equals("history")) {
                    lines = new ArrayList<>();
                    cases.put(event.get("seed").asString(), lines);
                }
                lines.add(line);
            }
        }
        return cases;
    }

    static Set<String> names() throws IOException {
        return cases().keySet();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void a_named_case_is_decided_as_the_specification_decided_it(String name) throws IOException {
        String events = String.join("\n", cases().get(name));
        assertThat(play(new ByteArrayInputStream(events.getBytes(StandardCharsets.UTF_8))))
                .isPositive();
    }

    @Test
    void what_is_stored_decides_as_what_is_in_memory(@TempDir Path data) throws IOException {
        try (Ledger ledger = ReadyLedger.in(data)) {
            AtomicInteger jobs = new AtomicInteger();
            IntFunction<Kept> stored =
                    newest -> new Stored(ledger.database(), jobs.incrementAndGet(), newest > 0);
            for (List<String> each : cases().values()) {
                byte[] events = String.join("\n", each).getBytes(StandardCharsets.UTF_8);
                assertThat(play(new ByteArrayInputStream(events), stored)).isPositive();
            }
        }
    }

    /** Where the state of a job is kept between two decisions. */
    private interface Kept {
        TakingRules load();

        /** Stores what a decision changes; returns the state. */
        TakingRules change(Consumer<TakingRules> decision);
    }

    private record InMemory(TakingRules taking) implements Kept {
        InMemory(int newest) {
            this(new TakingRules(newest > 0));
        }

        @Override
        public TakingRules load() {
            return taking;
        }

        @Override
        public TakingRules change(Consumer<TakingRules> decision) {
            decision.accept(taking);
            return taking;
        }
    }

    private record Stored(TakingStore store) implements Kept {
        Stored(Database database, int job, boolean newest) {
            this(new TakingStore(database, "job" + job, "a", "", newest));
        }

        @Override
        public TakingRules load() {
            return store.load();
        }

        @Override
        public TakingRules change(Consumer<TakingRules> decision) {
            store.change(decision);
            return load();
        }
    }

    @Test
    void there_are_29_named_cases() throws IOException {
        assertThat(names()).hasSize(29);
    }

    private static BufferedReader lines(InputStream events) {
        return new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8));
    }

    @Tag("soak")
    @Test
    void new_histories_are_decided_as_the_specification_decides_them() throws Exception {
        String from = System.getProperty("taking.from", "1000000");
        new PythonSpecification(FOLDER).compare(HISTORIES, from, TakingSpecificationTest::play);
    }

    private static int play(InputStream events) throws IOException {
        return play(events, InMemory::new);
    }

    private static int play(InputStream events, IntFunction<Kept> kept) throws IOException {
        int count = 0;
        History history = new History(kept);
        try (BufferedReader lines = lines(events)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = JSON.readTree(line);
                if (event.get("event").asString().equals("history")) {
                    history = new History(kept);
                }
                history.lines.add(line);
                try {
                    history.play(event);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(
                            String.join("\n", history.lines) + "\n" + e.getMessage(), e);
                }
                count++;
            }
        }
        return count;
    }

    /** A number of the specification as a time: up to 10 it is before 1990. */
    static Instant time(JsonNode number) {
        return number.isNull()
                ? Instant.MAX
                : TakingRules.EARLIEST.plus(number.asLong() - 10, ChronoUnit.MICROS);
    }

    static Found found(JsonNode file) {
        return new Found(file.get(0).asString(), file.get(1).asLong(), time(file.get(2)));
    }

    /** One history, played with the rules of the program. */
    private static final class History {
        private final List<String> lines = new ArrayList<>();
        private final Map<Long, Kept> jobs = new HashMap<>();
        private final IntFunction<Kept> kept;
        private final Map<Long, Taken> runs = new HashMap<>();

        History(IntFunction<Kept> kept) {
            this.kept = kept;
        }

        void play(JsonNode event) {
            String name = event.get("event").asString();
            if (name.equals("history")) {
                return;
            }
            long id = event.get("id").asLong();
            if (name.equals("job")) {
                jobs.put(id, kept.apply(event.get("newest").asBoolean() ? 1 : 0));
                return;
            }
            if (name.equals("copy")) {
                TakingRules from = jobs.get(id).load();
                Kept to = kept.apply(from.newestOnly ? 1 : 0);
                jobs.put(event.get("to").asLong(), to);
                to.change(twin -> copy(from, twin));
                return;
            }
            Map<String, Decided> before = new HashMap<>(jobs.get(id).load().decided);
            TakingRules now = jobs.get(id).change(job -> play(name, job, event));
            if (event.has("clock")) {
                compare(now, told(before, now), event);
            }
        }

        private static void copy(TakingRules from, TakingRules twin) {
            twin.seen.putAll(from.seen);
            twin.decided.putAll(from.decided);
            twin.had.putAll(from.had);
            twin.clock = from.clock;
            twin.restored = from.restored;
            twin.newest = from.newest;
            twin.entered = from.entered;
        }

        private void play(String name, TakingRules job, JsonNode event) {
            switch (name) {
                case "restore" -> job.restored = true;
                case "look" -> look(job, event);
                case "sheet" -> {
                    Copied made = job.sheet(copied(event));
                    assertThat(made).isEqualTo(sheet(event.get("sheet")));
                    JsonNode order = event.get("order");
                    assertThat(made.seen().time()).isEqualTo(time(order.get(0)));
                    assertThat(made.seen().since()).isEqualTo(time(order.get(1)));
                }
                case "next" -> {
                    List<Copied> sheets = new ArrayList<>();
                    event.get("sheets").forEach(each -> sheets.add(sheet(each)));
                    Optional<Taken> run = job.next(sheets);
                    assertThat(run.isEmpty()).isEqualTo(event.get("run").isNull());
                    run.ifPresent(taken -> runs.put(event.get("run").asLong(), taken));
                }
                case "read" ->
                        job.read(
                                runs.get(event.get("run").asLong()),
                                event.get("usable").asBoolean());
                case "by hand" -> runs.put(event.get("run").asLong(), job.byHand(copied(event)));
                case "place" -> {
                    RunEnd end = RunEnd.valueOf(text(event, "end").toUpperCase(Locale.ROOT));
                    Optional<String> place =
                            job.place(found(event.get("file")), text(event, "content"), end);
                    assertThat(place.orElse(null)).isEqualTo(text(event, "place"));
                }
                default -> throw new IllegalArgumentException(name);
            }
        }

        private static String text(JsonNode event, String name) {
            return event.get(name).isNull() ? null : event.get(name).asString();
        }

        private static Copied sheet(JsonNode sheet) {
            Seen seen = new Seen(found(sheet), time(sheet.get(4)));
            return new Copied(seen, sheet.get(3).asString(), sheet.get(5).asInt(), null, null);
        }

        /** A copy as it was made; since when the file is so, the program knows. */
        private static Copied copied(JsonNode event) {
            return copied(found(event.get("file")), text(event, "content"));
        }

        private static Copied copied(Found found, String content) {
            return new Copied(new Seen(found, Instant.EPOCH), content, 0, null, null);
        }

        private static void look(TakingRules job, JsonNode event) {
            List<Found> files = new ArrayList<>();
            event.get("files").forEach(file -> files.add(found(file)));
            job.unfinished.clear();
            event.get("unfinished")
                    .forEach(
                            run ->
                                    job.unfinished.add(
                                            copied(
                                                    new Found(run.get(0).asString(), 0, null),
                                                    run.get(1).asString())));
            job.look(files, time(event.get("now")));
        }

        /** What people are told is stored with what was decided about the path. */
        private static List<String> told(Map<String, Decided> before, TakingRules now) {
            return now.decided.entrySet().stream()
                    .filter(row -> row.getValue().told() != null)
                    .filter(row -> !row.getValue().equals(before.get(row.getKey())))
                    .map(Map.Entry::getValue)
                    .map(row -> tells(row.told().name().toLowerCase(Locale.ROOT), row.sheet()))
                    .sorted()
                    .toList();
        }

        private static String tells(String why, Copied sheet) {
            return why + " " + sheet.path() + " " + sheet.content();
        }

        private void compare(TakingRules job, List<String> told, JsonNode event) {
            assertThat(job.clock).isEqualTo(time(event.get("clock")));
            List<String> tells = new ArrayList<>();
            for (JsonNode each : event.path("tells")) {
                // Of an unusable sheet its run says so.
                if (!each.get(0).asString().equals("unusable")) {
                    Found file = new Found(each.get(1).asString(), 0, null);
                    tells.add(tells(each.get(0).asString(), copied(file, each.get(2).asString())));
                }
            }
            assertThat(told).containsExactlyInAnyOrderElementsOf(tells);
            assertThat(job.entered.isPresent() ? 1 : 0).isEqualTo(event.get("entered").size());
            if (job.entered.isPresent()) {
                assertThat(job.entered.get())
                        .isEqualTo(runs.get(event.get("entered").get(0).asLong()));
            } else {
                compareMark(job.newest, event.get("mark"));
            }
            event.get("seen")
                    .propertyStream()
                    .forEach(
                            each ->
                                    assertThat(job.seen.get(each.getKey()))
                                            .isEqualTo(
                                                    new TakingRules.Seen(
                                                            found(each.getValue()),
                                                            time(each.getValue().get(3)))));
            event.get("paths")
                    .propertyStream()
                    .forEach(
                            each -> {
                                JsonNode row = each.getValue();
                                TakingRules.Decided decided = job.decided.get(each.getKey());
                                assertThat(decided.sheet().found()).isEqualTo(found(row));
                                assertThat(decided.sheet().content())
                                        .isEqualTo(row.get(3).asString());
                                assertThat(decided.fate().name())
                                        .isEqualToIgnoringCase(row.get(4).asString());
                                assertThat(decided.sheet().turn()).isEqualTo(row.get(5).asInt());
                            });
            event.get("had")
                    .propertyStream()
                    .forEach(
                            each -> {
                                Map<Instant, Instant> times = new TreeMap<>();
                                each.getValue()
                                        .propertyStream()
                                        .forEach(
                                                one ->
                                                        times.put(
                                                                time(JSON.readTree(one.getKey())),
                                                                time(one.getValue())));
                                Map<Instant, Instant> had = new TreeMap<>();
                                job.had.values().stream()
                                        .filter(one -> one.content().equals(each.getKey()))
                                        .forEach(one -> had.put(one.time(), one.at()));
                                assertThat(had).isEqualTo(times);
                            });
        }

        private static void compareMark(Optional<Taken> newest, JsonNode mark) {
            assertThat(newest.isEmpty()).isEqualTo(mark.isNull());
            newest.ifPresent(
                    run -> {
                        assertThat(run.sheet().path()).isEqualTo(mark.get(0).asString());
                        assertThat(run.sheet().content())
                                .isEqualTo(mark.get(1).isNull() ? "" : mark.get(1).asString());
                        JsonNode order = mark.get(2);
                        assertThat(run.mark().time()).isEqualTo(time(order.get(0)));
                        assertThat(run.mark().since()).isEqualTo(time(order.get(1)));
                        assertThat(run.mark().found().time()).isEqualTo(time(order.get(2)));
                        assertThat(run.again()).isEqualTo(mark.get(3).asLong() == 0);
                        if (!run.again()) {
                            assertThat(run.sheet().seen().since()).isEqualTo(time(mark.get(3)));
                        }
                        assertThat(run.line()).isEqualTo(mark.get(4).asString().equals("restored"));
                    });
        }
    }
}
