package dev.stockload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.imports.order.ImportOrder;
import dev.stockload.jobs.define.JobDefinition;
import dev.stockload.jobs.take.SheetLook;
import dev.stockload.notifications.Ping;
import dev.stockload.process.RunStoppedException;
import dev.stockload.sheet.rows.UnusableSheetException;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Timeout(60)
@Tag("soak")
class PingTest extends InNights {
    @AutoClose private final MockWebServer monitor = new MockWebServer();

    @BeforeEach
    void open() throws IOException {
        monitor.start();
        for (int i = 0; i < 6; i++) {
            monitor.enqueue(new MockResponse.Builder().code(200).build());
        }
    }

    @Test
    void a_monitor_is_called_at_start_success_and_failure() throws Exception {
        nights.sheet("stock.csv", GOOD);
        JobDefinition job = job();
        nights.runs.run(job, false);
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght?k=1");

        nights.runs.run(job, false);
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght?k=1");

        nights.sheet("stock.csv", "no,stock,sheet\n");
        nights.runs.run(job, false);
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght/fail?k=1");

        nights.runs.run(job, false);
        assertThat(called())
                .as("as long as it lies there")
                .containsExactly("/n1ght/start?k=1", "/n1ght/fail?k=1");
        assertThat(nights.ledger.runs().size("")).isEqualTo(2);
    }

    @Test
    void an_empty_folder_is_no_failure_but_a_missing_file_is_one() throws Exception {
        nights.sheet("in/stock.csv", GOOD);
        JobDefinition all = job("in/*.csv", "afterwards: move\nnotify: https://a.example/\n");
        nights.runs.run(all, false);
        nights.notifier.findEnded();
        assertThat(folder.resolve("in/done/stock.csv")).exists();
        called();
        int before = nights.waiting().size();

        assertThat(nights.runs.run(all, false)).isTrue();
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght?k=1");
        assertThat(nights.waiting()).hasSize(before);

        nights.runs.run(job("in/stock.csv", "notify: https://a.example/\n"), false);
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght/fail?k=1");
        assertThat(nights.waiting()).hasSize(before + 1);
    }

    @Test
    void a_stop_between_two_files_is_not_reported_as_success() throws Exception {
        nights.sheet("in/a.csv", GOOD);
        nights.sheet("in/b.csv", HEADER + "1,red,36,5\n");
        JobDefinition job = job("in/*.csv", "");
        nights.service.onCreate(
                () -> {
                    new Thread(nights.queue::stopAll).start();
                    Wait.until(() -> nights.queue.isClosed());
                });
        nights.runs.run(job, false);
        assertThat(nights.service.creates()).hasSize(1);
        assertThat(monitor.takeRequest().getTarget()).isEqualTo("/n1ght/start?k=1");
        Ping.flush();
        assertThat(monitor.getRequestCount()).as("the next start goes on").isOne();
    }

    @Test
    void a_stop_before_the_first_file_is_a_failure() throws Exception {
        nights.sheet("in/a.csv", GOOD);
        JobRuns.SheetImporter stopped =
                new JobRuns.SheetImporter() {
                    @Override
                    public String begin(SheetLook.Sheet sheet, ImportOrder order) {
                        throw new AssertionError("nothing begins after a stop");
                    }

                    @Override
                    public void unusable(Path file, UnusableSheetException why) {
                        throw why;
                    }

                    @Override
                    public boolean isStopped() {
                        return true;
                    }
                };
        JobRuns.Options asked = new JobRuns.Options(false, false, "person");
        assertThatThrownBy(() -> nights.runs.jobs().begin(job("in/*.csv", ""), asked, stopped))
                .isInstanceOf(RunStoppedException.class);
        assertThat(called()).containsExactly("/n1ght/start?k=1", "/n1ght/fail?k=1");
    }

    @Test
    void the_next_start_goes_on_with_a_job_that_was_stopped_while_it_looked_for_its_next_file()
            throws Exception {
        nights.sheet("in/a.csv", GOOD);
        nights.sheet("in/b.csv", HEADER + "1,red,36,5\n");
        JobDefinition job = job("in/*.csv", "");
        ScheduledJobs served = new ScheduledJobs(nights.queue, nights.runs.jobs());
        served.run(job, nights.ledger.owners().now());
        JobProgress progress = new StoredProgress(nights.ledger.database()).of("night").get(0);
        Wait.until(() -> served.isReady(progress));
        nights.queue.stopAll();

        assertThat(served.goOn(job, progress)).contains(progress);
        assertThat(monitor.takeRequest().getTarget()).isEqualTo("/n1ght/start?k=1");
        Ping.flush();
        assertThat(monitor.getRequestCount()).as("neither success nor failure").isOne();
    }

    @Test
    void a_job_does_not_wait_for_a_dead_monitor() throws Exception {
        monitor.close();
        nights.sheet("stock.csv", GOOD);
        assertThat(nights.runs.run(job(), false)).isTrue();
        assertThat(nights.service.applied()).hasSize(1);
    }

    private List<String> called() throws InterruptedException {
        List<String> called = new ArrayList<>();
        called.add(monitor.takeRequest().getTarget());
        called.add(monitor.takeRequest().getTarget());
        return called;
    }

    private JobDefinition job() throws IOException {
        return job("stock.csv", "");
    }

    private JobDefinition job(String read, String keys) throws IOException {
        return nights.job(
                "night",
                "read: %s\nping: \"http://localhost:%d/n1ght/?k=1\"\n%s"
                        .formatted(read, monitor.getPort(), keys));
    }
}
