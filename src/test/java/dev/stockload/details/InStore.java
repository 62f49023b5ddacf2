package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.batch.ProcessContext;
import dev.stockload.database.DataFolderLock;
import dev.stockload.details.table.DetailTable.Wanted;
import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.Imports;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Merchant;
import dev.stockload.merchant.TestAccounts;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.TurnedTime;
import dev.stockload.runs.WaitingRuns.Waiting;
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
    ProcessContext process;
    Details details;

    /** The program ends after this many fetches; never if negative. */
    int dieAfter = -1;

    /** The result of an order, with the products that the service refused. */
    record Fetched(DetailsReport run, List<Wanted> refused) {
        static Fetched of(ProcessContext process, Run run) {
            return new Fetched(
                    DetailsReport.of(process.ledger(), run), new Details(process).refused(run));
        }

        int fetched() {
            return run.products().fetched();
        }
    }

    final RunListener dying =
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

    List<DetailsReport> statusBeside() {
        return ledger.runs().shown(DetailsRequest.JOB, Instant.EPOCH).stream()
                .map(run -> DetailsReport.of(ledger, run))
                .toList();
    }

    Imports imports(RunListener listener) {
        return new Imports(process, new Caller(stop, listener));
    }

    List<Fetched> goOn() throws IOException {
        return goOn(process, new Caller(stop, dying));
    }

    /** Does what waits for its time, as the worker of an account does it. */
    static List<Fetched> goOn(ProcessContext process, Caller caller) throws IOException {
        String lock = Run.lockOfDetails("shop");
        Optional<Imports.Turn> turn = new Imports(process, caller).turnIfFree(lock);
        if (turn.isEmpty()) {
            return List.of();
        }
        try (Imports.Turn held = turn.get()) {
            Optional<Waiting> next =
                    process.ledger().waitingRuns().first(lock, process.time().instant());
            if (next.isEmpty()) {
                return List.of();
            }
            process.ledger().waitingRuns().take(next.get().run());
            Run run = held.perform(next.get().run(), next.get().options(), caller).run();
            if (caller.stop().isAsked()) {
                process.ledger().waitingRuns().leave(run.id());
            } else {
                process.ledger().waitingRuns().done(next.get());
            }
            return List.of(Fetched.of(process, run));
        }
    }

    Fetched all(Path out) throws IOException {
        return fetch(new DetailsRequest("shop", List.of(), false, Optional.of(out)), dying);
    }

    Fetched fetch(Integer... products) throws IOException {
        return fetch(new DetailsRequest("shop", List.of(products), false, Optional.empty()), dying);
    }

    Fetched refresh(Integer... products) throws IOException {
        return fetch(new DetailsRequest("shop", List.of(products), true, Optional.empty()), dying);
    }

    Fetched fetch(DetailsRequest order, RunListener listener) throws IOException {
        return Fetched.of(process, imports(listener).fetch(order).run());
    }

    Fetched resume(Run run) throws IOException {
        return Fetched.of(process, imports(dying).resume(run, ResumeOptions.forced(false)).run());
    }

    /** Acts after each fetch, of which it gets the number. */
    static RunListener after(IntConsumer action) {
        return new RunListener() {
            private int done;

            @Override
            public void onStart(Run run) {
                done = 0;
            }

            @Override
            public void onSending(Run run) {}

            @Override
            public void onProgress(Run run) {
                action.accept(++done);
            }
        };
    }

    /** Acts before the first fetch. */
    static RunListener before(Runnable action) {
        return new RunListener() {
            @Override
            public void onStart(Run run) {
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
        List<Object[]> rows = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            rows.add(new Object[] {50_000 + n, from.plusSeconds(n).atOffset(ZoneOffset.UTC)});
        }
        for (String sql :
                List.of(
                        """
                        insert into detail_fetch (product, at, id, account, outcome)
                        values (?, ?, random_uuid(), 'shop', 'ACCEPTED')
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
        process =
                new ProcessContext(
                        ledger,
                        data,
                        ledger.owners().enter(data.toString()),
                        time,
                        account -> new Merchant(TestAccounts.at(sandbox, account), time));
        details = new Details(process);
        imports(dying).recoverDead();
    }

    void closeLedger() {
        ledger.close();
        own.close();
    }
}
