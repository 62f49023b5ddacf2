package dev.stockload.queue;

import java.time.Instant;
import java.util.Optional;

/** Does runs of any account, and nothing else. */
@FunctionalInterface
interface RunsOnly extends AccountWork.Worker {
    @Override
    default Optional<Instant> check(String account) {
        return Optional.empty();
    }

    @Override
    default boolean isSet(String account) {
        return true;
    }

    @Override
    default void clean() {}
}
