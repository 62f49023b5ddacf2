package dev.stockload.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.Rounds;
import dev.stockload.jobs.BeginsOnly;
import dev.stockload.jobs.JobScheduler;
import dev.stockload.jobs.define.JobFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.ReadyLedger;
import dev.stockload.process.StopSignal;
import dev.stockload.runs.SimulatedTime;
import dev.stockload.service.NextCreate;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A night of many accounts on one process, 2,000 with {@code -Prounds=4}, through the schedule, the
 * workers and the pace of the ledger, in a time that passes when all wait. The requests themselves
 * take as long as a service would.
 */
@Timeout(600)
@Tag("soak")
class ManyAccountsTest {
    private static final int ACCOUNTS = Rounds.of(500);
    private static final int MOST_REQUESTS = 6;
    private static final Duration ANSWER = Duration.ofMillis(150);
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @TempDir Path folder;

    private final SimulatedTime time = new SimulatedTime(NIGHT, ACCOUNTS);
    private final Map<String, List<Instant>> creates = new ConcurrentHashMap<>();
    private final List<Long> memory = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final CountDownLatch ended = new CountDownLatch(ACCOUNTS);
    private final StopSignal stop = new StopSignal();
    private final long begin = System.nanoTime();
    private volatile boolean night;

    @Test
    void a_night_of_many_accounts_takes_as_long_as_its_slowest(TestReporter reporter)
            throws Exception {
        Files.createDirectories(folder.resolve("jobs"));
        for (int i = 0; i < ACCOUNTS; i++) {
            define(i);
        }
        try (Ledger ledger = ReadyLedger.in(folder)) {
            ledger.owners().enter("test");
            NextCreate turns = new NextCreate(ledger, time);
            JobScheduler.Intervals intervals =
                    new JobScheduler.Intervals(
                            Duration.ofMillis(1), Duration.ofHours(1), Duration.ofHours(1));
            AccountWork work =
                    new AccountWork(
                            ledger,
                            (RunsOnly) account -> send(ledger, account, turns),
                            ACCOUNTS,
                            Duration.ofHours(1),
                            Duration.ofSeconds(10));
            BeginsOnly begins =
                    (job, due) -> {
                        int number = Integer.parseInt(job.account().substring(1));
                        AccountWorkTest.enter(ledger, job.account(), number + 1);
                        work.wake(job.account());
                        return true;
                    };
            try (work;
                    JobScheduler schedules =
                            new JobScheduler(
                                            ledger,
                                            new JobFolder(List.of(folder), Set.of(), Set.of()),
                                            begins,
                                            this::clock,
                                            intervals)
                                    .start()) {
                work.start();
                night = true;
                assertThat(ended.await(300, TimeUnit.SECONDS)).as("all ended").isTrue();
                assertThat(schedules).isNotNull();
            }
        }
        Duration took = Duration.between(NIGHT, last());
        Duration slowest =
                ANSWER.plus(Duration.ofSeconds(2)).multipliedBy(MOST_REQUESTS).minusSeconds(2);
        assertThat(took).isBetween(slowest, slowest.plusSeconds(1));
        assertThat(creates).hasSize(ACCOUNTS).allSatisfy(ManyAccountsTest::assertPaced);
        assertThat(memory.get(memory.size() - 1) - memory.get(0)).isLessThan(16 << 20);
        reporter.publishEntry(
                "requests per second", String.valueOf(sent.get() * 1000L / took.toMillis()));
    }

    /** The clock of the schedule, which checks whether a little time has passed. */
    private Instant clock() {
        Instant now = night ? time.instant() : NIGHT.minusSeconds(60);
        return now.plusNanos((System.nanoTime() - begin) / 100);
    }

    private Optional<Instant> send(Ledger ledger, String account, NextCreate turns) {
        int number = Integer.parseInt(account.substring(1));
        time.enter();
        for (int request = 0; request <= number % MOST_REQUESTS; request++) {
            time.rest(turns.waitBefore(account), stop);
            creates.computeIfAbsent(account, a -> new ArrayList<>()).add(time.instant());
            time.rest(ANSWER, stop);
            turns.ended(account);
            measure(sent.incrementAndGet());
        }
        time.leave();
        ledger.database()
                .sql("delete from accepted_run where account = :account")
                .param("account", account)
                .update();
        ended.countDown();
        return Optional.empty();
    }

    private void measure(int count) {
        int half = ACCOUNTS * (MOST_REQUESTS + 1) / 2;
        if (count == half / 4 || count == half / 2 || count == half * 3 / 4) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            synchronized (memory) {
                memory.add(runtime.totalMemory() - runtime.freeMemory());
            }
        }
    }

    private Instant last() {
        return creates.values().stream()
                .map(times -> times.get(times.size() - 1).plus(ANSWER))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static void assertPaced(String account, List<Instant> times) {
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i)))
                    .as(account)
                    .isEqualTo(ANSWER.plusSeconds(2));
        }
    }

    private void define(int number) throws IOException {
        Files.writeString(
                folder.resolve("jobs/a%d.yml".formatted(number)),
                """
                read: a%1$d.csv
                account: a%1$d
                schedule: "30 1 * * *"
                zone: UTC
                """
                        .formatted(number));
    }
}
