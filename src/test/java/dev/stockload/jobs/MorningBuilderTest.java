package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stockload.imports.Orders;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.ResendOrder;
import dev.stockload.imports.order.UndoOrder;
import dev.stockload.jobs.Morning.Forgotten;
import dev.stockload.jobs.Morning.Held;
import dev.stockload.jobs.Morning.JobNight;
import dev.stockload.jobs.Morning.NewColours;
import dev.stockload.jobs.Morning.Night;
import dev.stockload.jobs.Morning.SoldOut;
import dev.stockload.jobs.Morning.State;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.runs.Run;
import dev.stockload.sheet.Correction;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.header.HeaderField;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Nights whose truth is known, and what the morning says of them. */
@Timeout(120)
class MorningBuilderTest extends InNights {
    @BeforeEach
    void open() throws IOException {
        for (int product = 2; product <= 5; product++) {
            nights.service.product(product, "A-" + product);
        }
    }

    /** The truth about the stock, kept without the program. */
    private static final class Truth {
        final Map<String, Integer> wanted = new TreeMap<>();
        final TreeSet<String> soldOut = new TreeSet<>();
        final Map<String, Integer> heldNights = new TreeMap<>();
        int toCorrect;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void counts_random_nights_right(long seed) throws IOException {
        Random random = new Random(seed);
        JobDefinition job = job("missing: zero\nmaxZeroed: 1\nmaxRejected: 1\nminRows: 0");
        Truth truth = new Truth();
        Map<LocalDate, String> byNight = new TreeMap<>();
        for (int night = 0; night < 12; night++) {
            if (night > 0 && random.nextInt(5) == 0) {
                nights.time.set(Duration.ofDays(1));
                continue;
            }
            nights.sheet("stock.csv", play(random, night, truth));
            nights.runs.run(job, false);
            byNight.put(
                    nights.time.instant().atOffset(ZoneOffset.UTC).toLocalDate(),
                    "%d %d %d"
                            .formatted(
                                    truth.wanted.values().stream().mapToInt(n -> n).sum(),
                                    truth.wanted.values().stream().filter(n -> n == 0).count(),
                                    truth.toCorrect));
            assertThat(told(morning())).isEqualTo(told(truth));
            nights.time.set(Duration.ofDays(1));
        }

        Map<LocalDate, String> shown = new TreeMap<>();
        List<Night> all = morning().stores().get(0).nights();
        assertThat(all).hasSize(30);
        for (Night night : all) {
            if (night.pieces() != null) {
                shown.put(
                        night.date(),
                        "%d %d %d".formatted(night.pieces(), night.atZero(), night.toCorrect()));
                assertThat(night.came()).hasSize(1);
            }
        }
        assertThat(shown).isEqualTo(byNight);
    }

    @Test
    void what_a_check_of_the_store_sent_again_is_no_night_of_a_job() throws Exception {
        night(job("verify: store"), "1,red,36,5");
        nights.service.put(1, "red", "36", 9);
        nights.queue.check("default");
        ResendOrder again = nights.checked().resend(false, null);
        nights.ended(nights.queue.resend(again));

        Morning morning = morning();
        assertThat(morning.jobs()).extracting(JobNight::job).containsExactly("night");
        List<Night> all = morning.stores().get(0).nights();
        assertThat(all.get(all.size() - 1).pieces()).isEqualTo(5);
    }

    @Test
    void names_the_new_colours_of_the_night() throws Exception {
        JobDefinition job = job("maxZeroed: 1");
        night(job, "2,Navy,36,5");
        nights.time.set(Duration.ofDays(1));
        night(job, "2,Nvay,36,5");

        assertThat(morning().newColours())
                .extracting(NewColours::job, NewColours::message)
                .containsExactly(
                        tuple("night", "1 new colour: 'Nvay' is new in A-2, which has Navy"));
        nights.time.set(Duration.ofDays(1));
        assertThat(morning().newColours()).isEmpty();
    }

    @Test
    void a_sheet_that_was_undone_counts_no_more() throws Exception {
        JobDefinition job = job("maxRejected: 1\nmaxZeroed: 1");
        night(job, "1,red,36,5\n1,red,37,3");
        nights.time.set(Duration.ofDays(1));
        night(job, "1,red,36,0\n1,red,37,9\n1,blue,36,XL");
        assertThat(morning().soldOut().total()).isOne();
        assertThat(morning().held().total()).isOne();
        String run = morning().jobs().get(0).run();
        UndoOrder order = new UndoOrder(run, Set.of(), null);
        nights.ended(nights.queue.undo(order));

        Morning morning = morning();
        assertThat(morning.jobs())
                .extracting(JobNight::run, JobNight::state)
                .containsExactly(tuple(run, State.UNDONE));
        List<Night> all = morning.stores().get(0).nights();
        assertThat(all.get(all.size() - 2).pieces()).isEqualTo(8);
        assertThat(all.get(all.size() - 1).pieces()).isNull();
        assertThat(all.get(all.size() - 1).toCorrect()).isOne();
        assertThat(morning.soldOut().total()).isZero();
        assertThat(morning.held().total()).isZero();
    }

    @Test
    void rows_whose_correction_was_undone_are_to_correct_again() throws Exception {
        JobDefinition job = job("maxRejected: 1");
        night(job, "1,red,36,5\n1,blue,XL,3");
        String first = morning().jobs().get(0).run();
        Run bad = nights.ledger.runs().get(first);
        SheetOptions reading = bySize(new Correction(HeaderField.SIZE, "XL", "44", null));
        Path sheet = folder.resolve("stock.csv");
        Run fix = nights.ended(nights.queue.submit(ImportOrder.correcting(bad, sheet, reading)));
        assertThat(morning().jobs()).extracting(JobNight::state).containsExactly(State.SENT);

        nights.ended(nights.queue.undo(new UndoOrder(fix.id(), Set.of(), null)));

        Morning morning = morning();
        assertThat(morning.jobs())
                .extracting(JobNight::run, JobNight::state)
                .containsExactly(tuple(first, State.TO_CORRECT));
        assertThat(morning.needsSomebody()).isTrue();
        List<Night> all = morning.stores().get(0).nights();
        assertThat(all.get(all.size() - 1).toCorrect()).isOne();
    }

    private static SheetOptions bySize(Correction correction) {
        return new SheetOptions(null, null, null, null, Set.of(), Set.of(correction));
    }

    /** Writes the sheet of a night and changes the truth as it should. */
    private static String play(Random random, int night, Truth truth) {
        StringBuilder sheet = new StringBuilder(HEADER + "5,always,1," + (night + 1) + "\n");
        Map<String, Integer> before = new TreeMap<>(truth.wanted);
        truth.wanted.put("5 always 1", night + 1);
        truth.soldOut.clear();
        truth.toCorrect = 0;
        for (int product = 1; product <= 3; product++) {
            for (String colour : List.of("red", "blue")) {
                List<String> rows = new ArrayList<>();
                Map<String, Integer> named = new TreeMap<>();
                for (int size = 36; size <= 38; size++) {
                    if (random.nextInt(5) > 0) {
                        int stock = random.nextInt(3);
                        named.put("%d %s %d".formatted(product, colour, size), stock);
                        rows.add("%d,%s,%d,%d".formatted(product, colour, size, stock));
                    }
                }
                String key = product + " " + colour;
                if (random.nextInt(4) == 0) {
                    rows.add("%d,%s,XL,1".formatted(product, colour));
                    truth.toCorrect += rows.size();
                    truth.heldNights.merge(key, 1, Integer::sum);
                } else {
                    truth.heldNights.remove(key);
                    before.keySet().stream()
                            .filter(size -> size.startsWith(key + " "))
                            .forEach(size -> named.putIfAbsent(size, 0));
                    truth.wanted.putAll(named);
                }
                rows.forEach(row -> sheet.append(row).append('\n'));
            }
        }
        truth.wanted.forEach(
                (size, stock) -> {
                    if (stock == 0 && before.getOrDefault(size, 0) > 0) {
                        truth.soldOut.add(size + " was " + before.get(size));
                    }
                });
        return sheet.toString();
    }

    private static String told(Truth truth) {
        return "sold out %s, held %s".formatted(truth.soldOut, truth.heldNights);
    }

    private static String told(Morning morning) {
        TreeSet<String> soldOut = new TreeSet<>();
        for (SoldOut each : morning.soldOut().first()) {
            soldOut.add(
                    "%d %s %s was %d"
                            .formatted(each.pid(), each.color(), each.size(), each.before()));
            assertThat(each.item()).isEqualTo("A-" + each.pid());
        }
        assertThat(morning.soldOut().total()).isEqualTo(soldOut.size());
        Map<String, Integer> held = new TreeMap<>();
        for (Held each : morning.held().first()) {
            held.put(each.pid() + " " + each.color(), each.nights());
            assertThat(each.problem()).contains("'XL'");
        }
        assertThat(morning.held().first())
                .isSortedAccordingTo(Comparator.comparing(Held::nights).reversed());
        return "sold out %s, held %s".formatted(soldOut, held);
    }

    @Test
    void a_size_that_left_the_sheet_is_named_as_such() throws IOException {
        JobDefinition job = job("missing: zero\nmaxZeroed: 1");
        night(job, "1,red,36,4\n1,red,37,2\n1,red,38,1");
        nights.time.set(Duration.ofDays(1));
        night(job, "1,red,37,0\n1,red,38,1");

        assertThat(morning().soldOut().first())
                .extracting(SoldOut::size, SoldOut::before, SoldOut::left)
                .containsExactly(tuple("36", 4, true), tuple("37", 2, false));
        nights.time.set(Duration.ofDays(1));
        assertThat(morning().soldOut().total()).isZero();
    }

    @Test
    void products_that_are_not_listed_are_named_by_their_numbers() throws IOException {
        JobDefinition job = job("maxRejected: 1");
        night(job, "1,red,36,4\n78,blue,36,1");
        nights.time.set(Duration.ofDays(1));
        night(job, "1,red,36,5\n78,blue,36,1\n79,blue,36,1");

        assertThat(morning().held().first())
                .extracting(Morning.Held::pid, Morning.Held::nights, Morning.Held::since)
                .containsExactly(
                        tuple(78, 2, LocalDate.parse("2026-11-15")),
                        tuple(79, 1, LocalDate.parse("2026-11-16")));
        assertThat(morning().held().first().get(0).problem()).contains("'78'");
    }

    @Test
    void a_product_that_no_sheet_has_named_for_a_month_is_named_while_it_has_stock()
            throws IOException {
        JobDefinition job = job("missing: tell");
        night(job, "1,red,36,4\n1,red,37,3\n2,red,36,1\n3,red,36,0");
        nights.time.set(Duration.ofDays(20));
        night(job, "2,red,36,2");
        assertThat(morning().forgotten().total()).isZero();
        nights.time.set(Duration.ofDays(20));
        night(job, "2,red,36,3");

        assertThat(morning().forgotten().first())
                .containsExactly(new Forgotten("default", 1, "A-1", 7));
    }

    @Test
    void what_left_the_newest_sheet_is_listed_until_it_is_back_or_sent_as_0() throws IOException {
        night(job("maxZeroed: 1"), "1,red,36,4\n1,red,37,3\n2,red,36,1\n3,red,36,5");
        assertThat(morning().left().total()).isZero();
        assertThat(morning().headline()).isEqualTo("Nothing to do");
        nights.time.set(Duration.ofDays(1));
        night(job("maxZeroed: 1"), "1,red,36,4\n3,red,36,x");
        assertThat(morning().left().first())
                .extracting(Morning.Left::pid, Morning.Left::sentence)
                .containsExactly(
                        tuple(1, "1 size with 3 pieces, job night"),
                        tuple(2, "1 size with 1 piece, job night"));
        nights.time.set(Duration.ofDays(1));
        night(job("maxZeroed: 1"), "1,red,36,4\n2,red,36,1\n3,red,36,5");
        assertThat(morning().left().first()).extracting(Morning.Left::pid).containsExactly(1);
        assertThat(morning().headline()).endsWith("look at what left the sheet");
        night(job("maxZeroed: 1\nmissing: zero"), "1,red,36,4\n2,red,36,1\n3,red,36,6");
        assertThat(morning().left().total()).isZero();
    }

    @Test
    void each_import_by_hand_has_its_line_until_it_is_in_order() throws IOException {
        byHand("bad", "1,red,36,4\n1,blue,36,x");
        byHand("good", "2,red,36,4");
        assertThat(byHand()).containsExactlyInAnyOrder("bad.csv TO_CORRECT", "my good.csv SENT");
        List<Night> all = morning().stores().get(0).nights();
        assertThat(all.get(all.size() - 1).toCorrect()).isOne();
        assertThat(morning().headline()).isEqualTo("To look at: bad.csv (rows to correct)");
        nights.time.set(Duration.ofDays(3));
        assertThat(byHand()).containsExactly("bad.csv TO_CORRECT");
        byHand("other", "3,red,36,4");
        assertThat(byHand()).containsExactlyInAnyOrder("bad.csv TO_CORRECT", "my other.csv SENT");
    }

    private void byHand(String name, String rows) throws IOException {
        nights.sheet(name + ".csv", HEADER + rows + "\n");
        String known = name.equals("bad") ? null : "theirs/my " + name + ".csv";
        ImportOrder order = Orders.byHand("default", folder.resolve(name + ".csv")).named(known);
        nights.ended(nights.queue.submit(order));
    }

    private List<String> byHand() throws IOException {
        return morning().jobs().stream().map(each -> each.name() + " " + each.state()).toList();
    }

    @Test
    void every_night_has_its_state() throws IOException {
        JobDefinition job = job("send: changed\nexpect: \"06:00\"");
        java.nio.file.Files.setLastModifiedTime(
                folder.resolve("jobs/night.yml"),
                java.nio.file.attribute.FileTime.from(Instant.parse("2026-11-01T00:00:00Z")));
        night(job, "1,red,36,4");
        assertThat(night()).isEqualTo("SENT 1 colour sent, 0 unchanged, of 1 row");
        assertThat(morning().needsSomebody()).isFalse();

        nights.time.set(Duration.ofDays(1));
        assertThat(night())
                .as("before it is expected")
                .isEqualTo("NO_SHEET The last sheet was imported Sun 2026-11-15 01:30");
        nights.time.set(Duration.ofHours(6));
        assertThat(night()).startsWith("LATE No new sheet came by Mon 2026-11-16 06:00");
        assertThat(morning().needsSomebody()).isTrue();

        night(job, "1,red,36,4\n1,blue,36,x");
        assertThat(night())
                .isEqualTo("TO_CORRECT 1 row to correct; 0 colours sent, 1 unchanged, of 2 rows");

        nights.time.set(Duration.ofHours(18));
        night(job, "1,red,36,4\n");
        assertThat(night()).isEqualTo("UNCHANGED 0 colours sent, 1 unchanged, of 1 row");

        nights.time.set(Duration.ofDays(1));
        nights.sheet("stock.csv", "no,header\n1,2\n");
        nights.runs.run(job, false);
        assertThat(night()).startsWith("FAILED ");

        nights.time.set(Duration.ofDays(1));
        nights.sheet("stock.csv", HEADER + "1,red,x,1\n".repeat(200));
        nights.runs.run(job, false);
        assertThat(night()).startsWith("WAITING The brake: ");
        nights.time.set(Duration.ofDays(3));
        assertThat(night()).as("it still waits").startsWith("WAITING The brake: ");
    }

    private String night() {
        JobNight night = morning().jobs().get(0);
        assertThat(night.state() == State.NO_SHEET).isEqualTo(night.run() == null && !late(night));
        return night.state() + " " + night.message();
    }

    private static boolean late(JobNight night) {
        return night.state() == State.LATE;
    }

    @Test
    void a_definition_that_cannot_be_used_needs_somebody() throws IOException {
        nights.sheet("jobs/odd.yml", "raed: x.csv\n");
        assertThat(morning().jobs())
                .singleElement()
                .satisfies(
                        night -> {
                            assertThat(night.state()).isEqualTo(State.FAILED);
                            assertThat(night.message()).contains("raed");
                        });
        assertThat(morning().needsSomebody()).isTrue();
    }

    @Test
    void compares_a_sheet_with_those_of_the_nights_before() throws IOException {
        JobDefinition job = job("minRows: 0");
        for (int night = 1; night <= 7; night++) {
            StringBuilder rows = new StringBuilder();
            for (int size = 1; size <= (night == 7 ? 20 : 60); size++) {
                rows.append("1,red,%d,%d\n".formatted(size, night));
            }
            night(job, rows.toString());
            JobNight shown = morning().jobs().get(0);
            assertThat(shown.comparison())
                    .isEqualTo(
                            night < 6
                                    ? "Too few nights to compare"
                                    : night == 6 ? "As usual" : "Unusual: 20 rows, usually 60");
            assertThat(shown.unusual()).isEqualTo(night == 7);
            nights.time.set(Duration.ofDays(1));
        }
    }

    private JobDefinition job(String more) throws IOException {
        return nights.job("night", "read: stock.csv\nschedule: \"30 1 * * *\"\nzone: UTC\n" + more);
    }

    private void night(JobDefinition job, String rows) throws IOException {
        nights.sheet("stock.csv", HEADER + rows + "\n");
        nights.runs.run(job, false);
    }

    private Morning morning() {
        ExpectedSheets expected = new ExpectedSheets(nights.ledger, account -> account);
        return MorningBuilder.ofAll(nights.folder().list(), expected, nights.time.instant());
    }
}
