package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.batch.ProcessContext;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.Imports;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.OldRuns;
import dev.stockload.runs.Run;
import dev.stockload.runs.TurnedTime;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers that the interface does not show, from a scripted server. */
@Tag("soak")
class UnexpectedAnswersTest {
    private static final MockResponse QUOTA = refusal("今日获取次数已用完");

    @TempDir Path folder;
    private final TurnedTime time = new TurnedTime();
    @AutoClose private final MockWebServer server = new MockWebServer();

    /** The answers for a product, in order; the last one repeats. */
    private final Map<Integer, Deque<MockResponse>> answers = new HashMap<>();

    private final List<Integer> asked = new ArrayList<>();
    private boolean listIsRefused;
    @AutoClose private Ledger ledger;
    private ProcessContext process;
    private Details details;

    @BeforeEach
    void start() throws IOException {
        server.setDispatcher(
                new Dispatcher() {
                    @Override
                    public MockResponse dispatch(RecordedRequest request) {
                        return request.getUrl().encodedPath().equals("/Stock/Product")
                                ? list()
                                : detail(Integer.parseInt(request.getBody().utf8().substring(4)));
                    }
                });
        server.start();
        ledger = ReadyLedger.in(folder.resolve("data"));
        process =
                new ProcessContext(
                                ledger,
                                folder,
                                "here",
                                time,
                                name ->
                                        new Merchant(
                                                TestAccounts.of(
                                                        name,
                                                        server.url("/").uri(),
                                                        "geheim!",
                                                        "t0ken"),
                                                time))
                        .with(OldRuns.KEPT, ZoneId.of("Asia/Shanghai"));
        details = new Details(process);
    }

    @Test
    void an_unknown_refusal_of_two_products_is_a_limit() throws IOException {
        answer(2, QUOTA);
        answer(3, QUOTA);
        InStore.Fetched result = fetch(1, 2, 3, 4, 5);
        assertThat(result.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(result.run().message())
                .contains("今日获取次数已用完", "treated as a limit", "4 of 5 products are left")
                .contains("It can resume at 2026-11-16 00:00 Asia/Shanghai");
        assertThat(result.run().resumeAt()).isEqualTo(Instant.parse("2026-11-15T16:00:00Z"));
        assertThat(asked).containsExactly(1, 2, 3);

        answer(2, ok());
        answer(3, ok());
        assertThat(fetch(1, 2, 3, 4, 5).run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(asked).as("those refused come last").containsExactly(1, 2, 3, 4, 5, 2, 3);
    }

    @Test
    void a_refusal_of_one_product_alone_is_not_a_limit() throws IOException {
        answer(2, refusal("off the shelf"));
        InStore.Fetched result = fetch(1, 2, 3);
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(result.fetched()).isEqualTo(2);
        assertThat(result.refused())
                .extracting(Wanted::product, Wanted::words)
                .containsExactly(tuple(2, "The merchant service refused: off the shelf"));
    }

    @Test
    void two_products_that_stay_refused_do_not_block_the_job_forever() throws IOException {
        answer(1, refusal("off the shelf"));
        answer(2, refusal("off the shelf"));
        assertThat(fetch(1, 2, 3).run().state()).isEqualTo(Run.State.STOPPED);
        time.rest(Duration.ofHours(1), new StopSignal());
        InStore.Fetched second = fetch(1, 2, 3);
        assertThat(second.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(second.refused()).extracting(Wanted::product).containsExactly(1, 2);
    }

    @Test
    void a_refusal_of_the_last_product_may_be_a_limit_the_first_time() throws IOException {
        answer(2, QUOTA);
        InStore.Fetched first = fetch(1, 2);
        assertThat(first.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(first.run().message()).contains("今日获取次数已用完", "1 of 2 products");
        InStore.Fetched second = fetch(1, 2);
        assertThat(second.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(second.refused()).hasSize(1);
    }

    @Test
    void too_many_requests_without_a_time_is_a_limit_at_once() throws IOException {
        answer(1, status(429, "slow down"));
        InStore.Fetched result = fetch(1, 2);
        assertThat(result.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(result.run().message()).contains("slow down", "treated as a limit");
        assertThat(asked).containsExactly(1);
        assertThat(details.quota("shop").day().fetched()).as("not counted").isZero();
    }

    @Test
    void waits_for_a_short_time_and_treats_a_long_one_as_a_limit() throws IOException {
        answer(1, status(429, "wait").newBuilder().addHeader("Retry-After", "7").build(), ok());
        Instant before = time.instant();
        assertThat(fetch(1).fetched()).isEqualTo(1);
        assertThat(time.instant()).isEqualTo(before.plusSeconds(7));

        answer(2, status(429, "wait").newBuilder().addHeader("Retry-After", "7200").build());
        assertThat(fetch(2).run().resumeAt()).isEqualTo(time.instant().plusSeconds(7200));
    }

    @ParameterizedTest
    @CsvSource({"403, HTTP 403 forbidden", "404, HTTP 404 forbidden", "400, forbidden"})
    void another_4xx_status_is_a_limit_if_our_credentials_are_valid(int status, String words)
            throws IOException {
        answer(1, status(status, "forbidden"));
        answer(2, status(status, "forbidden"));
        InStore.Fetched result = fetch(1, 2, 3);
        assertThat(result.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(result.run().message()).contains(words, "3 of 3 products are left");
    }

    @Test
    void wrong_credentials_are_not_a_limit() throws IOException {
        listIsRefused = true;
        answer(1, status(400, "sign is wrong"));
        InStore.Fetched result = fetch(1, 2);
        assertThat(result.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(result.run().message()).contains("not the data", "sign is wrong");
        assertThat(asked).containsExactly(1);
    }

    @Test
    void unreadable_answers_are_retried_three_times_and_counted() throws IOException {
        answer(1, new MockResponse.Builder().body("<html>Login</html>").build());
        InStore.Fetched result = fetch(1, 2);
        assertThat(result.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(result.refused()).extracting(Wanted::product).containsExactly(1);
        assertThat(asked).containsExactly(1, 1, 1, 2);
        DetailQuota quota = details.quota("shop");
        assertThat(quota.day().fetched()).isEqualTo(4);
        assertThat(quota.stores().get(0).products())
                .as("it may have been counted as a product")
                .isEqualTo(2);
    }

    @Test
    void an_error_of_the_service_is_retried() throws IOException {
        answer(1, status(500, "oops"), ok());
        assertThat(fetch(1).fetched()).isEqualTo(1);
        assertThat(asked).containsExactly(1, 1);
        assertThat(details.quota("shop").day().fetched()).isEqualTo(2);
    }

    @Test
    void an_unreachable_service_counts_nothing() throws IOException {
        server.close();
        InStore.Fetched result = fetch(1);
        assertThat(result.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(result.run().message()).contains("cannot be reached");
        assertThat(details.quota("shop").day().fetched()).isZero();
    }

    private InStore.Fetched fetch(Integer... products) throws IOException {
        DetailsRequest order =
                new DetailsRequest("shop", List.of(products), false, Optional.empty());
        return InStore.Fetched.of(
                process, new Imports(process, Caller.silent()).fetch(order).run());
    }

    private void answer(int product, MockResponse... responses) {
        answers.put(product, new ArrayDeque<>(Arrays.asList(responses)));
    }

    private synchronized MockResponse detail(int product) {
        asked.add(product);
        Deque<MockResponse> left = answers.get(product);
        if (left == null) {
            return ok();
        }
        return left.size() > 1 ? left.poll() : left.peek();
    }

    private MockResponse list() {
        return listIsRefused
                ? status(400, "sign is wrong")
                : new MockResponse.Builder()
                        .body(
                                """
                                {"success":true,"totalPages":1,"data":[{"id":1},{"id":2},{"id":3},
                                 {"id":4},{"id":5}]}\
                                """)
                        .build();
    }

    private static MockResponse ok() {
        return new MockResponse.Builder()
                .body(
                        """
                        {"success":true,"msg":"","data":{"description":"","imgs":[],"price":1,
                         "outerId":"","picUrl":"","skus":[],"storeUrl":"s","storeName":"","title":""}}\
                        """)
                .build();
    }

    private static MockResponse refusal(String words) {
        return new MockResponse.Builder()
                .body("{\"success\":false,\"data\":\"\",\"msg\":\"%s\"}".formatted(words))
                .build();
    }

    private static MockResponse status(int status, String body) {
        return new MockResponse.Builder().code(status).body(body).build();
    }
}
