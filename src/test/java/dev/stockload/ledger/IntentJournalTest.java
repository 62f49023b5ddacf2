package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.stock.PackedSizes;
import dev.stockload.stock.Size;
import dev.stockload.stock.SizeStock;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class IntentJournalTest {
    private static final Instant NIGHT = Instant.parse("2026-11-15T01:30:00Z");

    @TempDir Path folder;

    @Test
    void gives_back_what_was_added_across_processes() {
        Path file = folder.resolve("intents");
        new IntentJournal(file).add(entry("one", NIGHT, 300));
        new IntentJournal(file).add(entry("two", NIGHT, 1));
        assertThat(new IntentJournal(file).entries())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(entry("one", NIGHT, 300), entry("two", NIGHT, 1));
    }

    @Test
    void leaves_out_an_entry_that_was_cut_off_wherever_and_goes_on_behind_the_whole_ones()
            throws IOException {
        Path file = folder.resolve("intents");
        IntentJournal journal = new IntentJournal(file);
        journal.add(entry("one", NIGHT, 2));
        int whole = (int) Files.size(file);
        journal.add(entry("two", NIGHT, 2));
        byte[] bytes = Files.readAllBytes(file);
        for (int cut = whole; cut < bytes.length; cut++) {
            Files.write(file, Arrays.copyOf(bytes, cut));
            assertThat(journal.entries())
                    .extracting(IntentJournal.Entry::id)
                    .containsExactly("one");
            journal.add(entry("three", NIGHT, 2));
            assertThat(journal.entries())
                    .extracting(IntentJournal.Entry::id)
                    .containsExactly("one", "three");
        }
    }

    @Test
    void drops_what_is_old_when_it_is_large() throws IOException {
        Path file = folder.resolve("intents");
        IntentJournal journal = new IntentJournal(file);
        journal.add(entry("small", NIGHT.minus(Duration.ofDays(3)), 1));
        journal.tidy(NIGHT);
        assertThat(journal.entries()).hasSize(1);
        for (int i = 0; Files.size(file) < 4 << 20; i++) {
            journal.add(entry("old" + i, NIGHT.minus(Duration.ofDays(3)), 200_000));
        }
        journal.add(entry("new", NIGHT, 3));
        journal.tidy(NIGHT);
        assertThat(journal.entries()).extracting(IntentJournal.Entry::id).containsExactly("new");
    }

    private static IntentJournal.Entry entry(String id, Instant at, int colours) {
        return new IntentJournal.Entry(
                id,
                "run",
                "default",
                at,
                IntStream.range(0, colours)
                        .mapToObj(
                                i ->
                                        new LedgerColour(
                                                i,
                                                ColourState.SENDING,
                                                1 + i,
                                                "红" + i * 31,
                                                PackedSizes.of(
                                                        List.of(
                                                                new SizeStock(
                                                                        new Size(36, 38),
                                                                        i,
                                                                        null))),
                                                new int[0],
                                                new int[0]))
                        .toList());
    }
}
