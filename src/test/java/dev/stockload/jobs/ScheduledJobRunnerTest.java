package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.imports.ImportQueue;
import dev.stockload.imports.Imports;
import dev.stockload.imports.StrictService;
import dev.stockload.ledger.DataFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.merchant.Account;
import dev.stockload.merchant.Merchant;
import dev.stockload.runs.ProcessContext;
import dev.stockload.runs.RunListener;
import dev.stockload.runs.StopSignal;
import dev.stockload.runs.TurnedTime;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

@Timeout(60)
class ScheduledJobRunnerTest {
    @TempDir Path folder;

    private final TurnedTime time = new TurnedTime();
    private final MockWebServer listener = new MockWebServer();
    private StrictService service;
    private DataFolder data;
    private Ledger ledger;
    private ImportQueue queue;
    private Notifier notifier;
    private ScheduledJobRunner runs;

    @BeforeEach
    void open() throws IOException {
        listener.start();
        for (int i = 0; i < 10; i++) {
            listener.enqueue(new MockResponse.Builder().code(204).build());
        }
        service = new StrictService(time, false);
        data = DataFolder.take(folder.resolve("data"), "test").orElseThrow();
        ledger = ReadyLedger.in(folder.resolve("data"));
        Imports imports =
                new Imports(
                        new ProcessContext(
                                ledger,
                                folder.resolve("data"),
                                ledger.owners().enter(data.name(), () -> {}),
                                time),
                        this::merchant,
                        new StopSignal(),
                        RunListener.NOBODY);
        queue = new ImportQueue(imports, ledger, Duration.ofSeconds(10));
        notifier = new Notifier(List.of(), Duration.ofSeconds(10), words -> {});
        runs = new ScheduledJobRunner(queue, account -> account, notifier);
    }

    @AfterEach
    void close() {
        queue.close();
        ledger.close();
        data.close();
        service.close();
        listener.close();
    }

    @Test
    void a_service_that_is_away_is_a_failure_for_now_and_told_once() throws Exception {
        service.product(1, "A-1");
        JobDefinition job = job("pid,colour,size,stock\n1,red,36,4\n");
        service.close();
        assertThat(runs.run(job, false)).isEqualTo(JobRunner.End.FAILED_FOR_NOW);
        assertThat(runs.run(job, true)).isEqualTo(JobRunner.End.FAILED_FOR_NOW);
        assertThat(runs.run(job, true)).isEqualTo(JobRunner.End.FAILED_FOR_NOW);

        service.start();
        assertThat(runs.run(job, true)).isEqualTo(JobRunner.End.DONE);
        assertThat(service.applied()).hasSize(1);
        assertThat(told()).containsExactly("failure", "success");
    }

    @Test
    void a_sheet_that_cannot_be_used_is_not_tried_again() throws Exception {
        JobDefinition job = job("no,stock,sheet\n");
        assertThat(runs.run(job, false)).isEqualTo(JobRunner.End.DONE);
        assertThat(told()).containsExactly("failure");
    }

    @Test
    void a_storage_that_broke_is_a_failure_for_now() throws Exception {
        service.product(1, "A-1");
        JobDefinition job = job("pid,colour,size,stock\n1,red,36,4\n");
        service.onCreate(ledger::close);
        assertThat(runs.run(job, false)).isEqualTo(JobRunner.End.FAILED_FOR_NOW);
        assertThat(told()).containsExactly("failure");
    }

    private List<String> told() throws InterruptedException {
        notifier.close();
        List<String> events = new ArrayList<>();
        for (int i = listener.getRequestCount(); i > 0; i--) {
            String body = listener.takeRequest().getBody().utf8();
            events.add(body.replaceFirst("(?s).*\"event\" ?: ?\"([a-z]+)\".*", "$1"));
        }
        return events;
    }

    private JobDefinition job(String sheet) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(folder.resolve("stock.csv"), sheet);
        Files.writeString(
                folder.resolve("jobs/night.yml"),
                "read: stock.csv\nnotify: %s\n".formatted(listener.url("/")));
        return new JobFolder(List.of(folder)).find("night");
    }

    private Merchant merchant(String account) {
        return new Merchant(
                new Account(
                        account,
                        service.address(),
                        "app",
                        StrictService.SECRET,
                        StrictService.TOKEN,
                        false),
                time);
    }
}
