package dev.stockload.imports.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.Wait;
import dev.stockload.process.RunStoppedException;
import dev.stockload.process.StopSignal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

@Timeout(60)
class SheetMemoryLimitTest {
    private static final long MEGABYTE = 1 << 20;

    private final SheetMemoryLimit memory = new SheetMemoryLimit(100 * MEGABYTE);
    private final StopSignal stop = new StopSignal();

    @Test
    void sheets_that_do_not_fit_with_others_wait() {
        SheetMemoryLimit.Share first = memory.share();
        first.take(4 * MEGABYTE, stop);
        SheetMemoryLimit.Share second = memory.share();
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(() -> second.take(4 * MEGABYTE, stop));
        assertThat(waits).isNotDone();
        memory.share().take(1000, stop);
        assertThat(waits).as("a small one goes past it").isNotDone();
        first.close();
        waits.join();
        second.close();
    }

    @Test
    void a_sheet_larger_than_the_limit_is_read_alone() {
        try (SheetMemoryLimit.Share huge = memory.share()) {
            huge.take(Long.MAX_VALUE / 100, stop);
        }
        SheetMemoryLimit.Share next = memory.share();
        next.take(6 * MEGABYTE, stop);
        next.close();
        next.close();
        memory.share().take(6 * MEGABYTE, stop);
    }

    @Test
    void a_waiting_sheet_can_be_stopped() throws InterruptedException {
        memory.share().take(6 * MEGABYTE, stop);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> waits =
                CompletableFuture.runAsync(
                        () -> {
                            begun.countDown();
                            memory.share().take(6 * MEGABYTE, stop);
                        });
        begun.await();
        stop.ask();
        assertThatThrownBy(waits::join).hasCauseInstanceOf(RunStoppedException.class);
    }

    @Test
    void a_large_sheet_is_not_passed_by_smaller_ones() throws InterruptedException {
        SheetMemoryLimit.Share first = memory.share();
        first.take(4 * MEGABYTE, stop);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Thread large = waiting("large", 6 * MEGABYTE, order);
        Thread small = waiting("small", MEGABYTE, order);
        assertThat(order).isEmpty();
        first.close();
        large.join();
        small.join();
        assertThat(order).containsExactly("large", "small");
    }

    /** A thread that waits for its share, and gives it back. */
    private Thread waiting(String name, long bytes, List<String> order)
            throws InterruptedException {
        Thread thread =
                new Thread(
                        () -> {
                            try (SheetMemoryLimit.Share share = memory.share()) {
                                share.take(bytes, stop);
                                order.add(name);
                            }
                        });
        thread.start();
        Wait.until(() -> !thread.isAlive() || thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }
}
