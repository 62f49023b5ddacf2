package dev.stockload.process;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Waits for whoever is in the way, and says so once. */
public record LockWait(Time time, StopSignal stop, Consumer<String> notice) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    /**
     * @param inTheWay who is, each time it is asked; empty when the way is free
     * @param words what to say of that one
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
