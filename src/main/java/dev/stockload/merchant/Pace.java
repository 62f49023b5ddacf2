package dev.stockload.merchant;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Spaces the creates of one account, from the end of one to the start of the next. Says how long to
 * wait; whoever asks does the waiting.
 */
public final class Pace {
    private final Duration gap;
    private final PaceMemory memory;

    public Pace(Duration gap, PaceMemory memory) {
        if (gap.isNegative()) {
            throw new IllegalArgumentException("A gap is 0 or more, but this is " + gap);
        }
        this.gap = gap;
        this.memory = memory;
    }

    /** How long from now until a create of this account may start; zero if it may at once. */
    public Duration waitBefore(String account, Instant now) {
        Optional<Instant> last = memory.lastEnd(account);
        if (last.isEmpty()) {
            return Duration.ZERO;
        }
        Duration since = Duration.between(last.get(), now);
        // An end that lies ahead means a clock that was set back: one gap is enough then.
        if (since.isNegative()) {
            return gap;
        }
        return since.compareTo(gap) >= 0 ? Duration.ZERO : gap.minus(since);
    }

    /** A create of this account was answered or given up. */
    public void ended(String account, Instant now) {
        memory.remember(account, now);
    }
}
