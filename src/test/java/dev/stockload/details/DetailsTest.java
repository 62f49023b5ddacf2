package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.batch.RunFailedException;
import dev.stockload.batch.StopSignal;
import dev.stockload.batch.TurnedTime;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.DetailRun;
import dev.stockload.ledger.DetailStanding;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.ledger.RunState;
import dev.stockload.merchant.Merchant;
import dev.stockload.pipeline.Status;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fetching details from the sandbox, which keeps the limits of the document itself. */
class DetailsTest {
    private static final int FIRST = 10_001;

    @TempDir Path folder;
    private final TurnedTime time = new TurnedTime();
    private Sandbox sandbox;
    private DataFolder own;
    private Ledger ledger;
    private StopSignal stop;
    private Details details;

    /** An account that is not set. */
    private String gone;

    private final Details.Progress dying =
            new Details.Progress() {
                @Override
                public void at(int done, int waiting) {
                    if (done == dieAfter) {
                        // From here on nothing can be written down: as if killed.
                        ledger.close();
                    }
                }
            };

    /** The program ends after so many fetches; below 0 it does not. */
    private int dieAfter = -1;

    @BeforeEach
    void open() throws IOException {
        start(SandboxOptions.SAMPLE_PRODUCTS);
        openLedger();
    }

    @AfterEach
    void close() {
        closeLedger();
        sandbox.close();
    }

    @Test
    void fetches_700_products_in_three_days_though_it_is_killed_twice() throws Exception {
        sandbox.close();
        start(700);
        Path out = folder.resolve("all.csv");

        dieAfter = 120;
        assertThatThrownBy(() -> all(out)).isInstanceOf(Exception.class);
        reopen();
        Details.Result first = all(out);
        assertThat(first.run().state()).isEqualTo(RunState.STOPPED);
        assertThat(first.fetched()).isEqualTo(300);
        assertThat(first.waiting()).isEqualTo(400);
        assertThat(first.run().message())
                .contains("300 a day", "400 of 700 products are left", "2026-11-16 00:00 UTC")
                .contains("200 more of the 300 fetched products have to be published");
        assertThat(first.run().resumeAt()).isEqualTo(Instant.parse("2026-11-16T00:00:00Z"));
        assertThat(products(out)).hasSize(300);

        assertThat(goOn()).as("not before the next day").isEmpty();

        nextDay();
        publish(FIRST, 199);
        assertThat(goOn()).hasSize(1);
        assertThat(goOn()).as("not before enough are published").isEmpty();
        Details.Result lacking = all(out);
        assertThat(lacking.fetched()).isEqualTo(300);
        assertThat(lacking.run().message())
                .contains("of 300 products fetched before today 199 are published", "Publish 1");
        assertThat(lacking.run().resumeAt()).isNull();

        publish(FIRST + 199, 1);
        dieAfter = 77;
        assertThatThrownBy(() -> all(out)).isInstanceOf(Exception.class);
        reopen();
        assertThat(details.unfinished())
                .extracting(DetailRun::state)
                .containsExactly(RunState.FAILED);
        Details.Result second = details.resume(details.unfinished().get(0), stop, dying);
        assertThat(second.fetched()).isEqualTo(600);

        nextDay();
        publish(FIRST + 200, 200);
        Details.Result third = goOn().get(0);
        assertThat(third.run().id()).isEqualTo(first.run().id());
        assertThat(third.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(third.fetched()).isEqualTo(700);
        assertThat(products(out)).hasSize(700);
        assertThat(ledger.details().products("shop")).hasSize(700);
        assertThat(ledger.details().counted("shop", Instant.EPOCH))
                .as("nothing was fetched twice")
                .hasSize(700);
        assertThat(details.unfinished()).isEmpty();
    }

    @Test
    void fetches_nothing_again_unless_asked() throws IOException {
        fetch(FIRST, FIRST + 1);
        Details.Result again = fetch(FIRST + 1, FIRST, FIRST + 2);
        assertThat(again.fetched()).isEqualTo(3);
        assertThat(counted()).isEqualTo(3);
        details.fetch(
                new DetailsOrder("shop", List.of(FIRST, FIRST + 1), true, Optional.empty()),
                stop,
                dying);
        assertThat(counted()).isEqualTo(5);
        assertThat(details.quota("shop").stores(time.instant()).get(0).products()).isEqualTo(3);
    }

    @Test
    void a_refresh_that_was_cut_off_goes_on_where_it_was() throws Exception {
        List<Integer> ten = IntStream.range(FIRST, FIRST + 10).boxed().toList();
        DetailsOrder refresh = new DetailsOrder("shop", ten, true, Optional.empty());
        details.fetch(new DetailsOrder("shop", ten, false, Optional.empty()), stop, dying);
        dieAfter = 4;
        assertThatThrownBy(() -> details.fetch(refresh, stop, dying)).isInstanceOf(Exception.class);
        reopen();
        assertThat(details.fetch(refresh, stop, dying).run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(counted()).isEqualTo(20);
    }

    @Test
    void accounts_have_limits_of_their_own() throws IOException {
        fetch(FIRST);
        assertThat(details.quota("shop").left(time.instant())).isEqualTo(299);
        assertThat(details.quota("other").left(time.instant())).isEqualTo(300);
    }

    @Test
    void a_store_that_is_full_for_three_months_has_room_as_its_first_products_leave()
            throws Exception {
        fill(5000, Instant.parse("2026-09-01T10:00:00Z"));
        Details.Result full = fetch(FIRST);
        assertThat(full.run().message())
                .contains("5,000 products of store riverside", "1 of 1 products are left")
                .contains("2026-12-01 10:00 UTC");
        assertThat(counted()).as("no request was made").isZero();

        time.set(Duration.between(time.instant(), Instant.parse("2026-12-01T09:59:59Z")));
        assertThat(fetch(FIRST).fetched()).isZero();
        time.set(Duration.ofSeconds(1));
        assertThat(fetch(FIRST).fetched()).isEqualTo(1);
        Details.Result next = fetch(FIRST + 1);
        assertThat(next.fetched()).as("one left, one came").isZero();
        assertThat(next.run().resumeAt()).isEqualTo(Instant.parse("2026-12-01T10:00:01Z"));
    }

    @Test
    void a_product_that_does_not_exist_is_left_out_with_the_words_of_the_service()
            throws IOException {
        Details.Result result = fetch(FIRST, 5, 6, 7, FIRST + 1);
        assertThat(result.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(result.fetched()).isEqualTo(2);
        assertThat(result.refused()).extracting(Details.Refusal::product).containsExactly(5, 6, 7);
        assertThat(result.refused().get(0).words()).contains("The product does not exist: 5");
    }

    @Test
    void stops_when_asked_and_goes_on_later() throws IOException {
        List<Integer> many = IntStream.range(FIRST, FIRST + 30).boxed().toList();
        Path out = folder.resolve("some.jsonl");
        DetailsOrder order = new DetailsOrder("shop", many, false, Optional.of(out));
        Details.Progress stopping =
                new Details.Progress() {
                    @Override
                    public void at(int done, int waiting) {
                        if (done == 14) {
                            stop.ask();
                        }
                    }
                };
        Details.Result stopped = details.fetch(order, stop, stopping);
        assertThat(stopped.run().state()).isEqualTo(RunState.STOPPED);
        assertThat(stopped.fetched()).isEqualTo(14);
        assertThat(Files.readAllLines(out)).hasSize(14);
        reopen();
        assertThat(details.fetch(order, stop, dying).fetched()).isEqualTo(30);
        assertThat(Files.readAllLines(out)).hasSize(30);
        assertThat(counted()).isEqualTo(30);
    }

    @Test
    void believes_the_service_where_it_counts_otherwise() throws Exception {
        fetch(FIRST);
        nextDay();
        details.publish("shop", List.of(FIRST), true);
        // The sandbox has not heard that it was published.
        Details.Result result = fetch(FIRST + 1, FIRST + 2);
        assertThat(result.run().state()).isEqualTo(RunState.STOPPED);
        assertThat(result.run().message())
                .contains("Of 1 products fetched before today 0 are published")
                .contains("taken for a limit reached", "2 of 2 products are left");
        assertThat(result.run().resumeAt()).isEqualTo(time.instant().plus(Duration.ofHours(1)));
        assertThat(counted()).isEqualTo(1);
        publish(FIRST, 1);
        assertThat(fetch(FIRST + 1, FIRST + 2).run().state()).isEqualTo(RunState.COMPLETED);
    }

    @Test
    void what_goes_on_by_itself_does_so_again_after_a_stop_a_kill_and_a_service_out_of_order()
            throws Exception {
        sandbox.close();
        start(600);
        Path out = folder.resolve("all.jsonl");
        all(out);
        nextDay();
        publish(FIRST, 200);

        List<Details.Result> stopped =
                details.goOnWhereDue(
                        stop,
                        new Details.Progress() {
                            @Override
                            public void at(int done, int waiting) {
                                stop.ask();
                            }
                        });
        assertThat(stopped).extracting(Details.Result::fetched).containsExactly(301);
        assertThat(stopped.get(0).run().waits()).isTrue();

        reopen();
        dieAfter = 9;
        assertThatThrownBy(this::goOn).isInstanceOf(Exception.class);

        reopen();
        sandbox.close();
        Details.Result failed = goOn().get(0);
        assertThat(failed.fetched()).isEqualTo(310);
        assertThat(failed.run().state()).isEqualTo(RunState.FAILED);
        assertThat(failed.run().message()).contains("did not recover", "It is tried again at");
        assertThat(goOn()).as("not at once").isEmpty();

        start(600);
        time.set(Duration.ofMinutes(10));
        Details.Result last = goOn().get(0);
        assertThat(last.run().id()).isEqualTo(failed.run().id());
        assertThat(last.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(Files.readAllLines(out)).hasSize(600);
    }

    @Test
    void an_account_that_is_not_set_any_more_troubles_its_own_job_alone() throws Exception {
        for (String account : List.of("gone", "shop")) {
            details.fetch(
                    new DetailsOrder(account, List.of(FIRST), false, Optional.empty()),
                    stop,
                    new Details.Progress() {
                        @Override
                        public void begins(DetailRun run, int waiting, int all) {
                            stop.ask();
                        }
                    });
            DetailRun run = details.unfinished().get(details.unfinished().size() - 1);
            ledger.detailRuns()
                    .waits(run.id(), RunState.STOPPED, time.instant(), time.instant(), "limit");
            stop = new StopSignal();
        }
        gone = "gone";

        List<Details.Result> results = goOn();

        assertThat(results)
                .extracting(result -> result.run().state())
                .containsExactly(RunState.FAILED, RunState.COMPLETED);
        assertThat(results.get(0).run().message())
                .startsWith("No account is named 'gone'. It is tried again at");
    }

    @Test
    void one_job_at_a_time_fetches_for_an_account() throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        List<Details.Result> others = new ArrayList<>();
        StopSignal impatient = new StopSignal();
        details.fetch(
                new DetailsOrder("shop", List.of(FIRST, FIRST + 1), false, Optional.empty()),
                stop,
                new Details.Progress() {
                    @Override
                    public void at(int done, int waiting) {
                        others.addAll(goOn());
                        assertThat(details.unfinished()).as("it is at work").isEmpty();
                        impatient.ask();
                        assertThatThrownBy(
                                        () ->
                                                details.fetch(
                                                        new DetailsOrder(
                                                                "shop",
                                                                List.of(FIRST + 2),
                                                                false,
                                                                Optional.empty()),
                                                        impatient,
                                                        new Details.Progress() {
                                                            @Override
                                                            public void notice(String sentence) {
                                                                notices.add(sentence);
                                                            }
                                                        }))
                                .hasMessageContaining("Stopped while waiting");
                    }
                });
        assertThat(others).isEmpty();
        assertThat(notices)
                .hasSize(2)
                .allMatch(n -> n.matches("Waiting for \\S+-details-\\S+, which fetches .*shop"));
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void status_beside_it_shows_how_far_it_is() throws IOException {
        List<DetailStanding> seen = new ArrayList<>();
        details.fetch(
                new DetailsOrder("shop", List.of(FIRST, 5), false, Optional.empty()),
                stop,
                new Details.Progress() {
                    @Override
                    public void begins(DetailRun run, int waiting, int all) {
                        seen.addAll(statusBeside());
                    }
                });
        seen.addAll(statusBeside());
        assertThat(seen)
                .extracting(job -> job.run().state(), DetailStanding::fetched)
                .containsExactly(tuple(RunState.RUNNING, 0), tuple(RunState.COMPLETED, 1));
        assertThat(seen.get(1).refused()).isEqualTo(1);
        closeLedger();
        Path data = folder.resolve("data");
        assertThat(Status.of(data, LedgerAddress.inFolder(data)).details())
                .as("from the ledger, when nobody has it")
                .containsExactly(seen.get(1));
        openLedger();
    }

    private List<DetailStanding> statusBeside() {
        Path data = folder.resolve("data");
        try {
            return Status.of(data, LedgerAddress.inFolder(data)).details();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Details.Result> goOn() {
        return details.goOnWhereDue(stop, dying);
    }

    private Details.Result all(Path out) throws IOException {
        return details.fetch(
                new DetailsOrder("shop", List.of(), false, Optional.of(out)), stop, dying);
    }

    private Details.Result fetch(Integer... products) throws IOException {
        return details.fetch(
                new DetailsOrder("shop", List.of(products), false, Optional.empty()), stop, dying);
    }

    private int counted() {
        return ledger.details().counted("shop", time.instant().minus(Duration.ofDays(5))).size();
    }

    private static List<String> products(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .distinct()
                .toList();
    }

    private void nextDay() {
        time.set(
                Duration.between(time.instant(), details.quota("shop").nextDay(time.instant()))
                        .plusHours(2));
    }

    /** Publishes in the shop and says so to both sides. */
    private void publish(int first, int count) throws Exception {
        List<Integer> products = IntStream.range(first, first + count).boxed().toList();
        details.publish("shop", products, true);
        String pids = products.stream().map(String::valueOf).collect(Collectors.joining(","));
        HttpResponse<String> answer =
                HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(
                                                URI.create(
                                                        sandbox.baseUrl() + "/sandbox/published"))
                                        .header("Content-Type", "application/x-www-form-urlencoded")
                                        .POST(HttpRequest.BodyPublishers.ofString("pid=" + pids))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
    }

    /** As if so many other products had been fetched and published, a second after another. */
    private void fill(int count, Instant from) throws Exception {
        try (var connection = ledger.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(
                    """
                    insert into detail_run (id, account, asked, refresh, state, started_at, waits, owner)
                    values ('old', 'shop', 'old', false, 'COMPLETED', current_timestamp, false, 'x')
                    """);
            List<OffsetDateTime> times = new ArrayList<>();
            for (int n = 0; n < count; n++) {
                times.add(from.plusSeconds(n).atOffset(ZoneOffset.UTC));
            }
            for (String sql :
                    List.of(
                            """
                            insert into detail_fetch (product, at, id, run, account, outcome)
                            values (?, ?, random_uuid(), 'old', 'shop', 'FETCHED')
                            """,
                            """
                            insert into detail (product, at, account, store, content)
                            values (?, ?, 'shop', 'riverside', X'00')
                            """,
                            "insert into published (product, at, account) values (?, ?, 'shop')")) {
                try (var insert = connection.prepareStatement(sql)) {
                    for (int n = 0; n < count; n++) {
                        insert.setInt(1, 50_000 + n);
                        insert.setObject(2, times.get(n));
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            }
        }
    }

    private void start(int products) {
        sandbox = Sandbox.start(SandboxOptions.inMemory().withProducts(products).withClock(time));
    }

    private void reopen() throws IOException {
        closeLedger();
        openLedger();
    }

    private void openLedger() throws IOException {
        dieAfter = -1;
        stop = new StopSignal();
        Path data = folder.resolve("data");
        own = DataFolder.take(data, "test").orElseThrow();
        ledger = Ledger.open(LedgerAddress.inFolder(data));
        details = new Details(ledger, data, own.name(), this::merchant, ZoneId.of("UTC"), time);
    }

    private void closeLedger() {
        ledger.close();
        own.close();
    }

    private Merchant merchant(String account) {
        if (account.equals(gone)) {
            throw new RunFailedException("No account is named 'gone'");
        }
        return AtSandbox.merchant(account, sandbox, time);
    }
}
