package dev.stockload.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.book.rules.MissingMode;
import dev.stockload.imports.Imports.Result;
import dev.stockload.imports.change.UndoSummary;
import dev.stockload.runs.Run;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/** Undoing a run among other runs: in doubt, with ranges, of other jobs. */
class UndoAmongRunsTest extends Nights {
    @Test
    void single_sizes_kept_along_with_a_range_are_restored_with_it() throws IOException {
        night(MissingMode.ZERO, "1,red,36,5", "1,red,39,2", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-37,9", "1,red,39,2", "2,red,36,1");
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "39", 2, "36-37", 9));
        Run bad = night(MissingMode.ZERO, "2,red,36,1").run();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "39", 0, "36-37", 0));

        UndoSummary plan = warehouse.undoPlan(bad);
        warehouse.undo(bad);

        assertThat(plan.restored()).isEqualTo(3);
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 5, "39", 2, "36-37", 9));
    }

    @Test
    void a_split_range_is_restored_in_all_its_sizes() throws IOException {
        splitRanges();
        night(MissingMode.ZERO, "1,red,36,5", "1,red,39,2", "2,red,36,1");
        night(MissingMode.ZERO, "1,red,36-37,9", "1,red,39,2", "2,red,36,1");
        Run bad = night(MissingMode.ZERO, "2,red,36,1").run();
        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 0, "37", 0, "39", 0));

        warehouse.undo(bad);

        assertThat(stockOf(1, "red")).isEqualTo(Map.of("36", 9, "37", 9, "39", 2));
    }

    private String undoFile(Result undo) throws IOException {
        return Files.readString(folderOf(undo).resolve("undo.csv"));
    }
}
