package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.exceptions.ExecutionException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.ledger.Executions;
import dev.stockload.ledger.Executions.Task;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.runs.WaitingRuns;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Works off what waits, among all hosts that share the ledger: each account with waiting runs has
 * one execution, which does one run and takes its place behind the other accounts. An account
 * without waiting runs has none and costs nothing.
 */
class AccountWork implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccountWork.class);
    private static final int CONNECTIONS = 4;

    /** The share of its workers that a host has for checks of stores at most. */
    private static final int CHECKS = 4;

    /** The share of its workers that a host takes at once, so that others get some too. */
    private static final int SHARE = 8;

    private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);
    private static final Duration LONGEST_SWEEP = Duration.ofSeconds(20);

    /** An account that is asked for again within this time is not woken before. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private final Worker worker;
    private final Duration betweenSweeps;
    private final Executions ofRuns;
    private final Executions ofChecks;
    private final WaitingRuns waiting;
    private final OwnerLeases owners;
    private final InstantSource clock;
    private final HikariDataSource connections;
    private final Scheduler scheduler;
    private final ScheduledExecutorService sweeps =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.small("waiting-runs"));

    private final AtomicInteger checks = new AtomicInteger();

    /** Accounts whose settings this host was found to lack since the last sweep. */
    private final Set<String> unset = ConcurrentHashMap.newKeySet();

    /** Does the work of an account. */
    interface Worker {
        /** Does one run; returns when to come again, empty if nothing is left. */
        Optional<Instant> work(String account);

        /** Compares its whole store; returns when to come again, empty if that is done. */
        Optional<Instant> check(String account);

        /** Whether this process has the settings of the account. */
        boolean isSet(String account);

        /** Removes what is too old; asked for every half minute. */
        void clean();
    }

    /**
     * @param workers how many accounts this host works for at a time
     * @param patience how long {@link #stop} waits for requests in flight
     */
    AccountWork(
            Ledger ledger, Worker worker, int workers, Duration betweenSweeps, Duration patience) {
        this.worker = worker;
        this.betweenSweeps = betweenSweeps;
        this.ofRuns = new Executions(ledger.database(), Task.RUNS);
        this.ofChecks = new Executions(ledger.database(), Task.CHECK);
        this.waiting = ledger.waitingRuns();
        this.owners = ledger.owners();
        // Databases round what is finer.
        this.clock = () -> owners.now().truncatedTo(ChronoUnit.MILLIS);
        this.connections = ledger.pool("accounts", CONNECTIONS);
        CustomTask<Void> runs =
                Tasks.custom(Task.RUNS.toString(), Void.class)
                        .execute((of, context) -> work(of.getId()));
        CustomTask<Void> check =
                Tasks.custom(Task.CHECK.toString(), Void.class)
                        .execute((of, context) -> check(of.getId()));
        int most = Math.max(1, workers / SHARE);
        SchedulerSetup picking = new SchedulerSetup(most, () -> canBeDone(workers / CHECKS));
        this.scheduler =
                picking.by(Scheduler.create(connections, runs, check), clock, workers, "run")
                        .tableName(Executions.OF_ACCOUNTS)
                        .schedulerName(SchedulerSetup.name(owners))
                        .pollingInterval(Duration.ofMillis(500))
                        .enableImmediateExecution()
                        .heartbeatInterval(Duration.ofSeconds(5))
                        .shutdownMaxWait(patience)
                        .build();
    }

    AccountWork start() {
        scheduler.start();
        sweeps.scheduleWithFixedDelay(
                this::sweep, 0, betweenSweeps.toMillis(), TimeUnit.MILLISECONDS);
        return this;
    }

    private String canBeDone(int mostChecks) {
        boolean full = checks.get() > 0 && checks.get() >= mostChecks;
        return SchedulerSetup.condition("task_instance", unset)
                + SchedulerSetup.condition(
                        "task_name", full ? Set.of(Task.CHECK.toString()) : Set.of());
    }

    private CompletionHandler<Void> work(String account) {
        if (!worker.isSet(account)) {
            return leave(account);
        }
        try {
            return end(account, worker.work(account));
        } catch (RuntimeException e) {
            LOG.warn("The worker of account {} failed; its runs are tried again soon", account, e);
            return end(account, Optional.of(clock.instant().plus(AFTER_A_FAILURE)));
        }
    }

    private CompletionHandler<Void> check(String account) {
        if (!worker.isSet(account)) {
            return leave(account);
        }
        checks.incrementAndGet();
        try {
            Optional<Instant> next = worker.check(account);
            return (done, operations) -> store(account, next, done, operations);
        } finally {
            checks.decrementAndGet();
        }
    }

    /** Unchanged, for another host. */
    private CompletionHandler<Void> leave(String account) {
        unset.add(account);
        return (done, operations) -> operations.reschedule(done, done.getExecution().executionTime);
    }

    /** False if another process has taken over. */
    private static boolean store(
            String account,
            Optional<Instant> next,
            ExecutionComplete done,
            ExecutionOperations<Void> operations) {
        try {
            next.ifPresentOrElse(time -> operations.reschedule(done, time), operations::remove);
            return true;
        } catch (ExecutionException e) {
            LOG.info("Another process has taken over account {}", account);
            return false;
        }
    }

    /** Stores the end first, then looks: a run that is entered in between is not lost. */
    CompletionHandler<Void> end(String account, Optional<Instant> next) {
        return (done, operations) -> {
            if (!store(account, next, done, operations)) {
                return;
            }
            Instant now = clock.instant();
            boolean soon = next.filter(time -> time.isBefore(now.plus(SOON))).isPresent();
            if (!soon && waiting.next(account, now).filter(now::equals).isPresent()) {
                wake(account);
            }
        };
    }

    /** Sees to it that what waits for an account is done; called after its run is committed. */
    void wake(String account) {
        wake(ofRuns, account);
    }

    /** Sees to it that the store of an account is compared. */
    void wakeCheck(String account) {
        wake(ofChecks, account);
    }

    private void wake(Executions executions, String account) {
        executions.wake(account, clock.instant());
        scheduler.triggerCheckForDueExecutions();
    }

    /**
     * For processes that died: after they entered a run and before they woke its account, or at
     * work, if they are known to be dead before their heartbeats are missed.
     */
    void sweep() {
        try {
            unset.clear();
            ofRuns.workers().stream().filter(owners::isDead).forEach(ofRuns::free);
            Set<String> woken = ofRuns.instances();
            waiting.due(clock.instant()).stream()
                    .filter(account -> !woken.contains(account))
                    .forEach(this::wake);
            worker.clean();
        } catch (RuntimeException e) {
            LOG.warn("Waiting runs could not be read: {}", e.toString());
        }
    }

    /** Starts nothing more, and waits for what is being worked on. */
    void stop() {
        sweeps.shutdown();
        scheduler.stop();
        // Not interrupted: that would close the file of H2.
        try {
            sweeps.awaitTermination(LONGEST_SWEEP.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!scheduler.getSchedulerState().isShuttingDown()) {
            stop();
        }
        connections.close();
    }
}
