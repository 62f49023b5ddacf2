package dev.stockload.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.Wait;
import dev.stockload.batch.AccountTurn;
import dev.stockload.batch.ProcessContext;
import dev.stockload.book.Outbox.ToSend;
import dev.stockload.database.Database;
import dev.stockload.database.LedgerAddress;
import dev.stockload.database.LedgerConnection;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerTest;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.process.RunFailedException;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

class OwnerLeasesTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @TempDir Path data;

    @Test
    void a_process_is_alive_until_it_ends() {
        try (Ledger here = postgres()) {
            String other;
            try (Ledger there = postgres()) {
                other = there.owners().enter("there", () -> {});
                assertThat(here.owners().isAlive(other)).isTrue();
            }
            assertThat(here.owners().isAlive(other)).isFalse();
            assertThat(here.owners().isAlive("nobody")).isFalse();
        }
    }

    @Test
    void a_process_with_an_expired_lease_lives_on_until_another_deletes_it() {
        try (Ledger here = postgres();
                Ledger there = postgres()) {
            String us = here.owners().enter("here");
            there.owners().enter("there");
            assertThat(there.owners().fence(us)).isFalse();

            runOut(there);
            assertThat(there.owners().isAlive(us)).isFalse();
            assertThat(here.owners().renew()).isTrue();
            assertThat(there.owners().isAlive(us)).isTrue();

            runOut(there);
            assertThat(there.owners().fence(us)).isTrue();
            assertThat(here.owners().renew()).isFalse();
        }
    }

    @Test
    @Timeout(60)
    void no_request_to_stop_a_run_is_lost() throws Exception {
        Set<String> stopped = ConcurrentHashMap.newKeySet();
        try (Ledger here = postgres();
                Ledger there = postgres()) {
            here.owners().whenAskedToStop(stopped::add);
            String us = here.owners().enter("here", () -> {});
            assertThat(there.owners().askToStop("nobody", "run-1")).isFalse();
            assertThat(there.owners().askToStop(us, "run-1")).isTrue();
            assertThat(there.owners().askToStop(us, "run-2")).isTrue();
            assertThat(there.owners().askToStop(us, "run-2")).as("asked twice").isTrue();
            Wait.until(() -> stopped.size() >= 2);
            assertThat(stopped).containsExactlyInAnyOrder("run-1", "run-2");
        }
    }

    @Test
    void the_time_of_the_database_is_known_without_asking_it() {
        InstantSource behind = () -> Instant.now().minusSeconds(3600);
        LedgerAddress address = TestDatabase.POSTGRESQL.in(data);
        try (HikariDataSource source = LedgerConnection.connect(address)) {
            OwnerLeases owners = new OwnerLeases(new Database(source, false), behind, address);
            owners.enter("here");
            assertThat(owners.now()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        }
    }

    @Test
    @Tag("soak")
    @Timeout(60)
    void a_lease_is_renewed_even_if_runs_use_all_connections() throws Exception {
        AtomicBoolean lost = new AtomicBoolean();
        List<Connection> taken = new ArrayList<>();
        try (Ledger here = postgres();
                Ledger there = postgres()) {
            here.owners().enter("here", () -> lost.set(true));
            int most = ((HikariDataSource) here.dataSource()).getMaximumPoolSize();
            while (taken.size() < most) {
                taken.add(here.dataSource().getConnection());
            }
            Instant first = until(there);
            Wait.until(() -> until(there).isAfter(first));
            assertThat(lost).isFalse();
            for (Connection each : taken) {
                each.close();
            }
        }
    }

    private static Instant until(Ledger ledger) {
        return ledger.database()
                .sql("select max(until) from process")
                .query(OffsetDateTime.class)
                .single()
                .toInstant();
    }

    @Test
    void nobody_waits_for_a_process_of_this_machine_that_has_ended() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        try (Ledger here = postgres()) {
            String us = here.owners().enter("here");
            String ended = us.replaceAll("process \\d+", "process " + process.pid());
            assertThat(here.owners().mayStillSend(ended)).isFalse();
            assertThat(here.owners().mayStillSend(us)).isTrue();
            assertThat(here.owners().mayStillSend("elsewhere (process 1, 0-0)")).isTrue();
        }
    }

    private static void runOut(Ledger ledger) {
        ledger.database().sql("update process set until = now() - interval '1 second'").update();
    }

    @Test
    void one_process_at_a_time_works_for_an_account() {
        StopSignal stop = new StopSignal();
        List<String> said = new ArrayList<>();
        RunListener listener =
                new RunListener() {
                    @Override
                    public void notice(String sentence) {
                        said.add(sentence);
                    }
                };
        Caller caller = new Caller(stop, listener);
        try (Ledger here = postgres()) {
            AccountTurn ours = turns(here, here.owners().enter("here", () -> {}));
            try (Ledger there = postgres()) {
                AccountTurn theirs = turns(there, there.owners().enter("there", () -> {}));
                assertThat(theirs.take("default", caller)).isFalse();
                stop.ask();
                assertThatThrownBy(() -> ours.take("default", caller))
                        .hasMessage("Stopped while waiting; nothing was done");
                assertThat(said)
                        .containsExactly(
                                "Waiting for %s, which is sending for account default"
                                        .formatted(there.owners().name()));
                assertThat(ours.take("other", caller)).isFalse();
            }
            assertThat(ours.take("default", caller)).isTrue();
            ours.release("default");
            assertThat(ours.take("default", caller)).isFalse();
            assertThat(said).hasSize(1);
        }
    }

    private static AccountTurn turns(Ledger ledger, String owner) {
        ProcessContext process = new ProcessContext(ledger, Path.of("."), owner, Time.real(), null);
        return new AccountTurn(process);
    }

    @Test
    void a_process_whose_run_was_taken_over_cannot_send() {
        try (Ledger ledger = postgres()) {
            Run run = LedgerTest.run("run", NIGHT);
            ledger.runs().add(run);
            assertThat(ledger.runs().claim(run, "there")).isPresent();
            assertThat(ledger.runs().claim(run, "late")).isEmpty();
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(
                            () ->
                                    ledger.outbox(ledger.book("default"))
                                            .begin(
                                                    run,
                                                    new ToSend(
                                                            List.of(), new TreeMap<>(), Map.of()),
                                                    1,
                                                    NIGHT,
                                                    Duration.ZERO))
                    .withMessageContaining("another may have taken over run run");
        }
    }

    @Test
    void a_sheet_reaches_another_host_as_it_was() throws IOException {
        byte[] content = new byte[2_500_000];
        new Random(7).nextBytes(content);
        Path sheet = Files.write(data.resolve("stock.xlsx"), content);
        try (Ledger here = postgres();
                Ledger there = postgres()) {
            here.runs().add(LedgerTest.run("run", NIGHT), () -> sheet);
            there.sheets().fetch("run", data.resolve("there/stock.xlsx"));
            assertThat(data.resolve("there/stock.xlsx")).hasBinaryContent(content);
            there.sheets().drop("run");
            here.sheets().fetch("run", data.resolve("again/stock.xlsx"));
            assertThat(data.resolve("again")).doesNotExist();
        }
    }

    @Test
    void a_database_that_cannot_be_used_is_named_without_its_password() {
        LedgerAddress nowhere =
                new LedgerAddress("jdbc:postgresql://127.0.0.1:1/x?password=secret", "me", "pass");
        assertThatThrownBy(() -> Ledger.open(nowhere))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/x cannot be used")
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("pass");
        assertThatThrownBy(() -> Ledger.open(new LedgerAddress("jdbc:mysql://h/x", null, null)))
                .hasMessageContaining("PostgreSQL");
    }

    private Ledger postgres() {
        return Ledger.open(TestDatabase.POSTGRESQL.in(data));
    }
}
