package dev.stockload.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.batch.ProcessContext;
import dev.stockload.book.rules.Work;
import dev.stockload.database.DataFolderLock;
import dev.stockload.imports.HeldCreates;
import dev.stockload.imports.Imports;
import dev.stockload.imports.Orders;
import dev.stockload.imports.StrictService;
import dev.stockload.imports.order.Brake;
import dev.stockload.imports.order.ImportOptions;
import dev.stockload.imports.order.ImportOptions.NewColourMode;
import dev.stockload.imports.order.ImportOptions.VerifyMode;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.imports.order.StockRules;
import dev.stockload.imports.report.StatusReport;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sheet.SheetOptions;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.stock.MissingMode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

@Timeout(600)
class ImportQueueTest {
    @TempDir Path folder;

    private final TurnedTime time = new TurnedTime();
    private Map<String, StrictService> services;
    private DataFolderLock data;
    private Ledger ledger;
    private ImportQueue queue;
    private final BlockingQueue<String> unstored = new LinkedBlockingQueue<>();

    @BeforeEach
    void open() throws IOException {
        services =
                Map.of(
                        "north", new StrictService(time, false),
                        "south", new StrictService(time, false));
        data = DataFolderLock.take(folder.resolve("data"), "test").orElseThrow();
        ledger = ReadyLedger.in(folder.resolve("data"));
        Imports imports =
                new Imports(
                        new ProcessContext(
                                ledger,
                                folder.resolve("data"),
                                ledger.owners().enter("here"),
                                time,
                                this::merchant),
                        Caller.silent());
        queue =
                new ImportQueue(
                                imports,
                                ledger,
                                ImportQueue.WORKERS,
                                Duration.ofSeconds(10),
                                (run, fault) -> unstored.add(run.id()))
                        .start();
    }

    @AfterEach
    void close() {
        queue.close();
        ledger.close();
        data.close();
        services.values().forEach(StrictService::close);
    }

    @Test
    void accounts_run_in_parallel() throws Exception {
        HeldCreates held = services.get("north").holdCreates();

        ImportTicket north = queue.submit(Orders.byHand("north", sheet("north", 1)));
        held.awaitFirst();
        ImportTicket south = queue.submit(Orders.byHand("south", sheet("south", 2)));

        assertThat(ended(south).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(Ended.waits(ledger, north.run())).isTrue();
        assertThat(Ended.waits(ledger, south.run())).isFalse();
        held.release();
        assertThat(ended(north).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(Ended.waits(ledger, north.run())).isFalse();
    }

    @Test
    void a_broken_storage_is_told_with_its_run() throws Exception {
        services.get("north").onCreate(ledger::close);
        ImportTicket first = queue.submit(Orders.byHand("north", sheet("north", 1)));

        assertThat(unstored.poll(300, TimeUnit.SECONDS)).isEqualTo(first.run());
    }

    @Test
    void the_runs_of_one_account_wait_for_each_other_and_keep_the_pace() throws Exception {
        ImportTicket first = queue.submit(Orders.byHand("north", sheet("north", 1)));
        ImportTicket second = queue.submit(Orders.byHand("north", sheet("north", 2)));

        assertThat(ended(second).startedAt()).isAfterOrEqualTo(ended(first).endedAt());
        StrictService service = services.get("north");
        assertThat(service.creates())
                .extracting(c -> c.colours().get(0))
                .containsExactly("1 c", "2 c");
        assertThat(service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(service.violations()).isEmpty();
    }

    /** Two requests to send a sheet again at the same time mean the same. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void asking_again_for_a_sheet_that_is_being_sent_joins_that_run(boolean firstAsksAgain)
            throws Exception {
        Path sheet = sheet("north", 1);
        if (firstAsksAgain) {
            assertThat(ended(queue.submit(Orders.byHand("north", sheet))).state())
                    .isEqualTo(Run.State.COMPLETED);
        }
        int before = services.get("north").creates().size();
        HeldCreates held = services.get("north").holdCreates();
        ImportOrder again = again(Orders.byHand("north", sheet), Work.ALL);
        ImportTicket first = queue.submit(firstAsksAgain ? again : Orders.byHand("north", sheet));
        ImportTicket waits = queue.submit(again);
        held.awaitFirst();
        ImportTicket goesOn = queue.submit(again);
        String words =
                "Run %s, which is under way, does this already: nothing is sent twice"
                        .formatted(first.run());
        assertThat(waits.note()).contains(words);
        assertThat(goesOn.note()).contains(words);
        held.release();

        assertThat(List.of(ended(waits).id(), ended(goesOn).id())).containsOnly(ended(first).id());
        assertThat(services.get("north").creates()).hasSize(before + 1);

        assertThat(ended(queue.submit(again)).id()).isNotEqualTo(ended(first).id());
        assertThat(services.get("north").creates()).hasSize(before + 2);
    }

    @Test
    void a_sheet_that_is_asked_for_again_after_another_one_is_sent_after_it() throws Exception {
        Path first = sheet("north", 1);
        Path second =
                Files.writeString(folder.resolve("b.csv"), "pid,colour,size,stock\n1,c,36,7\n");
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket begun = queue.submit(Orders.byHand("north", first));
        held.awaitFirst();
        ImportTicket between = queue.submit(Orders.byHand("north", second));
        ImportTicket again = queue.submit(again(Orders.byHand("north", first), Work.ALL));
        ImportTicket joins = queue.submit(again(Orders.byHand("north", first), Work.ALL));
        held.release();

        assertThat(ended(again).number()).isGreaterThan(ended(between).number());
        assertThat(ended(joins).id()).isEqualTo(ended(again).id());
        assertThat(ended(begun).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(services.get("north").creates()).hasSize(3);
        assertThat(services.get("north").pieces("1 c", "36")).isEqualTo(1);
    }

    @Test
    void with_other_options_or_after_a_part_was_sent_the_sheet_is_sent_again() throws Exception {
        Path sheet = sheet("north", 1, 400);
        ImportTicket stopped = queue.submit(Orders.byHand("north", sheet));
        services.get("north").onCreate(() -> queue.stop(stopped.run()));
        assertThat(ended(stopped).state()).isEqualTo(Run.State.STOPPED);
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket rest = queue.resume(stopped.run(), ResumeOptions.forced(false));
        held.awaitFirst();

        ImportTicket all = queue.submit(again(Orders.byHand("north", sheet), Work.ALL));
        ImportTicket changed = queue.submit(again(Orders.byHand("north", sheet), Work.CHANGED));
        held.release();

        assertThat(List.of(ended(rest).id(), ended(all).id(), ended(changed).id()))
                .doesNotHaveDuplicates();
    }

    private static ImportOrder again(ImportOrder order, Work send) {
        ImportOptions options = ImportOptions.of(SheetOptions.none(), send, MissingMode.KEEP);
        return new ImportOrder(order.job(), order.account(), order.file(), options, true, false);
    }

    @Test
    void a_run_that_a_person_stopped_is_not_resumed_without_a_request() throws Exception {
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket going = queue.submit(Orders.byHand("north", sheet("north", 1)));
        ImportTicket waiting = queue.submit(Orders.byHand("north", sheet("north", 2)));
        held.awaitFirst();

        assertThat(queue.stop(waiting.run())).isTrue();

        // The next process would continue this if this one were killed here.
        assertThat(ledger.waitingRuns().unfinished())
                .extracting(each -> each.run().id())
                .containsExactly(going.run());
        held.release();
        assertThat(ended(going).state()).isEqualTo(Run.State.COMPLETED);
    }

    @Test
    void a_run_is_stopped_by_its_id_and_resumed_once() throws Exception {
        ImportTicket ticket = queue.submit(Orders.byHand("north", sheet("north", 1, 400)));
        services.get("north").onCreate(() -> queue.stop(ticket.run()));

        String run = ended(ticket).id();
        assertThat(ended(ticket).state()).isEqualTo(Run.State.STOPPED);
        services.get("north").onCreate(() -> {});
        ImportTicket resumed = queue.resume(run, ResumeOptions.forced(false));
        ImportTicket again = queue.resume(run, ResumeOptions.forced(false));

        assertThat(ended(resumed).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(ended(again).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(services.get("north").applied().values()).hasSize(400).containsOnly(1);
        assertThat(queue.stop(run)).isFalse();
    }

    @Test
    void a_resume_right_after_a_stop_starts_when_the_run_has_stopped() throws Exception {
        Path sheet = sheet("north", 1, 400);
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket stopped = queue.submit(Orders.byHand("north", sheet));
        String run = stopped.run();
        ImportTicket other = queue.submit(Orders.byHand("north", sheet("north", 500)));

        held.awaitFirst();
        assertThat(queue.stop(run)).isTrue();
        assertThat(seen(run).state()).isEqualTo(Run.State.RUNNING);
        ImportTicket resumed = queue.resume(run, ResumeOptions.forced(false));
        assertThat(seen(run).waits()).as("it still stops").isFalse();
        ImportTicket again = queue.resume(run, ResumeOptions.forced(false));
        held.release();

        assertThat(ended(other).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(List.of(ended(stopped), ended(resumed), ended(again)))
                .allSatisfy(end -> assertThat(end.state()).isEqualTo(Run.State.COMPLETED));
        assertThat(services.get("north").applied().values()).hasSize(401).containsOnly(1);
        assertThat(ledger.waitingRuns().unfinished()).isEmpty();
    }

    @Test
    void a_run_that_waits_to_be_resumed_is_reported_as_running() throws Exception {
        ImportTicket ticket = queue.submit(Orders.byHand("north", sheet("north", 1, 400)));
        String run = ticket.run();
        services.get("north").onCreate(() -> queue.stop(run));
        assertThat(ended(ticket).state()).isEqualTo(Run.State.STOPPED);

        HeldCreates held = services.get("north").holdCreates();
        queue.submit(Orders.byHand("north", sheet("north", 500)));
        held.awaitFirst();
        ImportTicket resumed = queue.resume(run, ResumeOptions.forced(false));
        Run waiting = seen(run);
        held.release();

        assertThat(waiting.state()).isEqualTo(Run.State.RUNNING);
        assertThat(waiting.endedAt()).isNull();
        assertThat(waiting.waits()).isTrue();
        assertThat(waiting.message()).contains("for run ", "of its account");
        assertThat(ended(resumed).state()).isEqualTo(Run.State.COMPLETED);
    }

    /** As when a person runs a job just before its time. */
    @Test
    void a_run_that_a_schedule_joins_is_tried_again_as_any_of_the_schedule() throws Exception {
        for (int create = 1; create < 100; create++) {
            services.get("north").fault(create, StrictService.Fault.ERROR_BEFORE);
        }
        Path first = sheet("north", 1);
        ImportOrder order = Orders.byHand("north", sheet("north", 2));
        HeldCreates held = services.get("north").holdCreates();
        queue.submit(Orders.byHand("north", first));
        held.awaitFirst();
        ImportTicket asked = queue.submit(order);
        Instant until = ledger.owners().now().plus(Duration.ofHours(6));
        assertThat(queue.submit(order, Optional.of(until)).run()).isEqualTo(asked.run());
        held.release();

        assertThat(ended(asked).state()).isEqualTo(Run.State.FAILED);
        assertThat(ledger.waitingRuns().find(asked.run()))
                .hasValueSatisfying(run -> assertThat(run.time()).isBefore(until));
    }

    @Test
    void a_forced_resume_is_not_lost_among_unforced_ones() throws Exception {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n1,good,36,1\n");
        for (int colour = 0; colour < 150; colour++) {
            rows.append("1,c").append(colour).append(",36,x\n");
        }
        services.get("north").product(1, "A-1");
        Path bad = Files.writeString(folder.resolve("bad.csv"), rows);
        Run braked = ended(queue.submit(braked(bad)));
        assertThat(braked.state()).isEqualTo(Run.State.FAILED);
        HeldCreates held = services.get("north").holdCreates();
        queue.submit(Orders.byHand("north", sheet("north", 2)));
        held.awaitFirst();

        ImportTicket resumed = queue.resume(braked.id(), ResumeOptions.forced(false));
        ImportTicket forced = queue.resume(braked.id(), ResumeOptions.forced(true));
        ImportTicket plain = queue.resume(braked.id(), ResumeOptions.forced(false));
        held.release();

        assertThat(List.of(ended(resumed), ended(forced), ended(plain)))
                .as("it goes on once, against the brake")
                .allSatisfy(end -> assertThat(end.state()).isEqualTo(Run.State.COMPLETED));
    }

    private static ImportOrder braked(Path file) {
        return new ImportOrder(
                "night",
                "north",
                file,
                new ImportOptions(
                        SheetOptions.none(),
                        Work.ALL,
                        MissingMode.KEEP,
                        NewColourMode.SEND,
                        StockRules.NONE,
                        Optional.of(Brake.USUAL),
                        VerifyMode.NONE),
                false,
                false);
    }

    @Test
    void a_stop_after_a_resume_stops_the_run() throws Exception {
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket first = queue.submit(Orders.byHand("north", sheet("north", 1, 400)));
        String run = first.run();
        held.awaitFirst();
        queue.stop(run);
        ImportTicket resumed = queue.resume(run, ResumeOptions.forced(false));
        queue.stop(run);
        held.release();

        assertThat(ended(first).state()).isEqualTo(Run.State.STOPPED);
        assertThat(ended(resumed).state()).isEqualTo(Run.State.STOPPED);
        assertThat(ledger.runs().get(run).state()).isEqualTo(Run.State.STOPPED);
        assertThat(ledger.waitingRuns().unfinished()).isEmpty();
    }

    @Test
    void listeners_hear_of_each_change_of_a_run_and_its_end() throws Exception {
        List<StatusReport> heard = new CopyOnWriteArrayList<>();
        Runnable end = queue.changes().listen(heard::add);
        HeldCreates held = services.get("north").holdCreates();

        ImportTicket ticket = queue.submit(Orders.byHand("north", sheet("north", 1)));
        held.awaitFirst();
        Wait.until(() -> !heard.isEmpty());
        held.release();
        ended(ticket);
        Wait.until(() -> heard.get(heard.size() - 1).state() != Run.State.RUNNING);
        end.run();
        int before = heard.size();
        ended(queue.submit(Orders.byHand("north", sheet("north", 2))));
        queue.stopAll();

        assertThat(heard).hasSize(before);
        assertThat(heard.get(0).state()).isEqualTo(Run.State.RUNNING);
        assertThat(heard.get(before - 1).state()).isEqualTo(Run.State.COMPLETED);
        assertThat(heard.get(before - 1).colours().sent()).isEqualTo(1);
    }

    @Test
    void an_unusable_sheet_fails_with_its_reason_and_the_next_run_starts() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.csv"), "nothing of use\n");
        Path none = folder.resolve("none.csv");
        assertThatThrownBy(() -> queue.submit(Orders.byHand("north", none)))
                .isInstanceOf(UnusableSheetException.class);
        ImportTicket ticket = queue.submit(Orders.byHand("north", bad));
        ImportTicket next = queue.submit(Orders.byHand("north", sheet("north", 1)));

        assertThat(ended(ticket).isUnusable()).isTrue();
        assertThat(ended(next).state()).isEqualTo(Run.State.COMPLETED);
        assertThatThrownBy(() -> queue.resume("nobody", ResumeOptions.forced(false)))
                .hasMessageContaining("'nobody'");
    }

    @Test
    void closing_stops_running_imports_and_starts_none() throws Exception {
        HeldCreates held = services.get("north").holdCreates();
        ImportTicket going = queue.submit(Orders.byHand("north", sheet("north", 1, 400)));
        ImportTicket waiting = queue.submit(Orders.byHand("north", sheet("north", 500)));
        held.awaitFirst();

        CompletableFuture<Void> closed = CompletableFuture.runAsync(queue::close);
        Wait.until(() -> queue.isClosed());
        held.release();
        closed.get(10, TimeUnit.SECONDS);
        assertThat(ledger.runs().get(waiting.run()).message()).contains("before it started");

        Run stopped = ledger.runs().get(going.run());
        assertThat(stopped.state()).isEqualTo(Run.State.STOPPED);
        assertThat(stopped.requests()).isEqualTo(1);
        Path late = sheet("north", 600);
        assertThatThrownBy(() -> queue.submit(Orders.byHand("north", late)))
                .hasMessageContaining("is stopping");
    }

    private Run seen(String run) {
        return ledger.waitingRuns().seen(ledger.runs().get(run));
    }

    private Run ended(ImportTicket ticket) {
        Run run = Ended.run(ledger, ticket);
        Wait.until(() -> !Ended.waits(ledger, run.id()));
        return ledger.runs().get(run.id());
    }

    private Path sheet(String account, int product) throws IOException {
        return sheet(account, product, 1);
    }

    private Path sheet(String account, int first, int products) throws IOException {
        StringBuilder rows = new StringBuilder("pid,colour,size,stock\n");
        for (int p = first; p < first + products; p++) {
            services.get(account).product(p, "A-" + p);
            rows.append("%d,c,36,%d%n".formatted(p, p));
        }
        return Files.writeString(folder.resolve("%s-%d.csv".formatted(account, first)), rows);
    }

    private Merchant merchant(String account) {
        return new Merchant(services.get(account).account(account), time);
    }
}
