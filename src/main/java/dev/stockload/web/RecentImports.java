package dev.stockload.web;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** What other programs handed in lately; what became of older imports, the ledger knows. */
class RecentImports {
    private static final int MOST = 1000;

    private final Map<String, BegunImport> byId =
            Collections.synchronizedMap(
                    new LinkedHashMap<>() {
                        @Override
                        protected boolean removeEldestEntry(Map.Entry<String, BegunImport> eldest) {
                            return size() > MOST;
                        }
                    });

    /** Keeps an import by the id of its run, or by one of its own where it has none. */
    String keep(BegunImport begun) {
        String id = begun.ticket().run().orElseGet(() -> UUID.randomUUID().toString());
        byId.put(id, begun);
        return id;
    }

    Optional<BegunImport> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }
}
