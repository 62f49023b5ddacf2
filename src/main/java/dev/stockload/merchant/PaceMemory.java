package dev.stockload.merchant;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where the end of each account's last create is kept, so that all who send can see it. */
public interface PaceMemory {
    Optional<Instant> lastEnd(String account);

    void remember(String account, Instant end);

    /** A memory that ends with the process. */
    static PaceMemory inProcess() {
        Map<String, Instant> ends = new ConcurrentHashMap<>();
        return new PaceMemory() {
            @Override
            public Optional<Instant> lastEnd(String account) {
                return Optional.ofNullable(ends.get(account));
            }

            @Override
            public void remember(String account, Instant end) {
                ends.put(account, end);
            }
        };
    }
}
