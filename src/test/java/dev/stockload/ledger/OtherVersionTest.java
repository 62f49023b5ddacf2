package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.database.UnusableLedgerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The data of another version is refused with a sentence and not changed. */
class OtherVersionTest {
    @Test
    void a_ledger_of_another_version_is_refused_and_left_untouched(@TempDir Path data)
            throws IOException {
        LedgerAddress address =
                changed(
                        data,
                        """
                        insert into "flyway_schema_history"
                        select 99, '21', "description", "type", "script", "checksum",
                               "installed_by", "installed_on", "execution_time", "success"
                          from "flyway_schema_history" where "version" = '1'
                        """);
        byte[] before = Files.readAllBytes(data.resolve(StateFolder.LEDGER));

        assertThatThrownBy(() -> Ledger.open(address))
                .isInstanceOf(UnusableLedgerException.class)
                .hasMessageContaining("was made by another version of Stockload")
                .hasMessageContaining("Nothing in it was changed")
                .hasMessageContaining("STOCKLOAD_DATA");
        assertThat(Files.readAllBytes(data.resolve(StateFolder.LEDGER))).hasSameSizeAs(before);
        assertThat(data.resolve("stockload.making")).doesNotExist();
    }

    @Test
    void tables_that_were_made_by_another_script_of_this_version_are_refused(@TempDir Path data)
            throws IOException {
        LedgerAddress address =
                changed(
                        data,
                        """
                        update "flyway_schema_history" set "checksum" = 1 where "version" = '1'
                        """);
        assertThatThrownBy(() -> Ledger.open(address))
                .isInstanceOf(UnusableLedgerException.class)
                .hasMessageContaining("was made by another version of Stockload");
    }

    /** A ledger whose history of versions was changed. */
    private static LedgerAddress changed(Path data, String sql) {
        try (Ledger ledger = ReadyLedger.in(data)) {
            ledger.database().sql(sql).update();
        }
        return LedgerAddress.inFolder(data);
    }
}
