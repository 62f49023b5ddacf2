package dev.stockload.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A restore that is killed at any of its moves is noticed, and never leaves half a state. */
class StateFolderTest {
    private static final String RESTORING = "stockload.restoring";

    @TempDir Path data;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void a_kill_before_the_ledger_is_moved_in_is_noticed_and_the_restore_starts_again(int moved)
            throws IOException {
        Path coming = new StateFolder(data).prepare();
        fill(coming, "old");
        for (String part : StateFolder.PARTS.subList(0, moved)) {
            Files.move(coming.resolve(part), data.resolve(part));
        }

        assertThatThrownBy(() -> StateFolder.check(LedgerAddress.inFolder(data)))
                .isInstanceOf(Refusal.class)
                .hasMessage(
                        "A restore into %s was cut short: run 'stockload restore FILE' again",
                        data);
        StateFolder again = new StateFolder(data);
        assertThat(again.parts()).as("what is left of it is not in the way").isEmpty();
        fill(again.prepare(), "new");
        again.moveIn();
        assertThat(data.resolve("reports/a")).hasContent("new");
        assertThat(data.resolve(StateFolder.LEDGER)).hasContent("new");
        assertThat(data.resolve(RESTORING)).doesNotExist();
    }

    @Test
    void a_kill_after_the_ledger_is_moved_in_changes_nothing() throws IOException {
        fill(data, "new");
        Files.createDirectory(data.resolve(RESTORING));

        assertThatCode(() -> StateFolder.check(LedgerAddress.inFolder(data)))
                .doesNotThrowAnyException();
        assertThat(new StateFolder(data).parts()).isEqualTo(StateFolder.PARTS);
    }

    @Test
    void a_part_of_a_state_is_not_replaced() throws IOException {
        Files.createDirectory(data.resolve("reports"));
        StateFolder state = new StateFolder(data);

        assertThat(state.parts()).containsExactly("reports");
        assertThatThrownBy(state::prepare).hasMessageContaining("reports");
    }

    private static void fill(Path folder, String text) throws IOException {
        for (String name : StateFolder.FOLDERS) {
            Files.createDirectories(folder.resolve(name));
            Files.writeString(folder.resolve(name).resolve("a"), text);
        }
        Files.writeString(folder.resolve(StateFolder.LEDGER), text);
    }
}
