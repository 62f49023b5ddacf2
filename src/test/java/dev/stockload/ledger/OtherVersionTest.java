package dev.stockload.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stockload.database.LedgerAddress;
import dev.stockload.stock.Refusal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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
        List<String> before = content(address);

        assertThatThrownBy(() -> Ledger.open(address))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("was made by another version of Stockload")
                .hasMessageContaining("Nothing in it was changed")
                .hasMessageContaining("STOCKLOAD_DATA");
        assertThat(content(address)).isNotEmpty().isEqualTo(before);
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
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("was made by another version of Stockload");
    }

    /** All tables and rows; the file itself differs whenever H2 has opened it. */
    private static List<String> content(LedgerAddress address) {
        SingleConnectionDataSource source =
                new SingleConnectionDataSource(
                        address.url(), address.user(), address.password(), true);
        try {
            return JdbcClient.create(source).sql("script").query(String.class).list();
        } finally {
            source.destroy();
        }
    }

    /** A ledger whose history of versions was changed. */
    private static LedgerAddress changed(Path data, String sql) {
        try (Ledger ledger = ReadyLedger.in(data)) {
            ledger.database().sql(sql).update();
        }
        return LedgerAddress.inFolder(data);
    }
}
