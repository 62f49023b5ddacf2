package dev.stockload.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.exceptions.ExecutionException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.database.Database;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.DaemonThreads;
import dev.stockload.runs.OwnerLeases;
import dev.stockload.runs.WaitingRuns;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
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
    private static final String TABLE = "waiting_account";
    private static final String RUNS = "account";
    private static final String CHECK = "check";
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
    private final Database database;
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
        this.database = ledger.database();
        this.waiting = ledger.waitingRuns();
        this.owners = ledger.owners();
        // Databases round what is finer.
        this.clock = () -> owners.now().truncatedTo(ChronoUnit.MILLIS);
        this.connections = ledger.pool("accounts", CONNECTIONS);
        CustomTask<Void> runs =
                Tasks.custom(RUNS, Void.class).execute((of, context) -> work(of.getId()));
        CustomTask<Void> check =
                Tasks.custom(CHECK, Void.class).execute((of, context) -> check(of.getId()));
        int most = Math.max(1, workers / SHARE);
        SchedulerSetup picking = new SchedulerSetup(most, () -> canBeDone(workers / CHECKS));
        this.scheduler =
                picking.by(Scheduler.create(connections, runs, check), clock, workers, "run")
                        .tableName(TABLE)
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
                + SchedulerSetup.condition("task_name", full ? Set.of(CHECK) : Set.of());
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
        wake(RUNS, account);
    }

    /** Sees to it that the store of an account is compared. */
    void wakeCheck(String account) {
        wake(CHECK, account);
    }

    /** One that is at work just now looks again at its end. */
    private void wake(String task, String account) {
        int hastened =
                wake(
                        """
                        update waiting_account set execution_time = :now, version = version + 1
                         where task_name = :task and task_instance = :account
                           and not picked and execution_time > :now
                        """,
                        task,
                        account);
        try {
            if (hastened == 0) {
                wake(
                        """
                        insert into waiting_account
                          (task_name, task_instance, execution_time, picked, version)
                        select :task, :account, :now, false, 1
                         where not exists (select 1 from waiting_account
                                            where task_name = :task and task_instance = :account)
                        """,
                        task,
                        account);
            }
        } catch (DuplicateKeyException e) {
            // Another process has made it.
        }
        scheduler.triggerCheckForDueExecutions();
    }

    private int wake(String sql, String task, String account) {
        return database.sql(sql)
                .param("task", task)
                .param("account", account)
                .param("now", Database.time(clock.instant()))
                .update();
    }

    /**
     * For processes that died: after they entered a run and before they woke its account, or at
     * work, if they are known to be dead before their heartbeats are missed.
     */
    void sweep() {
        try {
            unset.clear();
            workers().stream().filter(owners::isDead).forEach(this::free);
            forgotten().forEach(this::wake);
            worker.clean();
        } catch (RuntimeException e) {
            LOG.warn("Waiting runs could not be read: {}", e.toString());
        }
    }

    /** The accounts whose runs are due and that nobody was woken for. */
    private List<String> forgotten() {
        return database.sql(
                        """
                        select distinct a.account from accepted_run a
                         where coalesce(a.not_before, :now) <= :now and not exists (select 1 from waiting_account w
                                            where w.task_name = :task and w.task_instance = a.account)
                        """)
                .param("task", RUNS)
                .param("now", Database.time(clock.instant()))
                .query(String.class)
                .list();
    }

    /** The ends of the names of the processes that work for accounts. */
    private List<String> workers() {
        return database.sql("select distinct picked_by from waiting_account where picked")
                .query(String.class)
                .list();
    }

    /** Lets others go on with what a dead process worked on. */
    private void free(String worker) {
        database.sql(
                        """
                        update waiting_account set picked = false, picked_by = null,
                               last_heartbeat = null, version = version + 1
                         where picked and picked_by = :worker
                        """)
                .param("worker", worker)
                .update();
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
