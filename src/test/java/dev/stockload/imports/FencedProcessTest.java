package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.batch.ProcessContext;
import dev.stockload.imports.Imports.Result;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.merchant.Merchant;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.Caller;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;
import dev.stockload.runs.TurnedTime;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** A process that is paused while others share its ledger, and wakes up. */
@Tag("soak")
class FencedProcessTest {
    private static final Duration DOUBT = Duration.ofSeconds(60);

    @TempDir Path folder;

    private Warehouse paused;
    private AtomicReference<Result> taken;

    @BeforeEach
    void open() throws IOException {
        paused =
                new Warehouse(
                        Files.createDirectory(folder.resolve("data")), TestDatabase.POSTGRESQL);
        taken = new AtomicReference<>();
    }

    @Test
    void sends_nothing_when_another_host_has_taken_over_its_run() throws IOException {
        Path file = paused.sheet("a.csv", 100, 7);
        boolean[] isTaken = {false};
        AtomicReference<Instant> from = new AtomicReference<>();
        // The rest between the intent of the second request and its turn.
        paused.time.onRest(
                () -> {
                    if (paused.service.creates().size() == 1 && isSending() && !isTaken[0]) {
                        isTaken[0] = true;
                        from.set(paused.time.instant());
                        paused.change("delete from process");
                        // Another process, so another thread.
                        taken.set(CompletableFuture.supplyAsync(this::goOnElsewhere).join());
                    }
                });

        assertThatThrownBy(() -> paused.start(file))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("taken over by");

        Run run = taken.get().run();
        assertThat(run.state()).isEqualTo(Run.State.COMPLETED);
        assertThat(paused.ledger.runs().get(run.id()).state())
                .as("as the other host ended it")
                .isEqualTo(Run.State.COMPLETED);
        assertThat(paused.service.applied().values()).hasSize(700).containsOnly(1);
        assertThat(paused.service.creates()).hasSize(3);
        // What the paused host may have begun can last as long as any call, and be applied later.
        assertThat(Duration.between(from.get(), paused.service.creates().get(2).at()))
                .isGreaterThan(Merchant.LONGEST_CALL.plus(DOUBT));
        assertThat(paused.service.shortestGap()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        paused.close();
    }

    @Test
    void takes_no_run_of_an_account_that_another_host_has_by_now() throws IOException {
        Run run =
                paused.imports.enter(
                        Orders.byHand("default", paused.sheet("a.csv", 100, 7)), false);
        paused.ledger.waitingRuns().add(run.id(), ResumeOptions.forced(false), Optional.empty());
        try (Imports.Turn turn = paused.imports.turn("default")) {
            paused.change("update pace set holder = 'another host'");
            assertThat(turn.next()).isEmpty();
            paused.change("update pace set holder = (select name from process)");
            assertThat(turn.next()).isPresent();
        }
        paused.close();
    }

    @Test
    void goes_on_if_nobody_took_over_meanwhile() throws IOException {
        Path file = paused.sheet("a.csv", 100, 7);
        paused.time.onRest(
                () -> {
                    if (paused.service.creates().size() == 1 && isSending()) {
                        paused.change("update process set until = now() - interval '1 second'");
                    }
                });
        Result result = paused.start(file);
        assertThat(result.run().message()).isNull();
        assertThat(paused.service.applied().values()).hasSize(700).containsOnly(1);
        paused.close();
    }

    @Test
    void a_request_delayed_after_its_intent_is_sent_again_as_a_new_one() throws IOException {
        Path file = paused.sheet("a.csv", 100, 7);
        TurnedTime time = paused.time;
        boolean[] slept = {false};
        time.onRest(
                () -> {
                    if (paused.service.creates().size() == 1 && isSending() && !slept[0]) {
                        slept[0] = true;
                        time.rest(Duration.ofMinutes(10), new StopSignal());
                    }
                });
        Result result = paused.start(file);
        assertThat(result.run().message()).isNull();
        assertThat(slept[0]).isTrue();
        assertThat(paused.notices).anyMatch(notice -> notice.contains("was paused"));
        assertThat(paused.service.applied().values()).hasSize(700).containsOnly(1);
        paused.close();
    }

    private boolean isSending() {
        return paused.ledger.runs().page("", 0, 1).get(0).tally().toString().contains("g");
    }

    private Result goOnElsewhere() {
        try (Ledger ledger = TestDatabase.POSTGRESQL.open(paused.data)) {
            Imports imports =
                    new Imports(
                            new ProcessContext(
                                    ledger,
                                    folder.resolve("elsewhere"),
                                    ledger.owners().enter("elsewhere", () -> {}),
                                    paused.time,
                                    paused::merchant),
                            Caller.silent());
            Run run = ledger.runs().unfinished().get(0);
            return imports.resume(run, ResumeOptions.forced(false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
