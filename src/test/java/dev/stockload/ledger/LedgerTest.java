package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.stockload.book.Book;
import dev.stockload.book.BookHistory;
import dev.stockload.book.Outbox;
import dev.stockload.book.Requests.Request;
import dev.stockload.book.RowsProblem;
import dev.stockload.book.RunColour;
import dev.stockload.book.Settlement;
import dev.stockload.book.rules.ProductEntry;
import dev.stockload.book.rules.SendRules;
import dev.stockload.book.rules.SentColour;
import dev.stockload.book.rules.SentColour.DeliveryResult;
import dev.stockload.book.rules.SizeEntry;
import dev.stockload.book.rules.Work;
import dev.stockload.merchant.Outcome;
import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.problem.RowPlace;
import dev.stockload.problem.SheetRows;
import dev.stockload.runs.MetricTotals;
import dev.stockload.runs.Run;
import dev.stockload.runs.Tally;
import dev.stockload.stock.ColourState;
import dev.stockload.stock.Size;
import dev.stockload.stock.Stock;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DuplicateKeyException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

@ParameterizedClass
@EnumSource(TestDatabase.class)
public class LedgerTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");
    private static final Size SIZE = new Size(36, 36);

    @Parameter TestDatabase database;
    @TempDir Path data;
    @AutoClose private Ledger ledger;
    private Run run;

    @BeforeEach
    void open() throws IOException {
        ledger = database.open(data);
        run = run("run-1", NIGHT);
        run = ledger.runs().add(run);
        NamedColours.hold(ledger, run);
    }

    private Outbox outbox() {
        return ledger.outbox(ledger.book("default"));
    }

    private Outbox.Leaving begin(List<SentColour> colours) {
        return outbox().begin(run, outbox().stored(run, colours), 1, NIGHT, Duration.ZERO);
    }

    private Settlement settlement() {
        return ledger.settlement(ledger.book("default"));
    }

    @Test
    void keeps_a_run_as_it_was_given() throws IOException {
        ledger.close();
        ledger = database.open(data);
        assertThat(ledger.runs().get("run-1").number()).isOne();
        assertThat(ledger.runs().latest("default", "nightly", "c".repeat(64)))
                .contains(ledger.runs().get("run-1"));
        assertThat(ledger.runs().find("run-2")).isEmpty();
    }

    @Test
    void counts_the_colours_of_runs_that_have_not_finished() {
        ledger.runs().tally("run-1", Tally.NONE.plus(ColourState.READY, 3, 9), 0);

        Map<String, Long> counts = ledger.runs().totals().all();
        assertThat(counts).containsEntry(MetricTotals.of(Run.State.RUNNING), 1L);
        assertThat(counts).doesNotContainKey(MetricTotals.of(Run.State.FAILED));
        assertThat(counts).containsEntry(MetricTotals.of(ColourState.READY), 3L);
        assertThat(counts).containsEntry(MetricTotals.of(ColourState.SENT), 0L);
    }

    @Test
    void lists_the_problems_of_all_parts_in_the_order_of_their_rows() {
        stage(List.of(problem(2, "sheet"), problem(5, "sheet"), problem(5, "also")), SheetRows.ONE);
        settle(
                List.of(),
                new RowsProblem(
                        new int[] {9, 1, 5, 3}, "", "x", ProblemCode.PRODUCT_UNKNOWN, "late"));

        assertThat(ledger.problems().inOrder("run-1"))
                .extracting(p -> p.row() + " " + p.advice())
                .containsExactly(
                        "1 late", "2 sheet", "3 late", "5 sheet", "5 also", "5 late", "9 late");
        assertThat(ledger.problems().warnings("run-1")).extracting(Problem::row).containsExactly(3);
    }

    @Test
    void rows_of_joined_sheets_are_reported_with_their_sheet() {
        SheetRows sheets =
                new SheetRows(
                        List.of(
                                new SheetRows.SheetStart("A", 0),
                                new SheetRows.SheetStart("B", 100)));
        Problem duplicate =
                new Problem(
                        new RowPlace("B", 2),
                        "Size",
                        "36",
                        ProblemCode.SIZE_DUPLICATE,
                        new RowPlace("A", 7),
                        null);
        stage(List.of(duplicate), sheets);
        settle(
                List.of(),
                new RowsProblem(
                        new int[] {100, 101}, "", "x", ProblemCode.PRODUCT_UNKNOWN, "late"));

        assertThat(ledger.problems().inOrder("run-1"))
                .extracting(Problem::toString)
                .containsExactly(
                        "row 100 of sheet 'A': 'x' late",
                        "row 1 of sheet 'B': 'x' late",
                        "row 2 of sheet 'B', column Size: '36' is also in row 7 of sheet 'A',"
                                + " with the same product and colour: keep one of the two");
    }

    @Test
    void moves_colours_with_their_request_and_the_book_knows_what_was_accepted() {
        settle(700);
        List<RunColour> some = ledger.colours().in("run-1", ColourState.READY).subList(250, 550);
        Outbox.Leaving request = begin(leaving(some));
        assertThat(ledger.colours().in("run-1", ColourState.SENDING)).hasSize(300);
        assertThat(size(26, "c250").stock().isInDoubt()).isFalse();
        outbox().answered(run, request, Outcome.Kind.ACCEPTED, "", NIGHT, DeliveryResult.ACCEPTED);

        Tally tally = ledger.runs().get("run-1").tally();
        assertThat(tally.colours(ColourState.SENT)).isEqualTo(300);
        assertThat(tally.rows(ColourState.READY)).isEqualTo(800);
        assertThat(tally).isEqualTo(ledger.colours().count("run-1"));
        assertThat(size(26, "c250").stock().known().is(new Stock(250, null))).isTrue();
        assertThat(size(1, "c0").stock().known().isKnown()).isFalse();
        assertThat(ledger.requests().open("default")).isEmpty();
    }

    @Test
    void reads_colours_in_more_threads_than_it_has_connections() throws Exception {
        settle(700);
        ledger.close();
        ledger = database.open(data);
        int readers = 24;
        CyclicBarrier together = new CyclicBarrier(readers);
        Callable<Integer> reading =
                () -> {
                    together.await();
                    return ledger.colours().block("run-1", 1).size();
                };
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        try {
            assertThat(
                            threads.invokeAll(
                                    Collections.nCopies(readers, reading), 20, TimeUnit.SECONDS))
                    .allSatisfy(size -> assertThat(size.get()).isEqualTo(300));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refuses_to_send_a_colour_twice() {
        settle(3);
        List<SentColour> all = leaving(ledger.colours().in("run-1", ColourState.READY));
        begin(all);
        assertThatIllegalStateException()
                .isThrownBy(() -> begin(all))
                .withMessageContaining("SENDING, expected READY");
    }

    @Test
    void the_age_of_a_doubt_is_the_measured_time() {
        settle(2);
        List<RunColour> all = ledger.colours().in("run-1", ColourState.READY);
        begin(leaving(all));
        outbox().recover(run, Duration.ofSeconds(5), NIGHT);
        assertThat(age()).isEqualTo(Duration.ofSeconds(-5));
        ledger.requests().measured(ledger.requests().open("default"), Duration.ofSeconds(20));
        assertThat(age()).isEqualTo(Duration.ofSeconds(15));
        outbox().recover(run, Duration.ofSeconds(5), NIGHT.plusSeconds(3600));
        assertThat(age()).as("a restart does not begin it anew").isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void a_run_whose_id_another_has_taken_does_not_move_its_sheet() {
        Run late = run("run-1", NIGHT, "d".repeat(64), 2);
        assertThatExceptionOfType(DuplicateKeyException.class)
                .isThrownBy(
                        () -> ledger.runs().add(late, () -> fail("over the sheet of the first")));
    }

    private Duration age() {
        return ledger.requests().open("default").get(0).age();
    }

    @Test
    void puts_requests_in_doubt_that_were_in_flight_when_the_process_ended() {
        settle(3);
        List<RunColour> all = ledger.colours().in("run-1", ColourState.READY);
        begin(leaving(all.subList(0, 2)));
        assertThat(outbox().recover(run, Duration.ZERO, NIGHT)).isTrue();
        assertThat(ledger.colours().in("run-1", ColourState.IN_DOUBT)).hasSize(2);
        assertThat(size(1, "c0").stock().isInDoubt()).isTrue();
        assertThat(outbox().recover(run, Duration.ZERO, NIGHT)).isFalse();

        Request open = ledger.requests().open("default").get(0);
        outbox().cleared(
                        run,
                        open,
                        Map.of(0, DeliveryResult.READ_BACK, 1, DeliveryResult.NOT_SENT),
                        NIGHT);
        assertThat(ledger.colours().in("run-1", ColourState.SENT)).hasSize(1);
        assertThat(ledger.colours().in("run-1", ColourState.READY)).hasSize(2);
        assertThat(ledger.requests().open("default")).isEmpty();
    }

    @Test
    void a_book_that_did_not_change_is_not_written_again() {
        settle(30);
        byte[] before = product(1).stored();
        ledger.runs().ended(ledger.runs().get("run-1"), Run.End.completed(NIGHT));
        Run next = ledger.runs().add(run("run-2", NIGHT, "d".repeat(64), 2));
        name(next, 30);
        assertThat(product(1).stored()).isEqualTo(before);
        assertThat(size(1, "c0").naming().run()).isEqualTo(next.number());
    }

    @Tag("soak")
    @Test
    void a_product_with_very_many_colours_fits() {
        settleOne(1, 60_000);
        assertThat(product(1).stored().length).isGreaterThan(1_000_000);
        assertThat(product(1).colours()).hasSize(60_000);
    }

    @Test
    void lists_an_unfinished_run_whose_content_was_given_again() {
        ledger.runs().ended(ledger.runs().get("run-1"), Run.End.failed(NIGHT, "why"));
        assertThat(ledger.runs().unfinished()).extracting(Run::id).containsExactly("run-1");
        ledger.runs().add(run("run-2", NIGHT, "c".repeat(64), 2));
        assertThat(ledger.runs().unfinished())
                .extracting(Run::id)
                .containsExactly("run-1", "run-2");
    }

    @Test
    void a_process_that_comes_back_does_not_settle_what_another_sends() {
        settle(3);
        Run ours = ledger.runs().get("run-1");
        assertThat(ledger.runs().claim(ours, "there")).isPresent();

        assertThatThrownBy(
                        () ->
                                settlement()
                                        .name(
                                                ours,
                                                NIGHT,
                                                naming ->
                                                        new Settlement.Settled(
                                                                List.of(),
                                                                List.of(),
                                                                List.of(),
                                                                Tally.NONE)))
                .hasMessageContaining("another may have taken over run run-1");
        assertThat(ledger.colours().in("run-1", ColourState.READY)).hasSize(3);
    }

    @Test
    void a_process_that_comes_back_does_not_write_over_the_end_that_another_wrote() {
        Run ours = ledger.runs().get("run-1");
        assertThat(ledger.runs().claim(ours, "there")).isPresent();
        Run theirs = ledger.runs().get("run-1");
        assertThat(ledger.runs().ended(theirs, Run.End.completed(NIGHT))).isTrue();

        assertThat(ledger.runs().ended(ours, Run.End.failed(NIGHT, "paused"))).isFalse();
        assertThat(ledger.runs().get("run-1").state()).isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void a_run_and_a_diff_may_both_be_the_first_to_see_that_a_store_splits_ranges() {
        ledger.book("default").splitsRanges(true);
        ledger.book("default").splitsRanges(true);

        assertThat(ledger.book("default").splitsRanges()).contains(true);
    }

    private ProductEntry product(int id) {
        return ledger.book("default").product(id);
    }

    private SizeEntry size(int product, String colour) {
        return product(product).colours().get(colour).sizes().get(SIZE);
    }

    private List<SentColour> leaving(List<RunColour> colours) {
        Book book = ledger.book("default");
        List<SentColour> leaving = new ArrayList<>();
        for (RunColour colour : colours) {
            leaving.add(
                    SentColour.toSend(
                            colour.position(),
                            colour.product(),
                            colour.key(),
                            colour.name(),
                            new SendRules(run.view(), book)
                                    .toSend(
                                            product(colour.product())
                                                    .colours()
                                                    .get(colour.key()))));
        }
        return leaving;
    }

    @Test
    void the_history_of_a_large_sheet_is_in_small_blocks() {
        settle(30_000);

        List<Long> blocks =
                ledger.database()
                        .sql("select count(*) from history group by run")
                        .query(Long.class)
                        .list();
        assertThat(blocks).singleElement().satisfies(count -> assertThat(count).isGreaterThan(1));
        BookHistory history = new BookHistory(ledger.database());
        for (int product : List.of(1, 1500, 3000)) {
            ProductEntry entry = ledger.book("default").product(product);
            assertThat(history.of("default", entry, NIGHT)).hasSize(10);
        }
    }

    private void stage(List<Problem> problems, SheetRows sheets) {
        settlement()
                .stage(
                        ledger.runs().get("run-1"),
                        new Settlement.Found(problems, List.of(problem(3, "warn")), sheets),
                        "",
                        Tally.NONE);
    }

    private void settle(List<RunColour> colours, RowsProblem problem) {
        settlement()
                .name(
                        ledger.runs().get("run-1"),
                        NIGHT,
                        naming ->
                                new Settlement.Settled(
                                        colours, List.of(problem), List.of(), Tally.NONE));
    }

    /** Settles colours, ten for each product. */
    private void settle(int count) {
        name(ledger.runs().get("run-1"), count);
    }

    private void name(Run naming, int count) {
        List<Integer> products = new ArrayList<>();
        for (int product = 1; product <= (count + 9) / 10; product++) {
            products.add(product);
        }
        NamedColours.name(ledger, naming, products, 10, count);
    }

    private void settleOne(int product, int colours) {
        NamedColours.name(ledger, ledger.runs().get("run-1"), List.of(product), colours, colours);
    }

    private static Problem problem(int row, String advice) {
        return new Problem(row, "Size", "XL", ProblemCode.SIZE_FORMAT, advice);
    }

    public static Run run(String id, Instant started) {
        return run(id, started, "c".repeat(64), 1);
    }

    private static Run run(String id, Instant started, String content, long number) {
        return Run.begun(
                new Run.Identity(id, "nightly", "default", content, number),
                Run.Input.unread("stock.csv", "{}", Work.ALL),
                started,
                "here");
    }
}
