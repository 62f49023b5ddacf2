package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.details.table.DetailRun;
import dev.stockload.details.table.DetailStanding;
import dev.stockload.details.table.DetailTable.End;
import dev.stockload.details.table.DetailsOrder;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.RunState;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Jobs that wait, are stopped or killed, or are shared by processes. */
class ResumedDetailsTest extends InStore {
    @Test
    void stops_on_request_and_resumes_later() throws IOException {
        List<Integer> many = IntStream.range(FIRST, FIRST + 30).boxed().toList();
        Path out = folder.resolve("some.jsonl");
        DetailsOrder order = new DetailsOrder("shop", many, false, Optional.of(out));
        Details.Progress stopping =
                after(
                        done -> {
                            if (done == 14) {
                                stop.ask();
                            }
                        });
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
    @Tag("soak")
    void a_waiting_job_resumes_by_itself_after_a_stop_a_kill_and_a_service_failure()
            throws Exception {
        sandbox.close();
        start(400);
        Path out = folder.resolve("all.jsonl");
        all(out);
        nextDay();
        publish(FIRST, 200);

        List<Details.Result> stopped = details.resumeDue(stop, after(done -> stop.ask()));
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
        assertThat(failed.run().message()).contains("did not recover", "Trying again at");
        assertThat(goOn()).as("not at once").isEmpty();

        start(400);
        time.set(Duration.ofMinutes(10));
        Details.Result last = goOn().get(0);
        assertThat(last.run().id()).isEqualTo(failed.run().id());
        assertThat(last.run().state()).isEqualTo(RunState.COMPLETED);
        assertThat(Files.readAllLines(out)).hasSize(400);
    }

    @Test
    void an_account_without_settings_fails_only_its_own_job() throws Exception {
        for (String account : List.of("gone", "shop")) {
            details.fetch(
                    new DetailsOrder(account, List.of(FIRST), false, Optional.empty()),
                    stop,
                    before(() -> stop.ask()));
            DetailRun run = details.unfinished().get(details.unfinished().size() - 1);
            ledger.details().ended(run.id(), time.instant(), End.waiting(time.instant(), "limit"));
            stop = new StopSignal();
        }
        gone = "gone";

        List<Details.Result> results = goOn();

        assertThat(results)
                .extracting(result -> result.run().state())
                .containsExactly(RunState.FAILED, RunState.COMPLETED);
        assertThat(results.get(0).run().message())
                .startsWith("No account is named 'gone'. Trying again at");
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
                .allMatch(
                        n -> n.matches("Waiting for \\S+-details-\\S+, which is fetching .*shop"));
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void status_in_another_process_shows_the_progress() throws IOException {
        List<DetailStanding> seen = new ArrayList<>();
        details.fetch(
                new DetailsOrder("shop", List.of(FIRST, 5), false, Optional.empty()),
                stop,
                before(() -> seen.addAll(statusBeside())));
        seen.addAll(statusBeside());
        assertThat(seen)
                .extracting(job -> job.run().state(), DetailStanding::fetched)
                .containsExactly(tuple(RunState.RUNNING, 0), tuple(RunState.COMPLETED, 1));
        assertThat(seen.get(1).refused()).isEqualTo(1);
        closeLedger();
        openLedger();
        assertThat(statusBeside()).containsExactly(seen.get(1));
    }
}
