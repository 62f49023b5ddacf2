package dev.stockload.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stockload.batch.RunFailedException;
import dev.stockload.check.Report;
import dev.stockload.ledger.ColourState;
import dev.stockload.ledger.RunState;
import dev.stockload.ledger.Tally;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.pipeline.Imports.Result;
import dev.stockload.pipeline.StrictService.Create;
import dev.stockload.pipeline.StrictService.Fault;
import dev.stockload.sheet.UnusableSheetException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class ImportsTest {
    @Parameter TestDatabase database;
    @TempDir Path folder;
    private Warehouse warehouse;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), database);
    }

    @AfterEach
    void close() {
        warehouse.close();
    }

    @Test
    void sends_each_colour_once_in_full_requests_two_seconds_apart() throws IOException {
        Result result = warehouse.start(warehouse.sheet("a.csv", 100, 7));

        assertFinished(result, 700);
        assertThat(warehouse.service.creates())
                .extracting(create -> create.colours().size())
                .containsExactly(300, 300, 100);
        assertThat(warehouse.service.shortestGap()).isEqualTo(Duration.ofSeconds(2));
        assertThat(result.report().requests()).isEqualTo(new Report.Requests(3, 0));
        assertThat(result.rejects()).isEmpty();
        assertThat(folderOf(result).resolve("report.json")).content().contains("\"COMPLETED\"");
        assertThat(folderOf(result).resolve("sheet")).doesNotExist();
    }

    @Test
    void says_that_a_file_was_imported_and_sends_it_anew_only_when_asked() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        Result first = warehouse.start(file);
        warehouse.reopen();
        Result second = warehouse.start(file);
        assertThat(second.alreadyDone()).isTrue();
        assertThat(second.run().id()).isEqualTo(first.run().id());
        assertThat(warehouse.service.creates()).hasSize(1);

        Result again = warehouse.start(Warehouse.order(file, SendMode.ALL, true, null));
        assertThat(again.run().generation()).isEqualTo(2);
        assertThat(warehouse.service.creates()).hasSize(2);
    }

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
    void knows_ranges_that_come_back_size_by_size(Fault fault) throws IOException {
        try (Warehouse splitting = new Warehouse(folder.resolve("other"), database, true)) {
            splitting.service.product(1, "A-1");
            splitting.service.fault(1, fault);
            Path file =
                    splitting.write("r.csv", "pid,colour,size,stock\n1,red,36-40,5\n1,red,41,0\n");
            Result result = splitting.start(file);
            assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
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

    @Test
    void fails_resumably_when_the_service_asks_for_an_hour() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(file);
        assertThat(failed.run().state()).isEqualTo(RunState.FAILED);
        assertThat(failed.run().message()).contains("3600 s");
        assertBalance(failed);
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
        assertThat(failed.run().state()).isEqualTo(RunState.FAILED);
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
        assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
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
        assertThat(result.rejects())
                .get()
                .extracting(Path::getFileName)
                .hasToString("rejected.csv");
        assertBalance(result);
    }

    @Test
    void finds_every_colour_that_is_refused() throws IOException {
        Path file = warehouse.sheet("a.csv", 40, 7);
        warehouse.service.refuse("c3");
        Result result = warehouse.start(file);
        assertThat(result.report().colours().rejected()).isEqualTo(40);
        assertThat(result.report().colours().sent()).isEqualTo(240);
        assertThat(warehouse.service.applied())
                .hasSize(240)
                .allSatisfy((c, n) -> assertThat(n).isOne());
    }

    @Test
    void stops_after_a_handful_of_requests_where_the_secret_is_wrong() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.secret = "a-wrong-secret-9876";
        Result result = warehouse.start(file);
        assertThat(result.run().state()).isEqualTo(RunState.FAILED);
        assertThat(result.run().message()).contains("not the data", "secret", "clock");
        assertThat(warehouse.service.requests()).isLessThanOrEqualTo(5);
        assertNothingLeaked("a-wrong-secret-9876", StrictService.TOKEN);
        warehouse.secret = StrictService.SECRET;
        assertFinished(warehouse.resume(), 300);
    }

    @Test
    void stops_where_the_secret_turns_wrong_between_list_and_create() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 3);
        warehouse.service.fault(1, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.secret = "a-wrong-secret-9876";
        int before = warehouse.service.requests();
        Result result = warehouse.resume();
        assertThat(result.run().message()).contains("not the data");
        assertThat(warehouse.service.requests() - before).isEqualTo(3);
        assertThat(result.report().colours().waiting()).isEqualTo(300);
        assertNothingLeaked("a-wrong-secret-9876", StrictService.TOKEN);
    }

    @Test
    void leaves_to_a_person_what_arrived_in_part() throws IOException {
        Path file = warehouse.sheet("a.csv", 2, 2);
        warehouse.service.fault(1, Fault.PARTLY);
        Result result = warehouse.start(file);
        assertThat(result.run().state()).isEqualTo(RunState.FAILED);
        assertThat(result.report().colours().inDoubt()).isEqualTo(1);
        assertThat(result.report().colours().sent()).isEqualTo(3);
        assertThat(result.run().message()).contains("product 1, colour c1");
        assertBalance(result);

        for (int size : new int[] {36, 37, 38}) {
            warehouse.service.put(1, "c1", String.valueOf(size), 2);
        }
        Result cleared = warehouse.resume();
        assertThat(cleared.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(cleared.report().colours().sent()).isEqualTo(4);
        assertThat(warehouse.service.creates()).hasSize(2);
    }

    @Test
    void goes_on_when_its_storage_broke_during_a_request() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 2) {
                        warehouse.ledger.close();
                    }
                });
        assertThatThrownBy(() -> warehouse.start(file))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("stockload resume");
        warehouse.reopen();
        assertThat(warehouse.unfinished()).hasSize(1);
        assertFinished(warehouse.resume(), 700);
    }

    @Test
    void sends_nothing_twice_when_the_database_goes_back_in_time() throws IOException {
        assumeTrue(database == TestDatabase.H2, "PostgreSQL keeps what it committed");
        Path file = warehouse.sheet("a.csv", 100, 7);
        Path database = warehouse.data.resolve("stockload.mv.db");
        Path before = folder.resolve("before");
        warehouse.service.onCreate(
                () -> {
                    if (warehouse.service.creates().size() == 1) {
                        copy(database, before);
                    }
                });
        warehouse.service.fault(3, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.service.onCreate(() -> {});
        warehouse.replaceDatabase(before);

        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(4);
        assertThat(warehouse.notices).anyMatch(notice -> notice.contains("the database had lost"));
    }

    @Test
    void sends_nothing_twice_when_the_database_has_lost_the_whole_run() throws IOException {
        assumeTrue(database == TestDatabase.H2, "PostgreSQL keeps what it committed");
        Path file = warehouse.sheet("a.csv", 100, 7);
        Path before = folder.resolve("before");
        warehouse.replaceDatabase(null);
        copy(warehouse.data.resolve("stockload.mv.db"), before);
        warehouse.start(file);
        warehouse.replaceDatabase(before);

        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
        Result again = warehouse.start(Warehouse.order(file, SendMode.ALL, true, null));
        assertThat(again.report().colours().sent()).isEqualTo(700);
        assertThat(warehouse.service.creates()).hasSize(6);
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void stops_when_asked_and_goes_on_later() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.onCreate(() -> warehouse.stop.ask());
        Result stopped = warehouse.start(file);
        assertThat(stopped.run().state()).isEqualTo(RunState.STOPPED);
        assertThat(stopped.report().colours().sent()).isEqualTo(300);
        assertThat(stopped.report().colours().waiting()).isEqualTo(400);
        assertBalance(stopped);
        warehouse.service.onCreate(() -> {});
        warehouse.reopen();
        assertFinished(warehouse.start(file), 700);
        assertThat(warehouse.service.creates()).hasSize(3);
    }

    @Test
    void a_changed_file_is_a_new_run_and_the_old_one_goes_on_with_its_own_copy()
            throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        Result failed = warehouse.start(file);
        warehouse.write("a.csv", "pid,colour,size,stock\n5,new,36,1\n5,bad,XL,1\n");
        Result changed = warehouse.start(file);
        assertThat(changed.run().id()).isNotEqualTo(failed.run().id());
        assertThat(changed.report().colours().sent()).isEqualTo(1);
        assertThat(changed.rejects()).isPresent();
        Result resumed = warehouse.resume();
        assertThat(resumed.run().id()).isEqualTo(failed.run().id());
        assertThat(resumed.report().colours().sent()).isEqualTo(700);
    }

    @Test
    void does_not_put_old_stock_over_what_a_later_run_sent() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 4);
        warehouse.service.fault(2, Fault.TOO_MANY_FOR_LONG);
        warehouse.start(file);
        warehouse.time.rest(Duration.ofHours(24), warehouse.stop);
        warehouse.start(warehouse.write("b.csv", "pid,colour,size,stock\n100,c4,36,77\n"));
        Result resumed = warehouse.resume();
        assertThat(resumed.report().colours().unchanged()).isEqualTo(1);
        assertThat(warehouse.service.stock().get("100 c4").get("36").stock()).isEqualTo(77);
        assertBalance(resumed);
    }

    @Test
    void keeps_the_pace_when_the_clock_is_set() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 12);
        long[] nanos = new long[9];
        warehouse.service.onCreate(
                () -> {
                    int n = warehouse.service.creates().size();
                    nanos[n] = warehouse.time.nanos();
                    warehouse.time.set(n == 1 ? Duration.ofMinutes(-3) : Duration.ofMinutes(2));
                });
        assertThat(warehouse.start(file).report().colours().sent()).isEqualTo(1200);
        for (int n = 2; n <= 4; n++) {
            assertThat(Duration.ofNanos(nanos[n] - nanos[n - 1])).isEqualTo(Duration.ofSeconds(2));
        }
    }

    @Test
    void keeps_the_pace_across_processes_and_a_clock_that_was_set_back() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 2, 2));
        warehouse.reopen();
        warehouse.time.set(Duration.ofHours(-5));
        long before = warehouse.time.nanos();
        warehouse.start(warehouse.sheet("b.csv", 2, 1));
        assertThat(Duration.ofNanos(warehouse.time.nanos() - before))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void sends_only_what_changed_when_asked() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 3, 2));
        Path file =
                warehouse.write(
                        "b.csv",
                        "pid,colour,size,stock\n"
                                + "1,c1,36,2\n1,c1,37,2\n1,c1,38,2\n"
                                + "1,c2,36,3\n1,c2,37,4\n1,c2,38,3\n");
        Result result = warehouse.start(Warehouse.order(file, SendMode.CHANGED, false, null));
        assertThat(result.report().colours().unchanged()).isEqualTo(1);
        assertThat(lastCreate().colours()).containsExactly("1 c2");
        assertBalance(result);
    }

    @Test
    void sends_products_with_a_sold_out_size_first() throws IOException {
        for (int p = 1; p <= 4; p++) {
            warehouse.service.product(p, "A-" + p);
        }
        warehouse.start(
                warehouse.write(
                        "a.csv",
                        "pid,colour,size,stock\n"
                                + "4,b,36,1\n"
                                + "4,a,36,0\n"
                                + "1,z,36,1\n"
                                + "3,a,37,0\n"
                                + "2,a,36,9\n"));
        assertThat(lastCreate().colours()).containsExactly("3 a", "4 a", "4 b", "1 z", "2 a");
    }

    @Test
    void finds_products_by_item_number_and_rejects_what_the_list_does_not_have()
            throws IOException {
        warehouse.service.product(1, "A-1");
        warehouse.service.product(2, "B");
        warehouse.service.product(3, "B");
        Path file =
                warehouse.write(
                        "a.csv",
                        "pid,item no,colour,size,stock\n"
                                + ",A-1,red,36,1\n"
                                + "1,,red,37,2\n"
                                + ",B,red,36,1\n"
                                + "9,,red,36,1\n"
                                + "2,A-1,red,36,1\n"
                                + ",a1,red,36,1\n"
                                + "3,B,blue,36,1\n");
        Result result = warehouse.start(file);
        assertThat(lastCreate().colours()).containsExactly("1 red", "3 blue");
        assertThat(warehouse.service.stock().get("1 red")).containsOnlyKeys("36", "37");
        assertThat(warehouse.ledger.problems().inOrder(result.run().id()))
                .extracting(p -> p.row() + " " + p.column() + " " + p.found() + " " + p.code())
                .containsExactly(
                        "4 item no B product.ambiguous",
                        "5 pid 9 product.unknown",
                        "6 item no A-1 product.mismatch",
                        "7 item no a1 product.unknown");
        assertBalance(result);
    }

    @Test
    void rejects_a_colour_that_stands_there_by_id_and_by_item_with_one_size_twice()
            throws IOException {
        warehouse.service.product(1, "A-1");
        Path file =
                warehouse.write(
                        "a.csv",
                        "pid,item no,colour,size,stock\n"
                                + ",A-1,red,36,1\n"
                                + "1,,red,36,2\n"
                                + "1,,red,37,2\n"
                                + "1,,blue,36,1\n");
        Result result = warehouse.start(file);
        assertThat(lastCreate().colours()).containsExactly("1 blue");
        assertThat(result.report().rows().rejected()).isEqualTo(3);
        assertBalance(result);
    }

    @Test
    void holds_a_good_part_of_a_colour_whose_other_part_is_bad() throws IOException {
        warehouse.service.product(1, "A-1");
        Path file =
                warehouse.write(
                        "a.csv",
                        "pid,item no,colour,size,stock\n"
                                + ",A-1,red,36,1\n"
                                + "1,,red,37,2\n"
                                + "1,,red,XL,2\n"
                                + "1,,blue,36,1\n");
        Result result = warehouse.start(file);
        assertThat(lastCreate().colours()).containsExactly("1 blue");
        assertThat(result.report().rows()).isEqualTo(new Report.Rows(4, 1, 1, 2));
        assertBalance(result);
    }

    @Test
    void brakes_where_much_is_rejected_and_goes_on_with_force() throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        warehouse.service.product(1, "A-1");
        for (int i = 0; i < 100; i++) {
            rows.append("1,c%d,%s,1%n".formatted(i, i < 34 ? "XL" : "36"));
        }
        Path file = warehouse.write("a.csv", rows.toString());
        ImportOrder order = Warehouse.order(file, SendMode.ALL, false, Brake.USUAL);
        Result braked = warehouse.start(order);
        assertThat(braked.run().state()).isEqualTo(RunState.FAILED);
        assertThat(braked.run().message()).contains("34 of 100 rows", "--force");
        assertThat(warehouse.service.creates()).isEmpty();
        assertThat(warehouse.resume().run().state()).isEqualTo(RunState.FAILED);

        ImportOrder forced =
                new ImportOrder(
                        order.job(),
                        order.account(),
                        file,
                        order.sheet(),
                        order.send(),
                        false,
                        order.brake(),
                        true);
        assertThat(warehouse.start(forced).report().colours().sent()).isEqualTo(66);
    }

    @Test
    void brakes_where_a_sheet_has_shrunk_to_a_tenth() throws IOException {
        warehouse.start(
                Warehouse.order(
                        warehouse.sheet("a.csv", 100, 1), SendMode.ALL, false, Brake.USUAL));
        Path small = warehouse.sheet("b.csv", 10, 1);
        Result braked = warehouse.start(Warehouse.order(small, SendMode.ALL, false, Brake.USUAL));
        assertThat(braked.run().message()).contains("30 rows", "300");
        assertThat(warehouse.service.creates()).hasSize(1);
        assertThat(warehouse.start(small).run().state()).isEqualTo(RunState.COMPLETED);
    }

    @Test
    void forgets_a_run_whose_file_is_no_sheet() throws IOException {
        Path file = warehouse.write("letter.csv", "Dear Sir,\nplease find enclosed\n");
        assertThatThrownBy(() -> warehouse.start(file))
                .isInstanceOf(UnusableSheetException.class)
                .hasMessageContaining("letter.csv")
                .hasMessageNotContaining("reports");
        assertThat(warehouse.ledger.runs().all()).isEmpty();
        try (Stream<Path> left = Files.list(warehouse.data.resolve("reports"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void shows_a_run_to_others_while_it_goes_on() throws IOException {
        Path file = warehouse.sheet("a.csv", 100, 7);
        List<List<Report>> seen = Collections.synchronizedList(new java.util.ArrayList<>());
        warehouse.service.onCreate(
                () -> {
                    try {
                        seen.add(RunFolder.snapshots(warehouse.data));
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
        warehouse.start(file);
        Report last = seen.get(2).get(0);
        assertThat(last.state()).isEqualTo(Report.State.RUNNING);
        assertThat(last.colours().sent()).isEqualTo(600);
        assertThat(last.colours().waiting()).isEqualTo(100);
    }

    private void assertFinished(Result result, int colours) {
        assertThat(result.run().message()).isNull();
        assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(warehouse.service.applied())
                .hasSize(colours)
                .allSatisfy((colour, times) -> assertThat(times).as(colour).isOne());
        assertThat(warehouse.service.violations()).isEmpty();
        if (warehouse.service.creates().size() > 1) {
            assertThat(warehouse.service.shortestGap())
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
        assertThat(result.report().colours().sent()).isEqualTo(colours);
        assertBalance(result);
    }

    private static void assertBalance(Result result) {
        Report.Colours colours = result.report().colours();
        assertThat(
                        colours.sent()
                                + colours.unchanged()
                                + colours.rejected()
                                + colours.held()
                                + colours.inDoubt()
                                + colours.waiting())
                .isEqualTo(colours.total());
        Report.Rows rows = result.report().rows();
        assertThat(rows.accepted() + rows.rejected() + rows.held()).isEqualTo(rows.read());
        Tally tally = result.run().tally();
        if (result.run().state() == RunState.COMPLETED) {
            assertThat(tally.rows(ColourState.SENT) + tally.rows(ColourState.UNCHANGED))
                    .isEqualTo(rows.accepted());
        }
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

    private Create lastCreate() {
        List<Create> creates = warehouse.service.creates();
        return creates.get(creates.size() - 1);
    }

    private Path folderOf(Result result) {
        return warehouse.data.resolve("reports").resolve(result.run().id());
    }

    private void restart() {
        try {
            warehouse.service.start();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
