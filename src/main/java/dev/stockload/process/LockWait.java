package dev.stockload.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Waits for a lock that another process holds, and reports that once. */
public record LockWait(Time time, StopSignal stop, Consumer<String> notice) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /**
     * @param inTheWay asked repeatedly for the holder; empty when the lock is free
     * @param words makes the notice from the holder's name
     */
    public void await(Supplier<Optional<String>> inTheWay, UnaryOperator<String> words) {
        Optional<String> first = inTheWay.get();
        if (first.isEmpty()) {
            return;
        }
        notice.accept(words.apply(first.get()));
        do {
            time.rest(BETWEEN_LOOKS, stop);
            if (stop.isAsked()) {
                throw new RunFailedException("Stopped while waiting; nothing was done");
            }
        } while (inTheWay.get().isPresent());
    }
}
