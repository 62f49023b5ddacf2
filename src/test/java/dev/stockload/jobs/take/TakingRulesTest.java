package dev.stockload.jobs.take;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.jobs.take.TakingRules.Copied;
import dev.stockload.jobs.take.TakingRules.Fate;
import dev.stockload.jobs.take.TakingRules.Found;
import dev.stockload.jobs.take.TakingRules.Seen;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

class TakingRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-15T01:00:00Z");

    /** Each was compared with all that were known. */
    @Test
    @Timeout(30)
    void a_folder_of_a_hundred_thousand_sheets_is_passed_over_at_once() {
        TakingRules taking = new TakingRules(true);
        List<Copied> sheets =
                IntStream.rangeClosed(1, 100_000)
                        .mapToObj(number -> new Found("s" + number, 9, NOW.minusSeconds(number)))
                        .map(file -> new Copied(new Seen(file, NOW), file.path(), 0, null, null))
                        .toList();
        taking.look(sheets.stream().map(Copied::found).toList(), NOW);
        Copied newest = taking.sheet(sheets.get(0));
        taking.read(taking.next(List.of(newest)).orElseThrow(), true);
        sheets.forEach(taking::pass);
        assertThat(taking.decided.values())
                .filteredOn(row -> row.fate() == Fate.PASSED)
                .hasSize(99_999);
    }
}
