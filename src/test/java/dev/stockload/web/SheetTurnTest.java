package dev.stockload.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.server.ResponseStatusException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(60)
class SheetTurnTest {
    private final SheetTurn turn = new SheetTurn();
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);

    @Test
    void one_is_read_at_a_time_some_wait_and_more_are_refused() throws Exception {
        List<Thread> all = new ArrayList<>();
        all.add(start());
        begun.await();
        for (int i = 0; i < 20; i++) {
            all.add(start());
        }
        for (Thread each : all) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.sleep(5);
            }
        }
        assertThatThrownBy(() -> turn.take(() -> 1))
                .hasMessageContaining("429")
                .extracting(fault -> ((ResponseStatusException) fault).getHeaders().toString())
                .asString()
                .contains("Retry-After:\"30\"");
        free.countDown();
        for (Thread each : all) {
            each.join();
        }
        assertThat(most).hasValue(1);
        assertThat(done).hasValue(21);
    }

    private Thread start() {
        Thread thread = new Thread(this::read);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void awaitFree() {
        try {
            free.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void read() {
        try {
            turn.take(
                    () -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        begun.countDown();
                        awaitFree();
                        now.decrementAndGet();
                        return done.incrementAndGet();
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
