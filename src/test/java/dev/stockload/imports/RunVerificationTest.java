package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.imports.change.RunVerification;
import dev.stockload.imports.change.VerifyResult;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.process.RunFailedException;
import dev.stockload.runs.Run;
import dev.stockload.stock.MissingMode;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

class RunVerificationTest {
    @TempDir Path folder;
    @AutoClose private Warehouse warehouse;

    @BeforeEach
    void open() throws IOException {
        warehouse = new Warehouse(Files.createDirectory(folder.resolve("data")), TestDatabase.H2);
    }

    @Test
    void finds_everything_that_a_run_sent() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 5, 4)).run();

        VerifyResult result = verify(run, OptionalInt.empty());

        assertThat(result.equal()).isTrue();
        assertThat(result.asSent()).isEqualTo(60);
        assertThat(result.products()).isEqualTo(5);
        List<String> lines = Files.readAllLines(Path.of(result.file()));
        assertThat(lines).hasSize(61);
        assertThat(lines.get(1)).isEqualTo("1,A-1,c1,36,as sent,2,2,,,");
    }

    @Test
    void no_query_of_a_run_fails_inside_the_database() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 5, 4)).run();
        assertThat(warehouse.ledger.requests().of(run.id())).hasSize(1);

        // Here H2 writes the stack traces of failures that callers do not see.
        assertThat(folder.resolve("data/stockload.trace.db")).doesNotExist();
    }

    @Test
    void what_is_in_doubt_is_not_equal() throws IOException {
        warehouse.service.fault(1, StrictService.Fault.PARTLY);
        Run run = warehouse.start(warehouse.sheet("a.csv", 5, 4)).run();

        VerifyResult result = verify(run, OptionalInt.empty());

        assertThat(result.doubt()).isEqualTo(result.differing()).isPositive();
        assertThat(result.equal()).isFalse();
    }

    @Test
    void says_so_if_the_colours_of_a_run_are_no_longer_kept() throws IOException {
        Run old = warehouse.start(warehouse.sheet("a.csv", 5, 4)).run();
        warehouse.time.rest(Duration.ofDays(20), warehouse.stop);
        Run later = warehouse.start(warehouse.sheet("b.csv", 4, 4)).run();
        assertThat(verify(old, OptionalInt.of(1)).equal()).isTrue();

        warehouse.time.rest(Duration.ofDays(20), warehouse.stop);
        warehouse.start(warehouse.sheet("c.csv", 3, 4));

        assertThatThrownBy(() -> verify(old, OptionalInt.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("kept for 30 days");
        assertThat(verify(later, OptionalInt.of(1)).products()).isEqualTo(1);
    }

    @Test
    void reports_sizes_that_are_more_gone_or_unknown() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 3, 1)).run();
        warehouse.service.put(1, "c1", "36", 99);
        warehouse.service.put(2, "c1", "50", 1);
        warehouse.service.put(2, "=pink", "36", 1);
        warehouse.service.lose(3, "c1");

        VerifyResult result = verify(run, OptionalInt.empty());

        assertThat(result.equal()).isFalse();
        assertThat(result.differences())
                .extracting(
                        line ->
                                "%d %s %s %s"
                                        .formatted(
                                                line.pid(), line.color(), line.size(), line.kind()))
                .containsExactlyInAnyOrder(
                        "1 c1 36 more",
                        "2 c1 50 unknown",
                        "2 =pink 36 unknown",
                        "3 c1 36 gone",
                        "3 c1 37 gone",
                        "3 c1 38 gone");
        assertThat(Files.readString(Path.of(result.file())))
                .contains("1,A-1,c1,36,more,2,99,2,,\r\n", "2,A-2,'=pink,36,unknown,,1,,,\r\n");
    }

    @Test
    void lists_whole_missing_colours_and_products_that_still_show() throws IOException {
        for (int product = 1; product <= 4; product++) {
            warehouse.service.product(product, "A-" + product);
        }
        nightly("a.csv", "1,red,36,5\n1,blue,36,2\n2,red,36,4\n3,red,36,0\n4,red,36,1\n");
        Run run = nightly("b.csv", "1,red,36,6\n4,red,36,1\n");
        warehouse.service.put(1, "blue", "36", 1);

        VerifyResult result = verify(run, OptionalInt.empty());

        assertThat(Files.readAllLines(Path.of(result.file())))
                .contains("1,A-1,blue,36,not in sheet,2,1,,,", "2,A-2,red,36,not in sheet,4,4,,,")
                .as("the unchanged product is not read, the one at 0 not reported")
                .hasSize(4);
        assertThat(result.notInSheet()).isEqualTo(2);
        assertThat(result.equal()).isTrue();
    }

    private Run nightly(String name, String rows) throws IOException {
        Path file = warehouse.write(name, "pid,colour,size,stock\n" + rows);
        return warehouse
                .start(
                        Orders.nightly(
                                "nightly", file, MissingMode.REPORT, new Brake(1, 0, 1, false)))
                .run();
    }

    @Test
    void does_not_count_a_size_missing_from_the_sheet_as_a_difference() throws IOException {
        warehouse.start(warehouse.sheet("a.csv", 1, 2));
        Run run =
                warehouse
                        .start(
                                warehouse.write(
                                        "b.csv", "pid,colour,size,stock\n1,c1,36,9\n1,c1,38,0\n"))
                        .run();
        VerifyResult result = verify(run, OptionalInt.empty());
        assertThat(result.notInSheet()).isEqualTo(1);
        assertThat(result.unknown()).isZero();
        assertThat(result.equal()).isTrue();
        assertThat(Files.readString(Path.of(result.file())))
                .contains("1,A-1,c1,37,not in sheet,2,2,,,");
    }

    @Test
    void checks_a_random_sample() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 50, 1)).run();
        int before = warehouse.service.requests();

        VerifyResult result = verify(run, OptionalInt.of(7));

        assertThat(warehouse.service.requests() - before).isEqualTo(7);
        assertThat(result.products()).isEqualTo(7);
        assertThat(result.ofProducts()).isEqualTo(50);
        assertThat(result.asSent()).isEqualTo(21);
        assertThat(verify(run, OptionalInt.of(51)).products()).isEqualTo(50);
    }

    @Test
    void leaves_out_colours_that_a_later_run_has_sent() throws IOException {
        Run first = warehouse.start(warehouse.sheet("a.csv", 2, 2)).run();
        warehouse.time.rest(Duration.ofHours(24), warehouse.stop);
        Run second =
                warehouse
                        .start(
                                warehouse.write(
                                        "b.csv",
                                        "pid,colour,size,stock\n"
                                                + "1,c1,36,77\n"
                                                + "1,c1,37,0\n"
                                                + "1,c1,38,1\n"))
                        .run();

        VerifyResult old = verify(first, OptionalInt.empty());
        assertThat(old.newer()).isEqualTo(1);
        assertThat(old.equal()).isTrue();
        assertThat(old.asSent()).isEqualTo(9);

        VerifyResult latest = verify(second, OptionalInt.empty());
        assertThat(latest.equal()).as("the colours of the first run are no extras").isTrue();
        assertThat(latest.asSent()).isEqualTo(3);
    }

    @Test
    void says_if_the_service_is_away_and_keeps_the_last_file() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 2, 1)).run();
        Path file = Path.of(verify(run, OptionalInt.empty()).file());
        String before = Files.readString(file);
        warehouse.service.stop();

        assertThatThrownBy(() -> verify(run, OptionalInt.empty()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("cannot be reached");
        assertThat(Files.readString(file)).isEqualTo(before);
        assertThat(file.resolveSibling("verify.csv.part")).doesNotExist();
        warehouse.service.start();
    }

    @Test
    void a_job_may_ask_for_it_at_the_end_of_a_run() throws IOException {
        ImportOrder order =
                Orders.byHand("default", warehouse.sheet("a.csv", 40, 1), VerifyMode.SAMPLE);
        RunVerification.AtEnd sample = warehouse.start(order).verified().orElseThrow();
        assertThat(sample.result().orElseThrow().products()).isEqualTo(20);

        ImportOrder all = Orders.byHand("default", warehouse.sheet("b.csv", 41, 1), VerifyMode.ALL);
        warehouse.service.put(3, "c1", "99", 1);
        RunVerification.AtEnd shown = warehouse.start(all).verified().orElseThrow();
        assertThat(shown.result().orElseThrow().products()).isEqualTo(41);
        assertThat(shown.result().orElseThrow().differing()).isEqualTo(1);

        assertThat(
                        warehouse
                                .start(
                                        Orders.byHand(
                                                "default",
                                                warehouse.sheet("c.csv", 3, 1),
                                                VerifyMode.NONE))
                                .verified())
                .isEmpty();
    }

    @Test
    void a_resumed_run_is_verified_as_well() throws IOException {
        warehouse.service.fault(1, StrictService.Fault.TOO_MANY_FOR_LONG);
        ImportOrder order =
                Orders.byHand("default", warehouse.sheet("a.csv", 4, 1), VerifyMode.ALL);
        assertThat(warehouse.start(order).verified()).isEmpty();
        warehouse.passAnHour();
        warehouse.reopen();
        assertThat(warehouse.resume().verified().orElseThrow().result().orElseThrow().products())
                .isEqualTo(4);
    }

    @Test
    void stops_on_request() throws IOException {
        Run run = warehouse.start(warehouse.sheet("a.csv", 2, 1)).run();
        warehouse.stop.ask();
        assertThatThrownBy(() -> verify(run, OptionalInt.empty()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("stopped");
    }

    private VerifyResult verify(Run run, OptionalInt sample) throws IOException {
        return warehouse.verification().verify(run, sample, (done, all) -> {});
    }
}
