package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.book.rules.Work;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.StrictService.Fault;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.process.RunStoppedException;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Faults of the merchant service during a run. */
@Tag("soak")
class FaultyServiceTest extends InWarehouse {
    @ParameterizedTest
    @EnumSource(
            names = {
                "LOST_BEFORE",
                "LOST_AFTER",
                "ERROR_BEFORE",
                "ERROR_AFTER",
                "HTML_AFTER",
                "TOO_MANY"
            })
    void survives_a_request_that_goes_wrong(Fault fault) throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, fault);

        Result result = warehouse.start(file);

        assertFinished(result, 700);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOST_AFTER", "ERROR_AFTER"})
    void recognizes_ranges_that_the_service_splits_into_sizes(Fault fault) throws IOException {
        try (Warehouse splitting = new Warehouse(folder.resolve("other"), database, true)) {
            splitting.service.product(1, "A-1");
            splitting.service.fault(1, fault);
            Path file =
                    splitting.write("r.csv", "pid,colour,size,stock\n1,red,36-40,5\n1,red,41,0\n");
            Result result = splitting.start(file);
            assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
            assertThat(splitting.service.creates()).hasSize(1);
        }
    }

    @Test
    void waits_as_long_as_the_service_asks() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.fault(1, Fault.TOO_MANY);
        warehouse.start(file);
        assertThat(warehouse.service.shortestGap()).isEqualTo(Duration.ofSeconds(7));
    }

    /** Stock that was not there just before came by this request, even if some of it is sold. */
    @Test
    void a_new_colour_that_is_sold_at_once_was_applied() throws IOException {
        Path file = warehouse.sheet("a.csv", 3, 2);
        warehouse.service.fault(1, Fault.LOST_AFTER);
        warehouse.service.onCreate(() -> warehouse.service.put(1, "c1", "36", 0));

        assertFinished(warehouse.start(file), 6);

        assertThat(warehouse.service.creates()).hasSize(1);
        assertThat(warehouse.service.pieces("1 c1", "36")).isZero();
    }

    @Test
    void nothing_is_sent_before_the_time_that_the_service_asked_for() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.fault(1, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(file);
        String until = clock(Duration.ofHours(1));
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).endsWith(", so not before " + until);

        warehouse.reopen();
        warehouse.pass(Duration.ofMinutes(58));
        int announced = warehouse.sends;
        Result early = warehouse.resume();
        assertThat(early.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(warehouse.sends)
                .as("what will not be sent is not announced")
                .isEqualTo(announced);
        assertThat(early.run().message())
                .startsWith("The merchant service asked to wait: nothing is sent before ")
                .endsWith(". To resume then: stockload resume " + early.run().id());
        assertThat(warehouse.service.creates()).hasSize(1);

        warehouse.pass(Duration.ofSeconds(90));
        warehouse.reopen();
        assertFinished(warehouse.resume(), 4);
        assertThat(warehouse.service.shortestGap())
                .isCloseTo(Duration.ofHours(1), Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/Stock/Product", "/Stock/List"})
    void a_wait_that_a_list_asks_for_is_kept_as_well(String list) throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        assertFinished(warehouse.start(file), 4);
        Path newer =
                warehouse.write(
                        "b.csv", "item number,colour,size,stock\nA-1,c1,36,9\nA-1,x,36,9\n");
        warehouse.service.postpone(list);
        Result failed = warehouse.start(newer);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).contains(" before " + clock(Duration.ofHours(1)));
        warehouse.service.works();

        warehouse.reopen();
        warehouse.pass(Duration.ofMinutes(58));
        assertThat(warehouse.resume().run().message())
                .startsWith("The merchant service asked to wait: nothing is sent before ");
        assertThat(warehouse.service.creates()).hasSize(1);

        warehouse.pass(Duration.ofSeconds(90));
        assertThat(warehouse.resume().run().state()).isEqualTo(Run.State.COMPLETED);
    }

    private String clock(Duration after) {
        return DateTimeFormatter.ofPattern("HH:mm:ss z", Locale.ENGLISH)
                .withZone(ZoneId.systemDefault())
                .format(warehouse.time.instant().plus(after));
    }

    @Test
    void a_stop_cancels_a_request_that_is_not_answered() throws Exception {
        Path file = warehouse.sheet("a.csv", 2, 2);
        HeldCreates held = new HeldCreates();
        warehouse.time.later(action -> new Thread(action).start());
        warehouse.service.onCreate(
                () -> {
                    warehouse.stop.ask();
                    held.hold();
                });
        Result stopped = warehouse.start(file);
        assertThat(stopped.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(stopped.report().colours().inDoubt()).isEqualTo(4);
        held.release();
        Wait.until(() -> warehouse.service.applied().size() >= 4);
        warehouse.service.onCreate(() -> {});
        warehouse.reopen();
        assertFinished(warehouse.resume(), 4);
        assertThat(warehouse.service.applied().values()).containsOnly(1);
    }

    @Test
    void a_stop_cancels_a_read_that_is_not_answered() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        HeldCreates held = new HeldCreates();
        warehouse.time.later(action -> new Thread(action).start());
        warehouse.service.leaveUnanswered(
                request -> {
                    warehouse.stop.ask();
                    held.hold();
                    return true;
                });
        ImportOrder order = Warehouse.order(file, Work.CHANGED, false, null);
        assertThatThrownBy(() -> warehouse.diff(order, true))
                .isInstanceOf(RunStoppedException.class);
        held.release();
    }

    @Test
    void fails_resumably_when_the_service_asks_for_an_hour() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).contains("3600 s");
        assertBalance(failed);
        warehouse.passAnHour();
        assertFinished(warehouse.resume(), 700);
    }

    @Test
    void waits_for_a_service_that_cannot_be_reached_for_a_while() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        AtomicInteger rests = new AtomicInteger();
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 1) {
                        new Thread(() -> warehouse.service.stop()).start();
                    }
                });
        warehouse.time.onRest(
                () -> {
                    if (rests.incrementAndGet() == 5) {
                        restart();
                    }
                });
        Result result = warehouse.start(file);
        assertFinished(result, 700);
    }

    @Test
    void fails_resumably_when_the_service_stays_away() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.stop();
        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).contains("cannot be reached").contains("a minute");
        assertThat(failed.run().requests()).isZero();
        warehouse.service.start();
        assertFinished(warehouse.resume(), 4);
    }

    @Test
    void finds_a_product_that_vanished_among_a_hundred_in_few_requests() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.service.vanish(73);
        Result result = warehouse.start(file);
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(warehouse.service.creates()).hasSizeLessThanOrEqualTo(20);
        assertThat(result.report().colours().sent()).isEqualTo(297);
        assertThat(result.report().colours().rejected()).isEqualTo(3);
        assertThat(result.report().rows().rejected()).isEqualTo(9);
        assertThat(warehouse.service.applied())
                .hasSize(297)
                .allSatisfy((c, n) -> assertThat(n).isOne());
        assertThat(folderOf(result).resolve("report.json"))
                .content()
                .contains("service.refused", "product 73 does not exist");
        assertThat(folderOf(result).resolve("rejected.csv")).exists();
        assertBalance(result);
    }

    @Test
    void finds_every_colour_that_is_refused() throws IOException {
        Path file = warehouse.sheet("a.csv", 12, 7);
        warehouse.service.refuse("c3");
        Result result = warehouse.start(file);
        assertThat(result.report().colours().rejected()).isEqualTo(12);
        assertThat(result.report().colours().sent()).isEqualTo(72);
        assertThat(warehouse.service.applied())
                .hasSize(72)
                .allSatisfy((c, n) -> assertThat(n).isOne());
    }

    @Test
    void stops_after_a_handful_of_requests_if_the_secret_is_wrong() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.secret = "a-wrong-secret-9876";
        Result result = warehouse.start(file);
        assertThat(result.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(result.run().message()).contains("not the data", "secret", "clock");
        assertThat(warehouse.service.requests()).isLessThanOrEqualTo(5);
        assertNothingLeaked("a-wrong-secret-9876", StrictService.TOKEN);
        warehouse.secret = StrictService.SECRET;
        assertFinished(warehouse.resume(), 300);
    }

    @Test
    void stops_if_the_token_becomes_wrong_between_list_and_create() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.service.leaveUnanswered(
                request -> {
                    if ("false".equals(request.form().get("stock"))
                            && request.form().get("page").equals("3")) {
                        warehouse.service.token("a-renewed-token-9876");
                    }
                    return false;
                });
        Result result = warehouse.start(file);
        assertThat(result.run().message()).contains("not the data");
        int lists = 3 + 3;
        assertThat(warehouse.service.requests()).isLessThanOrEqualTo(lists + 3);
        // The create was refused, and nobody may look whether a part of it was applied.
        assertThat(result.report().colours().inDoubt()).isEqualTo(300);
        assertNothingLeaked(StrictService.SECRET, StrictService.TOKEN);
        warehouse.service.leaveUnanswered(request -> false);
        warehouse.service.token(StrictService.TOKEN);
        assertFinished(warehouse.resume(), 300);
    }

    @Test
    void stops_before_a_retry_if_the_secret_becomes_wrong_during_a_wait() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.service.fault(1, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.passAnHour();
        warehouse.secret = "a-wrong-secret-9876";
        int before = warehouse.service.requests();
        Result result = warehouse.resume();
        assertThat(result.run().message()).contains("not the data");
        assertThat(warehouse.service.requests() - before).isLessThanOrEqualTo(3);
        assertThat(result.report().colours().waiting() + result.report().colours().inDoubt())
                .isEqualTo(300);
        assertNothingLeaked("a-wrong-secret-9876", StrictService.TOKEN);
        warehouse.secret = StrictService.SECRET;
        assertFinished(warehouse.resume(), 300);
    }

    @Test
    void asks_a_person_about_a_colour_that_arrived_in_part() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.fault(1, Fault.PARTLY);
        Result result = warehouse.start(file);
        assertThat(result.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(result.report().colours().sent()).isEqualTo(3);
        assertThat(result.run().message()).contains("product 1, colour c1");
        assertThat(folderOf(result).resolve("report.json"))
                .content()
                .contains("\"code\" : \"colour.doubt\"", "'c1' of product 1 is in doubt");
        assertBalance(result);

        for (int size : new int[] {36, 37, 38}) {
            warehouse.service.put(1, "c1", String.valueOf(size), 2);
        }
        Result cleared = warehouse.resume();
        assertThat(cleared.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(cleared.report().colours().sent()).isEqualTo(4);
        assertThat(warehouse.service.creates()).hasSize(2);
    }

    @Test
    void asks_a_person_if_a_refused_request_was_applied_in_part() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.refuse("c2");
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 1) {
                        warehouse.service.put(1, "c1", "36", 2);
                    }
                });
        Result result = warehouse.start(file);
        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(result.report().colours().rejected()).isEqualTo(2);
        assertThat(result.run().message()).contains("product 1, colour c1");
        assertThat(warehouse.service.creates())
                .filteredOn(create -> create.colours().contains("1 c1"))
                .hasSize(1);
        assertBalance(result);
    }

    private void assertNothingLeaked(String... secrets) throws IOException {
        warehouse.reopen();
        try (Stream<Path> files = Files.walk(warehouse.data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content =
                        new String(
                                Files.readAllBytes(file),
                                java.nio.charset.StandardCharsets.ISO_8859_1);
                assertThat(content).as(file.toString()).doesNotContain(secrets);
            }
        }
        assertThat(String.join("\n", warehouse.notices)).doesNotContain(secrets);
    }

    private void restart() {
        try {
            warehouse.service.start();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
