package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A restore that is killed before any of its moves leaves nothing half, lost or unnoticed. */
class RestoreJournalTest {
    private static final Instant NOW = Instant.parse("2026-11-16T03:00:00Z");
    private static final String LEDGER = RestoreJournal.LEDGER;
    private static final Map<String, String> NEW =
            Map.of("reports/b/report.json", "new", "uploads/b.csv", "new", LEDGER, "new");

    @TempDir Path top;
    private Path data;

    private static final class Kill extends Error {}

    /** Moves so many times, then the process is killed. */
    private static RestoreJournal.Mover killedAfter(int moves) {
        AtomicInteger left = new AtomicInteger(moves);
        return (from, to) -> {
            if (left.getAndDecrement() == 0) {
                throw new Kill();
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LEDGER, "reports " + LEDGER, "reports uploads " + LEDGER})
    void a_kill_at_any_move_is_noticed_and_taken_back(String parts) throws IOException {
        Map<String, String> old = old(parts);
        int moves = 0;
        for (; isKilled(moves, old); moves++) {
            assertNoticed(old);
            for (int more = 0; recoveryIsKilled(moves, more, old); more++) {
                assertNoticed(old);
                restore(new RestoreJournal(data));
                assertRestored(old);
            }
            isKilled(moves, old);
            restore(new RestoreJournal(data));
            assertRestored(old);
        }
        assertThat(moves).isEqualTo(5 + old.size());
        assertRestored(old);
    }

    @Test
    void what_was_prepared_and_found_bad_leaves_no_trace() throws IOException {
        Map<String, String> old = old("reports " + LEDGER);
        fresh(old);
        RestoreJournal journal = new RestoreJournal(data);
        fill(journal.prepare(), NEW);
        journal.discard();

        assertThat(names()).containsExactlyInAnyOrder("reports", LEDGER);
        assertThat(state(data)).isEqualTo(old);
    }

    @Test
    void a_move_that_fails_is_taken_back() throws IOException {
        Map<String, String> old = old("reports " + LEDGER);
        fresh(old);
        RestoreJournal journal =
                new RestoreJournal(
                        data,
                        (from, to) -> {
                            if (to.equals(data.resolve(LEDGER))
                                    && from.toString().contains("ing")) {
                                throw new IOException("The disk is gone");
                            }
                            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
                        });
        fill(journal.prepare(), NEW);
        assertThatThrownBy(() -> journal.moveIn(NOW)).hasMessage("The disk is gone");
        journal.discard();

        assertThat(names()).containsExactlyInAnyOrder("reports", LEDGER);
        assertThat(state(data)).isEqualTo(old);
    }

    @Test
    void says_where_the_state_is_that_is_not_in_its_place() throws IOException {
        fresh(Map.of("stockload.replaced-20261116-030000/" + LEDGER, "old"));

        assertThatThrownBy(() -> RestoreJournal.check(LedgerAddress.inFolder(data)))
                .isInstanceOf(UnusableLedgerException.class)
                .hasMessageContaining("holds no state")
                .hasMessageContaining(data.resolve("stockload.replaced-20261116-030000").toString())
                .hasMessageContaining("stockload restore FILE");
    }

    @Test
    void two_restores_of_one_second_keep_both_states() throws IOException {
        fresh(old(LEDGER));
        Path first = restore(new RestoreJournal(data));
        Path second = restore(new RestoreJournal(data));

        assertThat(state(first)).isEqualTo(old(LEDGER));
        assertThat(state(second)).isEqualTo(NEW);
    }

    /** Whether a restore over this state is killed after so many moves. */
    private boolean isKilled(int moves, Map<String, String> old) throws IOException {
        fresh(old);
        try {
            restore(new RestoreJournal(data, killedAfter(moves)));
            return false;
        } catch (Kill e) {
            return true;
        }
    }

    private boolean recoveryIsKilled(int moves, int more, Map<String, String> old)
            throws IOException {
        isKilled(moves, old);
        try {
            new RestoreJournal(data, killedAfter(more)).prepare();
            return false;
        } catch (Kill e) {
            return true;
        }
    }

    /** Either nobody works here before the restore is run again, or it came to its end. */
    private void assertNoticed(Map<String, String> old) throws IOException {
        try {
            RestoreJournal.check(LedgerAddress.inFolder(data));
        } catch (UnusableLedgerException e) {
            assertThat(e)
                    .hasMessageContaining("A restore into %s was cut short", data)
                    .hasMessageContaining("run 'stockload restore FILE");
            Path ledger = data.resolve(LEDGER);
            assertThat(e.getMessage().contains("--replace")).isEqualTo(Files.exists(ledger));
            return;
        }
        assertThat(state(data)).isEqualTo(NEW);
        assertOldIsKept(old);
    }

    private void assertRestored(Map<String, String> old) throws IOException {
        RestoreJournal.check(LedgerAddress.inFolder(data));
        assertThat(state(data)).isEqualTo(NEW);
        assertThat(names()).doesNotContain("stockload.restoring", "stockload.discarded");
        assertOldIsKept(old);
    }

    /** In one folder; another may hold the new one, where it came to its end the first time. */
    private void assertOldIsKept(Map<String, String> old) throws IOException {
        List<Map<String, String>> kept = new ArrayList<>();
        for (String name : names()) {
            if (name.startsWith("stockload.replaced-")) {
                kept.add(state(data.resolve(name)));
            }
        }
        if (!old.isEmpty()) {
            assertThat(kept).containsOnlyOnce(old);
        }
        assertThat(kept).allMatch(one -> one.equals(old) || one.equals(NEW));
    }

    /**
     * @return where the old state is
     */
    private Path restore(RestoreJournal journal) throws IOException {
        fill(journal.prepare(), NEW);
        return journal.moveIn(NOW).orElse(top.resolve("nothing"));
    }

    private static Map<String, String> old(String parts) {
        Map<String, String> files = new TreeMap<>();
        for (String part : parts.split(" ")) {
            if (!part.isEmpty()) {
                files.put(part.equals(LEDGER) ? part : part + "/a/file", "old");
            }
        }
        return files;
    }

    private void fresh(Map<String, String> files) throws IOException {
        data = top.resolve("data");
        FileSystemUtils.deleteRecursively(data);
        fill(Files.createDirectory(data), files);
    }

    private static void fill(Path folder, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }

    private static Map<String, String> state(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (String part : RestoreJournal.PARTS) {
            if (Files.exists(folder.resolve(part))) {
                try (Stream<Path> all = Files.walk(folder.resolve(part))) {
                    for (Path file : all.filter(Files::isRegularFile).toList()) {
                        files.put(folder.relativize(file).toString(), Files.readString(file));
                    }
                }
            }
        }
        return files;
    }

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> all = Files.list(data)) {
            all.forEach(path -> names.add(path.getFileName().toString()));
        }
        return names;
    }
}
