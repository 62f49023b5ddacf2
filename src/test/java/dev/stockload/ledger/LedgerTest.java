package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.ledger.AccountLocks.LastCreate;
import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Place;
import dev.stockload.stock.Problem;
import dev.stockload.stock.ProblemCode;
import dev.stockload.stock.ProductRef;
import dev.stockload.stock.SheetRows;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

@ParameterizedClass
@EnumSource(TestDatabase.class)
class LedgerTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @Parameter TestDatabase database;
    @TempDir Path data;
    @AutoClose private Ledger ledger;
    private Run run;

    @BeforeEach
    void open() throws IOException {
        ledger = database.open(data);
        run = run("run-1", NIGHT);
        run = ledger.runs().add(run);
    }

    @Test
    void keeps_a_run_as_it_was_given() throws IOException {
        ledger.close();
        ledger = database.open(data);
        assertThat(ledger.runs().find("run-1")).contains(run);
        assertThat(ledger.runs().latest("default", "nightly", "c".repeat(64))).contains(run);
        assertThat(ledger.runs().find("run-2")).isEmpty();
    }

    @Test
    void counts_the_colours_of_runs_that_have_not_finished() {
        ledger.runs().tally("run-1", Tally.NONE.plus(ColourState.READY, 3, 9), 0);

        RunCounts counts = ledger.runList().counts();
        assertThat(counts.runs(RunState.RUNNING)).isOne();
        assertThat(counts.runs(RunState.FAILED)).isZero();
        assertThat(counts.colours(ColourState.READY)).isEqualTo(3);
        assertThat(counts.colours(ColourState.SENT)).isZero();
    }

    @Test
    void gives_back_staged_colours_in_the_order_of_the_sheet() {
        List<StagedColour> colours =
                IntStream.range(0, 5000)
                        .mapToObj(
                                i ->
                                        new StagedColour(
                                                ColourState.READY,
                                                new ProductRef(i % 3, "A-" + i),
                                                "红 " + i,
                                                sizes(i),
                                                new int[] {i * 7 + 9, i * 7 + 2, i * 7 + 5}))
                        .toList();
        Tally tally = Tally.NONE.plus(ColourState.READY, 5000, 15000);
        ledger.staging()
                .stage(
                        ledger.runs().get("run-1"),
                        colours,
                        found(List.of(), SheetRows.ONE),
                        "",
                        tally);

        assertThat(inWords(ledger.staging().colours("run-1"))).isEqualTo(inWords(colours));
        assertThat(ledger.runs().get("run-1").tally()).isEqualTo(tally);
        assertThat(ledger.runs().get("run-1").isStaged()).isTrue();
    }

    /** Comparing thousands of colours field by field takes half a minute. */
    private static List<String> inWords(Iterable<StagedColour> colours) {
        List<String> words = new ArrayList<>();
        colours.forEach(
                c ->
                        words.add(
                                "%s %s %s %s %s"
                                        .formatted(
                                                c.state(),
                                                c.product(),
                                                c.name(),
                                                c.sizes().unpack(),
                                                Arrays.toString(c.rows()))));
        return words;
    }

    @Test
    void lists_the_problems_of_all_parts_in_the_order_of_their_rows() {
        List<Problem> sheet = List.of(problem(2, "sheet"), problem(5, "sheet"), problem(5, "also"));
        ledger.staging()
                .stage(
                        ledger.runs().get("run-1"),
                        List.of(),
                        found(sheet, SheetRows.ONE),
                        "",
                        Tally.NONE);
        RowsProblem late =
                new RowsProblem(
                        new int[] {9, 1, 5, 3}, "", "x", ProblemCode.PRODUCT_UNKNOWN, "late");
        ledger.staging()
                .settle(
                        ledger.runs().get("run-1"),
                        new Staging.Settled(
                                List.of(), List.of(), List.of(late), List.of(), Tally.NONE));

        assertThat(ledger.problems().inOrder("run-1"))
                .extracting(p -> p.row() + " " + p.advice())
                .containsExactly(
                        "1 late", "2 sheet", "3 late", "5 sheet", "5 also", "5 late", "9 late");
        assertThat(ledger.problems().warnings("run-1")).extracting(Problem::row).containsExactly(3);
    }

    @Test
    void rows_of_joined_sheets_are_told_by_their_sheet() throws IOException {
        SheetRows sheets =
                new SheetRows(List.of(new SheetRows.Part("A", 0), new SheetRows.Part("B", 100)));
        Problem duplicate =
                new Problem(
                        new Place("B", 2),
                        "Size",
                        "36",
                        ProblemCode.SIZE_DUPLICATE,
                        new Place("A", 7),
                        null);
        ledger.staging()
                .stage(
                        ledger.runs().get("run-1"),
                        List.of(),
                        found(List.of(duplicate), sheets),
                        "",
                        Tally.NONE);
        RowsProblem late =
                new RowsProblem(new int[] {100, 101}, "", "x", ProblemCode.PRODUCT_UNKNOWN, "late");
        ledger.staging()
                .settle(
                        ledger.runs().get("run-1"),
                        new Staging.Settled(
                                List.of(), List.of(), List.of(late), List.of(), Tally.NONE));

        assertThat(ledger.problems().inOrder("run-1"))
                .extracting(Problem::toString)
                .containsExactly(
                        "row 100 of sheet 'A': 'x' late",
                        "row 1 of sheet 'B': 'x' late",
                        "row 2 of sheet 'B', column Size: '36' is also in row 7 of sheet 'A',"
                                + " with the same product and colour: keep one of the two");
    }

    @Test
    void moves_colours_with_their_request_and_remembers_what_was_acknowledged() {
        settle(700);
        List<LedgerColour> some = ledger.colours().in("run-1", ColourState.READY).subList(250, 550);
        Outbox.Intent intent = ledger.outbox().begin(run, some, "b".repeat(64), 1, NIGHT);
        assertThat(ledger.colours().in("run-1", ColourState.SENDING)).hasSize(300);
        ledger.outbox().accepted(intent, "", NIGHT);

        Tally tally = ledger.runs().get("run-1").tally();
        assertThat(tally.colours(ColourState.SENT)).isEqualTo(300);
        assertThat(tally.rows(ColourState.READY)).isEqualTo(800);
        assertThat(tally).isEqualTo(ledger.colours().count("run-1"));
        assertThat(ledger.acknowledged().of("default", List.of(1 + 250 / 10)))
                .containsKey(new AcknowledgedStock.Key(26, "c250"))
                .hasSize(10);
        assertThat(ledger.acknowledged().of("other", List.of(26))).isEmpty();
    }

    @Test
    void puts_a_colour_together_that_was_staged_in_parts() {
        settle(4000);
        LedgerColour one = ledger.colours().block("run-1", 0).get(7);
        LedgerColour far = ledger.colours().block("run-1", 13).get(0);
        LedgerColour joined = LedgerColour.joined(List.of(one, far));
        ledger.staging()
                .settle(
                        ledger.runs().get("run-1"),
                        new Staging.Settled(
                                List.of(joined), List.of(), List.of(), List.of(), Tally.NONE));
        LedgerColour read = ledger.colours().block("run-1", 0).get(0);
        assertThat(read.rows()).containsExactly(7, 8, 3900, 3901);
        assertThat(read.sizes()).isEqualTo(joined.sizes());
        assertThat(read.staged()).containsExactly(7, 3900);
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
    void hears_of_a_colour_that_is_sent_twice() {
        settle(3);
        List<LedgerColour> all = ledger.colours().in("run-1", ColourState.READY);
        ledger.outbox().begin(run, all, "b".repeat(64), 1, NIGHT);
        assertThatIllegalStateException()
                .isThrownBy(() -> ledger.outbox().begin(run, all, "b".repeat(64), 2, NIGHT))
                .withMessageContaining("SENDING, expected READY");
    }

    @Test
    void counts_the_age_of_a_doubt_by_no_clock_that_can_be_set() {
        settle(2);
        Duration longest = Duration.ofSeconds(5);
        try (Ledger here = at(NIGHT, new Uptime("here", 0))) {
            List<LedgerColour> all = here.colours().in("run-1", ColourState.READY);
            here.outbox().begin(run, all, "b".repeat(64), 1, NIGHT);
        }
        try (Ledger ahead = at(NIGHT.plusSeconds(3600), up("here", 20))) {
            ahead.doubts().recover(run, longest, NIGHT);
            assertThat(ages(ahead)).containsOnly(Duration.ofSeconds(15));
        }
        try (Ledger back = at(NIGHT.minusSeconds(3600), up("here", 30))) {
            back.doubts().recover(run, longest, NIGHT);
            assertThat(ages(back)).containsOnly(Duration.ofSeconds(25));
        }
        try (Ledger elsewhere = at(NIGHT.plusSeconds(40), up("elsewhere", 900))) {
            elsewhere.doubts().recover(run, longest, NIGHT);
            assertThat(ages(elsewhere)).as("as if it were noted now").containsOnly(Duration.ZERO);
        }
        try (Ledger next = at(NIGHT.plusSeconds(40), up("elsewhere", 912))) {
            next.doubts().recover(run, longest, NIGHT);
            assertThat(ages(next)).containsOnly(Duration.ofSeconds(12));
        }
    }

    private static Uptime up(String machine, long seconds) {
        return new Uptime(machine, Duration.ofSeconds(seconds).toNanos());
    }

    /** The same ledger, at another moment of another process. */
    private Ledger at(Instant clock, Uptime uptime) {
        MachineTime time =
                new MachineTime() {
                    @Override
                    public Instant instant() {
                        return clock;
                    }

                    @Override
                    public Uptime uptime() {
                        return uptime;
                    }
                };
        return Ledger.over(new DelegatingDataSource(ledger.dataSource()), database.in(data), time);
    }

    private List<Duration> ages(Ledger seen) {
        return seen.doubts().of(run).stream().map(Doubts.Doubt::age).toList();
    }

    @Test
    void puts_in_doubt_what_was_under_way_when_the_process_ended() {
        settle(3);
        List<LedgerColour> all = ledger.colours().in("run-1", ColourState.READY);
        ledger.outbox().begin(run, all.subList(0, 2), "b".repeat(64), 1, NIGHT);
        assertThat(ledger.doubts().recover(run, Duration.ZERO, NIGHT)).isTrue();
        assertThat(ledger.colours().in("run-1", ColourState.IN_DOUBT)).hasSize(2);
        assertThat(ledger.doubts().recover(run, Duration.ZERO, NIGHT)).isFalse();

        List<LedgerColour> doubt = ledger.colours().in("run-1", ColourState.IN_DOUBT);
        ledger.doubts().cleared(run, doubt.subList(0, 1), doubt.subList(1, 2), NIGHT);
        assertThat(ledger.colours().in("run-1", ColourState.SENT)).hasSize(1);
        assertThat(ledger.colours().in("run-1", ColourState.READY)).hasSize(2);
    }

    @Test
    void remembers_the_pace_of_each_account() {
        LastCreate first = new LastCreate(NIGHT, new Uptime("here", 5));
        LastCreate last = new LastCreate(NIGHT.plusSeconds(2), new Uptime("there", 7));
        ledger.accountLocks().createEnded("default", first);
        ledger.accountLocks().createEnded("default", last);
        assertThat(ledger.accountLocks().lastCreate("default")).contains(last);
        assertThat(ledger.accountLocks().lastCreate("other")).isEmpty();
    }

    @Test
    void offers_a_run_whose_content_was_given_again_until_it_has_come_to_its_end() {
        ledger.runs().ended(ledger.runs().get("run-1"), RunEnd.failed(NIGHT, "why"));
        assertThat(ledger.runs().unfinished()).extracting(Run::id).containsExactly("run-1");
        Run again =
                Run.begun(
                        new RunIdentity("run-2", "nightly", "default", "c".repeat(64), 2),
                        RunInput.unread("f", "", "all"),
                        NIGHT,
                        "here");
        ledger.runs().add(again);
        assertThat(ledger.runs().unfinished())
                .extracting(Run::id)
                .containsExactly("run-1", "run-2");
        assertThat(ledger.runList().resumable(List.of("run-1", "run-2")))
                .containsExactlyInAnyOrder("run-1", "run-2");
    }

    @Test
    void a_process_that_comes_back_does_not_settle_what_another_sends() {
        settle(3);
        Run ours = ledger.runs().get("run-1");
        assertThat(ledger.runs().running(ours, "there")).isTrue();
        Staging.Settled anew =
                new Staging.Settled(List.of(), List.of(), List.of(), List.of(), Tally.NONE);

        assertThatThrownBy(() -> ledger.staging().settle(ours, anew)).hasMessageContaining("there");
        assertThat(ledger.colours().in("run-1", ColourState.READY)).hasSize(3);
    }

    @Test
    void a_process_that_comes_back_does_not_write_over_the_end_that_another_wrote() {
        Run ours = ledger.runs().get("run-1");
        assertThat(ledger.runs().running(ours, "there")).isTrue();
        Run theirs = ledger.runs().get("run-1");
        assertThat(ledger.runs().ended(theirs, RunEnd.completed(NIGHT))).isTrue();

        assertThat(ledger.runs().ended(ours, RunEnd.failed(NIGHT, "paused"))).isFalse();
        assertThat(ledger.runs().get("run-1").state()).isEqualTo(RunState.COMPLETED);
    }

    private void settle(int count) {
        List<StagedColour> staged = new ArrayList<>();
        List<LedgerColour> colours = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int[] rows = {i, i + 1};
            ProductRef product = new ProductRef(1 + i / 10, null);
            staged.add(new StagedColour(ColourState.READY, product, "c" + i, sizes(i), rows));
            colours.add(
                    new LedgerColour(
                            0,
                            ColourState.READY,
                            product.id(),
                            "c" + i,
                            sizes(i),
                            rows,
                            new int[] {i}));
        }
        Tally tally = Tally.NONE.plus(ColourState.READY, count, 2 * count);
        ledger.staging()
                .stage(
                        ledger.runs().get("run-1"),
                        staged,
                        found(List.of(), SheetRows.ONE),
                        "",
                        tally);
        ledger.staging()
                .settle(
                        ledger.runs().get("run-1"),
                        new Staging.Settled(colours, List.of(), List.of(), List.of(), tally));
    }

    private static Staging.Found found(List<Problem> problems, SheetRows sheets) {
        return new Staging.Found(problems, List.of(problem(3, "warn")), sheets);
    }

    private static PackedSizes sizes(int seed) {
        return PackedSizes.of(
                List.of(
                        new SizeStock(new Size(40, 44), seed, null),
                        new SizeStock(new Size(36, 36), seed * 1000, "690123456789" + seed)));
    }

    private static Problem problem(int row, String advice) {
        return new Problem(row, "Size", "XL", ProblemCode.SIZE_FORMAT, advice);
    }

    static Run run(String id, Instant started) {
        return Run.begun(
                new RunIdentity(id, "nightly", "default", "c".repeat(64), 1),
                RunInput.unread("stock.csv", "{}", "all"),
                started,
                "here");
    }
}
