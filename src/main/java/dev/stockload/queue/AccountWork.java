package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.WaitingRuns;
import dev.stockload.stock.SafeText;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Works off what waits, among all hosts that share the ledger: each account with waiting runs has
 * one execution, which does one run and takes its place behind the other accounts. An account
 * without waiting runs has none and costs nothing.
 */
final class AccountWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccountWork.class);
    private static final String TASK = "account";
    private static final int CONNECTIONS = 4;
    private static final int MISSED_HEARTBEATS = 4;
    private static final int MOST_TRIES = 5;

    /** The share of its workers that a host takes at once, so that others get some too. */
    private static final int SHARE = 16;

    /** The library cuts names to this length, and the end of ours is unique. */
    private static final int LONGEST_NAME = 50;

    private static final Duration NEVER = Duration.ofDays(36500);
    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);

    private final Duration betweenSweeps;
    private final WaitingRuns waiting;
    private final InstantSource clock;
    private final HikariDataSource connections;
    private final Scheduler scheduler;
    private final ScheduledExecutorService sweeps =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("waiting-runs"));

    /** Does the work of an account. */
    interface Worker {
        /** Does one run; returns when to come again, empty if nothing is left. */
        Optional<Instant> work(String account);
    }

    AccountWork(Ledger ledger, Worker worker, int workers, Duration betweenSweeps) {
        this.betweenSweeps = betweenSweeps;
        this.waiting = ledger.waitingRuns();
        this.clock = ledger.owners()::now;
        this.connections = ledger.pool("accounts", CONNECTIONS);
        CustomTask<Void> task =
                Tasks.custom(TASK, Void.class)
                        .onFailure(
                                (failed, operations) ->
                                        operations.reschedule(
                                                failed, clock.instant().plus(AFTER_A_FAILURE)))
                        .onDeadExecution(
                                (dead, operations) -> operations.reschedule(dead, clock.instant()))
                        .execute((of, context) -> end(of.getId(), worker.work(of.getId())));
        String owner = ledger.owners().name();
        String name = SafeText.last(owner, LONGEST_NAME);
        this.scheduler =
                Scheduler.create(connections, task)
                        .tableName("waiting_account")
                        .schedulerName(new SchedulerName.Fixed(name))
                        .clock(clock::instant)
                        .jdbcCustomization(new Picking(Math.max(1, workers / SHARE), () -> ""))
                        .pollUsingLockAndFetch(0.5, 1.0)
                        .threads(workers)
                        .executorService(Executors.newCachedThreadPool(DaemonThreads.small("run")))
                        .pollingInterval(Duration.ofMillis(250))
                        .enableImmediateExecution()
                        .heartbeatInterval(Duration.ofSeconds(5))
                        .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                        .deleteUnresolvedAfter(NEVER)
                        .alwaysPersistTimestampInUTC()
                        .shutdownMaxWait(Duration.ofSeconds(5))
                        .build();
    }

    AccountWork start() {
        scheduler.start();
        sweeps.scheduleWithFixedDelay(
                this::sweep, 0, betweenSweeps.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    /** Removes the execution first, then looks: a run that is entered in between is not lost. */
    private CompletionHandler<Void> end(String account, Optional<Instant> next) {
        return (done, operations) -> {
            if (next.isPresent()) {
                operations.reschedule(done, next.get());
                return;
            }
            operations.remove();
            if (waiting.isWaiting(account)) {
                wake(account);
            }
        };
    }

    /** Sees to it that what waits for an account is done; called after its run is committed. */
    void wake(String account) {
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            try {
                scheduler.scheduleIfNotExists(new TaskInstance<>(TASK, account), clock.instant());
                return;
            } catch (TaskInstanceException e) {
                // Made and ended by another in between.
            }
        }
        LOG.warn("Account {} was not woken; the next look finds it", account);
    }

    /** For processes that died after they entered a run and before they woke its account. */
    void sweep() {
        try {
            waiting.forgotten().forEach(this::wake);
        } catch (RuntimeException e) {
            LOG.warn("Waiting runs could not be read: {}", e.toString());
        }
    }

    @Override
    public void close() {
        sweeps.shutdownNow();
        scheduler.stop();
        connections.close();
    }
}
