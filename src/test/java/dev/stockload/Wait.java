package dev.stockload;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads do, and leaves them the processor. */
public final class Wait {
    private static final long LONGEST = Duration.ofSeconds(300).toNanos();
    private static final long PAUSE = Duration.ofMillis(5).toNanos();

    private Wait() {}

    public static void until(Callable<Boolean> isSo) {
        try {
            for (long end = System.nanoTime() + LONGEST; !isSo.call(); ) {
                assertThat(System.nanoTime()).as("it never comes").isLessThan(end);
                LockSupport.parkNanos(PAUSE);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
