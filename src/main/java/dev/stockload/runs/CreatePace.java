package dev.stockload.runs;

import dev.stockload.ledger.AccountLocks;
import dev.stockload.ledger.AccountLocks.LastCreate;
import dev.stockload.ledger.AccountLocks.RetryAfter;
import dev.stockload.ledger.Ledger;
import dev.stockload.stock.CreateLimits;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When the next create of an account may start: one at a time, and so long after the one before as
 * the service asks for. Says how long to wait; whoever asks does the waiting. No clock is asked for
 * the pause, since clocks are set: when another machine has created last, is as if it had been now.
 */
public final class CreatePace {
    private static final Duration LONGEST_KEPT = Duration.ofDays(1);

    private final Time time;
    private final AccountLocks accounts;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, LastCreate> elsewhere = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public CreatePace(Ledger ledger, Time time) {
        this.accounts = ledger.accountLocks();
        this.time = time;
    }

    /** Another process has sent for the account until now. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
    }

    /** Held by whoever creates for the account in this process. */
    public ReentrantLock lock(String account) {
        return locks.computeIfAbsent(account, name -> new ReentrantLock());
    }

    /** How long from now until a create of this account may start; zero if it may at once. */
    public Duration waitBefore(String account) {
        Duration asked = leftOfRetryAfter(account);
        Duration pause = leftOfPause(account);
        return asked.compareTo(pause) > 0 ? asked : pause;
    }

    private Duration leftOfRetryAfter(String account) {
        Optional<RetryAfter> wait = accounts.retryAfter(account);
        if (wait.isEmpty()) {
            return Duration.ZERO;
        }
        Optional<Duration> left = wait.get().until().since(time.uptime());
        if (left.isPresent()) {
            return left.get();
        }
        Duration asked = wait.get().asked();
        Duration byClock = leftByClock(account, asked);
        accounts.retryAfter(account, new RetryAfter(asked, time.uptime().plus(byClock)));
        return byClock;
    }

    /**
     * What is left of a wait that was asked for on another machine. Its clock and ours may be set:
     * a short wait is kept whole once more, and of a long one never more than was asked for.
     */
    private Duration leftByClock(String account, Duration asked) {
        Duration passed =
                accounts.lastCreate(account)
                        .map(last -> Duration.between(last.ended(), time.instant()))
                        .filter(since -> !since.isNegative())
                        .orElse(Duration.ZERO);
        Duration left = asked.minus(passed);
        Duration least = asked.compareTo(Retries.LONGEST) < 0 ? asked : Retries.LONGEST;
        return left.compareTo(least) > 0 ? left : least;
    }

    private Duration leftOfPause(String account) {
        Optional<LastCreate> last = accounts.lastCreate(account);
        Optional<Duration> since = last.flatMap(each -> time.uptime().since(each.uptime()));
        if (last.isPresent()
                && since.isEmpty()
                && !last.get().equals(elsewhere.put(account, last.get()))) {
            afterAnother(account);
        }
        Duration byUptime = since.map(CreateLimits::pause).orElse(Duration.ZERO);
        Long end = ends.get(account);
        if (end == null) {
            return byUptime;
        }
        Duration bySpan = CreateLimits.pause(Duration.ofNanos(time.nanos() - end));
        return byUptime.compareTo(bySpan) > 0 ? byUptime : bySpan;
    }

    /** A create of this account was answered or given up. */
    public void ended(String account) {
        ends.put(account, time.nanos());
        accounts.createEnded(account, new LastCreate(time.instant(), time.uptime()));
    }

    /** The service has asked to wait so long before the next create. */
    public void postponed(String account, Duration asked) {
        Duration wait = kept(asked);
        accounts.retryAfter(account, new RetryAfter(wait, time.uptime().plus(wait)));
    }

    /** How much of what a service asks for is kept: a year may be asked for by mistake. */
    static Duration kept(Duration asked) {
        return asked.compareTo(LONGEST_KEPT) < 0 ? asked : LONGEST_KEPT;
    }
}
