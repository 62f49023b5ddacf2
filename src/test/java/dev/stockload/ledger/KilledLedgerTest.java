package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.JavaProcess;
import dev.stockload.Rounds;
import dev.stockload.database.LedgerAddress;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Kills a process that commits, again and again over one file, and looks for each commit that it
 * reported.
 */
@Tag("soak")
class KilledLedgerTest {
    private static final int KILLS = Rounds.of(3);

    @TempDir Path data;

    @Test
    void has_every_commit_after_a_kill() throws Exception {
        ReadyLedger.prepare(data);
        Random random = new Random(20261115);
        List<String> lost = new ArrayList<>();
        int reported = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            List<String> committed = commitUntilKilled(random.nextInt(150), random.nextInt(60));
            reported += committed.size();
            Map<String, String> kept = kept();
            for (String line : committed) {
                String id = line.substring(line.indexOf(' ') + 1);
                if (!kept.containsKey(id)
                        || line.startsWith("outcome") && !"POSTPONED".equals(kept.get(id))) {
                    lost.add("kill %d: %s".formatted(kill, line));
                }
            }
        }
        assertThat(lost).isEmpty();
        // With fewer commits the test would prove nothing.
        assertThat(reported).isGreaterThan(KILLS * 10);
    }

    /** The commits reported by a process that is killed after this many commits and millis. */
    private List<String> commitUntilKilled(int commits, int millis)
            throws IOException, InterruptedException {
        Process process =
                JavaProcess.of(CommittingProcess.class, data.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<String> lines = new ArrayList<>();
        ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
        try (BufferedReader words = process.inputReader()) {
            for (String line = words.readLine(); line != null; line = words.readLine()) {
                if (lines.size() == commits) {
                    // Kill by handle: destroying the process would also close its output.
                    killer.schedule(
                            process.toHandle()::destroyForcibly, millis, TimeUnit.MILLISECONDS);
                }
                lines.add(line);
            }
        } finally {
            killer.shutdownNow();
            process.destroyForcibly().waitFor();
        }
        return lines;
    }

    /** The runs and requests in the ledger, with the outcome of each request. */
    private Map<String, String> kept() {
        Map<String, String> kept = new HashMap<>();
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(data))) {
            ledger.database()
                    .sql(
                            """
                            select account || ' ' || number, coalesce(outcome, '') from request
                            union all select id, '' from run
                            """)
                    .query(
                            row -> {
                                kept.put(row.getString(1), row.getString(2));
                            });
        }
        return kept;
    }
}
