package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.batch.ProcessContext;
import dev.stockload.database.DataFolderLock;
import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailStanding;
import dev.stockload.details.table.DetailsOrder;
import dev.stockload.imports.report.Status;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.TurnedTime;
import dev.stockload.sandbox.Sandbox;
import dev.stockload.sandbox.SandboxOptions;
import dev.stockload.sandbox.TestSandbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Product details from a sandbox in their own ledger, with a clock that the test moves. */
class InStore {
    static final int FIRST = 10_001;

    @TempDir Path folder;
    final TurnedTime time = new TurnedTime();
    Sandbox sandbox;
    DataFolderLock own;
    Ledger ledger;
    StopSignal stop;
    Details details;

    /** An account without settings. */
    String gone;

    /** The program ends after this many fetches; never if negative. */
    int dieAfter = -1;

    final Details.Progress dying =
            after(
                    done -> {
                        if (done == dieAfter) {
                            // From here on nothing can be stored, as after a kill.
                            ledger.close();
                        }
                    });

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

    List<DetailStanding> statusBeside() {
        return Status.of(ledger, null, false).details();
    }

    List<Details.Result> goOn() {
        return details.resumeDue(stop, dying);
    }

    Details.Result all(Path out) throws IOException {
        return details.fetch(
                new DetailsOrder("shop", List.of(), false, Optional.of(out)), stop, dying);
    }

    Details.Result fetch(Integer... products) throws IOException {
        return details.fetch(
                new DetailsOrder("shop", List.of(products), false, Optional.empty()), stop, dying);
    }

    Details.Result refresh(Integer... products) throws IOException {
        return details.fetch(
                new DetailsOrder("shop", List.of(products), true, Optional.empty()), stop, dying);
    }

    /** Acts after each fetch, of which it gets the number. */
    static Details.Progress after(IntConsumer action) {
        return new Details.Progress() {
            @Override
            public void at(int done, int waiting) {
                action.accept(done);
            }
        };
    }

    /** Acts before the first fetch. */
    static Details.Progress before(Runnable action) {
        return new Details.Progress() {
            @Override
            public void begins(DetailRun run, int waiting, int all) {
                action.run();
            }
        };
    }

    int counted() {
        return ledger.details().counted("shop", time.instant().minus(Duration.ofDays(5))).size();
    }

    static List<String> products(Path csv) throws IOException {
        return Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .distinct()
                .toList();
    }

    void nextDay() {
        time.set(
                Duration.between(time.instant(), details.quota("shop").day().endsAt())
                        .plusHours(2));
    }

    /** Marks products as published in the sandbox and in the ledger. */
    void publish(int first, int count) throws Exception {
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

    /** Adds fetched and published products, a second apart. */
    void fill(int count, Instant from) {
        ledger.database()
                .sql(
                        """
                        insert into detail_run (id, account, asked, refresh, state, started_at, waits, owner)
                        values ('old', 'shop', 'old', false, 'COMPLETED', current_timestamp, false, 'x')
                        """)
                .update();
        List<Object[]> rows = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            rows.add(new Object[] {50_000 + n, from.plusSeconds(n).atOffset(ZoneOffset.UTC)});
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
            ledger.database().addAll(sql, rows);
        }
    }

    /** At the address of the one before, if there was one: an account stays where it is. */
    void start(int products) {
        int port = sandbox == null ? 0 : URI.create(sandbox.baseUrl()).getPort();
        sandbox = Sandbox.start(TestSandbox.at(port, products, time));
    }

    void reopen() throws IOException {
        closeLedger();
        openLedger();
    }

    void openLedger() throws IOException {
        dieAfter = -1;
        stop = new StopSignal();
        Path data = folder.resolve("data");
        own = DataFolderLock.take(data, "test").orElseThrow();
        ledger = ReadyLedger.in(data);
        details =
                new Details(
                        new ProcessContext(
                                ledger,
                                data,
                                ledger.owners().enter(data.toString()),
                                time,
                                this::merchant),
                        ZoneId.of("UTC"));
    }

    void closeLedger() {
        ledger.close();
        own.close();
    }

    Merchant merchant(String account) {
        if (account.equals(gone)) {
            throw new RunFailedException("No account is named 'gone'");
        }
        return new Merchant(TestAccounts.at(sandbox, account), time);
    }
}
