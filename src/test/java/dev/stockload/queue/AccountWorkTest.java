package dev.stockload.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;

import dev.stockload.Rounds;
import dev.stockload.Wait;
import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerTest;
import dev.stockload.ledger.TestDatabase;
import dev.stockload.process.StopSignal;
import dev.stockload.process.Time;
import dev.stockload.runs.ResumeOptions;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Two schedulers on one database; a run is entered as a row and done when that is gone. */
@Timeout(600)
class AccountWorkTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int ACCOUNTS = 20;
    private static final int WORKERS = 20;
    private static final int DUE = 100;

    @TempDir Path folder;

    private final Set<String> atWork = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> done = new ConcurrentHashMap<>();
    private final List<String> twice = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void what_is_entered_is_done_by_one_at_a_time(TestDatabase database) throws Exception {
        play(database, 200);
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void none_of_two_thousand_is_lost(TestDatabase database) throws Exception {
        play(database, Rounds.of(2_000));
    }

    /** An end that looks before it is stored would lose it. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_run_that_is_entered_while_an_execution_ends_is_not_lost(TestDatabase database)
            throws Exception {
        AtomicInteger ends = new AtomicInteger();
        try (Ledger ledger = open(database);
                AccountWork work =
                        new AccountWork(
                                ledger,
                                (RunsOnly) account -> work(ledger, account),
                                WORKERS,
                                Duration.ofHours(1),
                                Duration.ofSeconds(5)) {
                            @Override
                            CompletionHandler<Void> end(String account, Optional<Instant> next) {
                                CompletionHandler<Void> end = super.end(account, next);
                                return (done, operations) -> {
                                    if (ends.incrementAndGet() == 1) {
                                        enter(ledger, account, 2);
                                        wake(account);
                                    }
                                    end.complete(done, operations);
                                };
                            }
                        }) {
            work.start();
            enter(ledger, "a1", 1);
            work.wake("a1");
            await(ledger);
        }
        assertThat(done.get("a1").get()).isEqualTo(2);
    }

    /** As in an hour without any run. */
    @Test
    void what_is_too_old_is_removed_also_where_no_run_ends() throws Exception {
        CountDownLatch cleaned = new CountDownLatch(2);
        RunsOnly worker =
                new RunsOnly() {
                    @Override
                    public Optional<Instant> work(String account) {
                        return Optional.empty();
                    }

                    @Override
                    public void clean() {
                        cleaned.countDown();
                    }
                };
        Duration sweeps = Duration.ofMillis(20);
        try (Ledger ledger = open(TestDatabase.H2);
                AccountWork work = new AccountWork(ledger, worker, 1, sweeps, LONGEST)) {
            work.start();
            assertThat(cleaned.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_run_whose_process_died_before_it_woke_the_account_is_found(TestDatabase database)
            throws Exception {
        try (Ledger ledger = open(database)) {
            enter(ledger, 1);
            try (AccountWork work = work(ledger)) {
                work.start();
                await(ledger);
            }
        }
        assertThat(done).containsOnlyKeys("a1");
    }

    @Tag("soak")
    @ParameterizedTest
    @EnumSource(value = TestDatabase.class, names = "POSTGRESQL")
    void two_hosts_share_what_is_due(TestDatabase database) throws Exception {
        List<String> here = new CopyOnWriteArrayList<>();
        List<String> there = new CopyOnWriteArrayList<>();
        try (Ledger ledger = open(database);
                Ledger other = open(database);
                AccountWork first = busy(ledger, here);
                AccountWork second = busy(other, there)) {
            for (int number = 1; number <= DUE; number++) {
                first.wake("a" + number);
            }
            first.start();
            second.start();
            Wait.until(() -> here.size() + there.size() >= DUE);
        }
        assertThat(here).hasSizeBetween(40, 60).doesNotContainAnyElementsOf(there);
    }

    /** Notes which accounts it works for, and is busy with each until all are begun. */
    private static AccountWork busy(Ledger ledger, List<String> begun) {
        return new AccountWork(
                ledger,
                (RunsOnly)
                        account -> {
                            begun.add(account);
                            Time.real().rest(Duration.ofSeconds(6), new StopSignal());
                            return Optional.empty();
                        },
                80,
                Duration.ofHours(1),
                Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void a_run_for_later_waits_and_one_that_is_entered_meanwhile_does_not(TestDatabase database)
            throws Exception {
        try (Ledger ledger = open(database)) {
            AtomicInteger looks = new AtomicInteger();
            Instant later = ledger.owners().now().plus(Duration.ofHours(1));
            try (AccountWork work =
                    new AccountWork(
                                    ledger,
                                    (RunsOnly)
                                            account ->
                                                    looks.incrementAndGet() < 3
                                                            ? Optional.of(later)
                                                            : Optional.empty(),
                                    WORKERS,
                                    Duration.ofHours(1),
                                    Duration.ofSeconds(5))
                            .start()) {
                for (int look = 1; look <= 3; look++) {
                    work.wake("a1");
                    int times = look;
                    Wait.until(
                            () ->
                                    looks.get() >= times
                                            && count(ledger, "waiting_account where picked") == 0);
                }
            }
            assertThat(count(ledger, "waiting_account")).isZero();
        }
        assertThat(done).isEmpty();
    }

    private void play(TestDatabase database, int runs) throws Exception {
        try (Ledger here = open(database);
                Ledger there = open(database);
                AccountWork first = work(here).start();
                AccountWork second = work(there).start()) {
            enter(here, there, first, second, runs);
            await(here);
        }
        assertThat(twice).isEmpty();
        assertThat(done.values().stream().mapToInt(AtomicInteger::get).sum()).isEqualTo(runs);
    }

    /** By four doors, two of each process. */
    private static void enter(
            Ledger here, Ledger there, AccountWork first, AccountWork second, int runs)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            AtomicInteger number = new AtomicInteger();
            List<Future<?>> doors = new ArrayList<>();
            for (int door = 0; door < 4; door++) {
                boolean odd = door % 2 == 1;
                doors.add(
                        threads.submit(
                                () -> {
                                    int next = number.incrementAndGet();
                                    while (next <= runs) {
                                        String account = enter(odd ? here : there, next);
                                        (odd ? first : second).wake(account);
                                        next = number.incrementAndGet();
                                    }
                                }));
            }
            for (Future<?> each : doors) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void await(Ledger ledger) throws InterruptedException {
        long from = System.nanoTime();
        while (count(ledger, "accepted_run") + count(ledger, "waiting_account") > 0) {
            assertThat(System.nanoTime() - from).as("lost").isLessThan(LONGEST.toNanos());
            Thread.sleep(20);
        }
    }

    private static int count(Ledger ledger, String table) {
        return ledger.database().sql("select count(*) from " + table).query(Integer.class).single();
    }

    private Ledger open(TestDatabase database) throws IOException {
        Ledger ledger = Ledger.open(database.in(folder));
        ledger.owners().enter("test");
        return ledger;
    }

    private AccountWork work(Ledger ledger) {
        // No sweep after the first one, so that what is lost stays lost.
        return new AccountWork(
                ledger,
                (RunsOnly) account -> work(ledger, account),
                WORKERS,
                Duration.ofHours(1),
                Duration.ofSeconds(5));
    }

    private Optional<Instant> work(Ledger ledger, String account) {
        if (!atWork.add(account)) {
            twice.add(account);
        }
        ledger.database()
                .sql(
                        """
                        select run from accepted_run where account = :account
                         order by number fetch first row only
                        """)
                .param("account", account)
                .query(String.class)
                .optional()
                .filter(ledger.waitingRuns()::remove)
                .ifPresent(
                        run ->
                                done.computeIfAbsent(account, each -> new AtomicInteger())
                                        .incrementAndGet());
        atWork.remove(account);
        // Only sometimes, so that its end is tried in all ways.
        return account.hashCode() % 2 == 0 && ledger.waitingRuns().next(account, NIGHT).isPresent()
                ? Optional.of(ledger.owners().now())
                : Optional.empty();
    }

    private static String enter(Ledger ledger, int number) {
        String account = "a" + number % ACCOUNTS;
        enter(ledger, account, number);
        return account;
    }

    /** A run of an account that waits for it. */
    static void enter(Ledger ledger, String account, int number) {
        Run run = LedgerTest.run("run-" + number, NIGHT);
        ledger.database()
                .sql(
                        """
                        insert into run (id, job, account, number, rank, file, options, send, missing, content,
                                         state, named, standing, started_at, tally, requests, owner)
                        values (:id, 'by hand', :account, :number, :number, 'a.csv', '', 'ALL', 'KEEP', :content,
                                'STOPPED', false, 'OPEN', :at, :tally, 0, 'test')
                        """)
                .param("id", run.id())
                .param("account", account)
                .param("number", number)
                .param("content", "c".repeat(64))
                .param("at", Database.time(NIGHT))
                .param("tally", run.tally().toString())
                .update();
        ledger.waitingRuns().add(run.id(), ResumeOptions.forced(false), Optional.empty());
    }
}
