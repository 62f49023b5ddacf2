package dev.stockload.runs;

import dev.stockload.ledger.PaceBook;
import dev.stockload.merchant.Pace;
import dev.stockload.merchant.PaceMemory;
import dev.stockload.stock.Creates;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whose turn it is to create: one at a time for an account, two seconds after the one before. The
 * end of that is known from the ledger and, in case the clock is set, from this process too.
 */
public final class CreatePace {
    private final Time time;
    private final Pace pace;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    public CreatePace(PaceBook book, Time time) {
        this.time = time;
        this.pace =
                new Pace(
                        Creates.APART,
                        new PaceMemory() {
                            @Override
                            public Optional<Instant> lastEnd(String account) {
                                return book.lastEnd(account);
                            }

                            @Override
                            public void remember(String account, Instant end) {
                                book.remember(account, end);
                            }
                        });
    }

    /** Another process has sent for the account until now: its clock is not ours. */
    public void afterAnother(String account) {
        ends.put(account, time.nanos());
    }

    public ReentrantLock of(String account) {
        return locks.computeIfAbsent(account, name -> new ReentrantLock());
    }

    public Duration waitBefore(String account) {
        Duration byClock = pace.waitBefore(account, time.instant());
        Long end = ends.get(account);
        if (end == null) {
            return byClock;
        }
        Duration bySpan = Creates.APART.minusNanos(time.nanos() - end);
        return byClock.compareTo(bySpan) > 0 ? byClock : bySpan;
    }

    public void ended(String account) {
        ends.put(account, time.nanos());
        pace.ended(account, time.instant());
    }
}
