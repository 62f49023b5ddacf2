package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class DataFolderTest {
    @TempDir Path data;

    @Test
    void is_held_by_one_at_a_time_who_says_for_what() throws Exception {
        assertThat(DataFolder.isTaken(data)).isFalse();
        try (DataFolder own = DataFolder.take(data, "import of a.csv").orElseThrow()) {
            assertThat(DataFolder.take(data, "other")).isEmpty();
            assertThat(DataFolder.isTaken(data)).isTrue();
            own.doing("import of b.csv");
            assertThat(DataFolder.owner(data))
                    .contains("import of b.csv", "process " + ProcessHandle.current().pid());
        }
        assertThat(DataFolder.isTaken(data)).isFalse();
        DataFolder.take(data, "other").orElseThrow().close();
    }
}
