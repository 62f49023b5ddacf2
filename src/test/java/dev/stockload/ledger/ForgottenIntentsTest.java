package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A data folder of an earlier version, as H2 2.5.252 wrote it: killed during the first of three
 * creates, of which its file of intents has all and its database, which went back in time, one.
 */
class ForgottenIntentsTest {
    private static final String RUN = "20261115-0130-a-65fb";

    @TempDir Path data;
    @AutoClose private Ledger ledger;
    private Path file;

    @BeforeEach
    void unpack() throws IOException {
        try (ZipInputStream zip =
                new ZipInputStream(getClass().getResourceAsStream("/ledger/h2-2.5.252.zip"))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Files.copy(zip, data.resolve(entry.getName()));
            }
        }
        file = data.resolve("stockload.intents");
        ledger = Ledger.open(LedgerAddress.inFolder(data));
    }

    @Test
    void carries_an_old_ledger_over_and_puts_in_doubt_what_it_had_forgotten() {
        Run run = recovered();
        assertThat(ledger.colours().in(RUN, ColourState.READY)).hasSize(400);

        assertThat(ledger.forgottenIntents().putInDoubt(run)).isEqualTo(400);
        assertThat(ledger.colours().in(RUN, ColourState.IN_DOUBT)).hasSize(700);
        assertThat(ledger.runs().get(RUN).tally()).isEqualTo(ledger.colours().count(RUN));
        assertThat(file).doesNotExist();
        assertThat(ledger.forgottenIntents().putInDoubt(run)).isZero();
    }

    @Test
    void finds_the_colours_of_a_run_that_was_forgotten_too() throws SQLException {
        recovered();
        try (Connection connection = ledger.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("set referential_integrity false");
            for (String table : List.of("run set id", "staged set run", "settled set run")) {
                statement.execute("update %s = 'again'".formatted(table));
            }
        }
        Run again = ledger.runs().get("again");
        assertThat(ledger.forgottenIntents().putInDoubt(again)).isEqualTo(400);
        assertThat(file).doesNotExist();
    }

    @Test
    void keeps_the_file_for_the_run_that_it_is_about() {
        Run run = recovered();
        Run other =
                Run.begun(
                        new RunIdentity("other", "import", "other", "c".repeat(64), 1),
                        RunInput.unread("b.csv", "{}", "all"),
                        run.startedAt(),
                        "here");
        ledger.runs().add(other);
        assertThat(ledger.forgottenIntents().putInDoubt(other)).isZero();
        assertThat(file).exists();
    }

    @Test
    void reads_what_stands_behind_an_entry_that_was_cut_off() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        ByteArrayOutputStream torn = new ByteArrayOutputStream();
        torn.write(whole, 0, 500);
        torn.write(whole);
        Files.write(file, torn.toByteArray());
        assertThat(ledger.forgottenIntents().putInDoubt(recovered())).isEqualTo(400);
    }

    private Run recovered() {
        Run run = ledger.runs().get(RUN);
        ledger.doubts().recover(run, Duration.ZERO, run.startedAt());
        return ledger.runs().get(RUN);
    }
}
