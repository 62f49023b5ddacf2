package dev.stockload.details;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.stockload.details.table.DetailsRequest;
import dev.stockload.imports.Imports;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.RunListener;

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
        DetailsRequest order = new DetailsRequest("shop", many, false, Optional.of(out));
        RunListener stopping =
                after(
                        done -> {
                            if (done == 14) {
                                stop.ask();
                            }
                        });
        Fetched stopped = fetch(order, stopping);
        assertThat(stopped.run().state()).isEqualTo(Run.State.STOPPED);
        assertThat(stopped.fetched()).isEqualTo(14);
        assertThat(Files.readAllLines(out)).hasSize(14);
        reopen();
        assertThat(fetch(order, dying).fetched()).isEqualTo(30);
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

        List<Fetched> stopped = goOn(process, new Caller(stop, after(done -> stop.ask())));
        assertThat(stopped).extracting(Fetched::fetched).containsExactly(301);
        assertThat(stopped.get(0).run().waits()).isTrue();

        reopen();
        dieAfter = 9;
        assertThatThrownBy(this::goOn).isInstanceOf(Exception.class);

        reopen();
        sandbox.close();
        Fetched failed = goOn().get(0);
        assertThat(failed.fetched()).isEqualTo(310);
        assertThat(failed.run().state()).isEqualTo(Run.State.FAILED);
        assertThat(failed.run().message()).contains("did not recover", "Trying again at");
        assertThat(goOn()).as("not at once").isEmpty();

        start(400);
        time.set(Duration.ofMinutes(10));
        Fetched last = goOn().get(0);
        assertThat(last.run().run()).isEqualTo(failed.run().run());
        assertThat(last.run().state()).isEqualTo(Run.State.COMPLETED);
        assertThat(Files.readAllLines(out)).hasSize(400);
    }

    @Test
    void one_job_at_a_time_fetches_for_an_account() throws Exception {
        List<String> notices = new CopyOnWriteArrayList<>();
        StopSignal impatient = new StopSignal();
        RunListener noticing =
                new RunListener() {
                    @Override
                    public void notice(String sentence) {
                        notices.add(sentence);
                    }
                };
        Imports imports = new Imports(process, new Caller(impatient, noticing));
        String lock = Run.lockOfDetails("shop");
        DetailsRequest other =
                new DetailsRequest("shop", List.of(FIRST + 2), false, Optional.empty());
        RunListener asking =
                after(
                        done -> {
                            assertThat(imports.turnIfFree(lock)).isEmpty();
                            assertThat(statusBeside())
                                    .extracting(DetailsReport::state)
                                    .containsExactly(
                                            done == 3 ? Run.State.COMPLETED : Run.State.RUNNING);
                            impatient.ask();
                            assertThatThrownBy(() -> imports.fetch(other))
                                    .hasMessageContaining("Stopped while waiting");
                        });
        try (Imports.Turn turn = imports.turn(lock)) {
            Run run =
                    imports.enter(
                            new DetailsRequest(
                                    "shop", List.of(FIRST, FIRST + 1), false, Optional.empty()));
            turn.perform(run, ResumeOptions.forced(false), new Caller(stop, asking));
        }
        assertThat(notices)
                .hasSize(3)
                .allMatch(
                        n -> n.matches("Waiting for \\S+-details-\\S+, which is fetching .*shop"));
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    void status_in_another_process_shows_the_progress() throws IOException {
        List<DetailsReport> seen = new ArrayList<>();
        fetch(
                new DetailsRequest("shop", List.of(FIRST, 5), false, Optional.empty()),
                before(() -> seen.addAll(statusBeside())));
        seen.addAll(statusBeside());
        assertThat(seen)
                .extracting(DetailsReport::state, job -> job.products().fetched())
                .containsExactly(tuple(Run.State.RUNNING, 0), tuple(Run.State.COMPLETED, 1));
        assertThat(seen.get(1).products().refused()).isEqualTo(1);
        closeLedger();
        openLedger();
        assertThat(statusBeside()).containsExactly(seen.get(1));
    }

    @Test
    void marks_let_a_job_go_on_that_waits_for_them() throws Exception {
        fetch(FIRST);
        nextDay();
        Fetched waiting = fetch(FIRST + 1);
        assertThat(waiting.run().waits()).isTrue();
        assertThat(waiting.run().resumeAt()).as("people have to publish first").isNull();
        nextDay();
        assertThat(goOn()).isEmpty();

        publish(FIRST, 1);
        assertThat(goOn())
                .extracting(each -> each.run().state())
                .containsExactly(Run.State.COMPLETED);
    }
}
