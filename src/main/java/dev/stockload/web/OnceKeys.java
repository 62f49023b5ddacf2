package dev.stockload.web;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Remembers requests by their keys, so that whoever asks twice gets the answer of the first. */
final class OnceKeys<T> {
    private static final int MOST_KEYS = 1000;

    private final Map<String, CompletableFuture<T>> answers =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(
                        Map.Entry<String, CompletableFuture<T>> eldest) {
                    return size() > MOST_KEYS;
                }
            };

    /**
     * Takes note of a request.
     *
     * @param own completes with its answer
     * @return the answer to an earlier request with this key; empty where there was none
     */
    synchronized Optional<CompletableFuture<T>> enter(String key, CompletableFuture<T> own) {
        return Optional.ofNullable(answers.putIfAbsent(key, own));
    }

    /** The request came to nothing, and the next one with this key is the first again. */
    synchronized void forget(String key) {
        answers.remove(key);
    }
}
