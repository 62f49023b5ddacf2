package dev.stockload.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** A process that is killed while it makes the tables leaves a part of them. */
class HalfMadeTablesTest {
    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void the_rest_is_made_at_the_next_start(int statements) throws Exception {
        LedgerAddress address = LedgerAddress.inFolder(folder);
        try (Connection connection =
                        DriverManager.getConnection(
                                address.url(), address.user(), address.password());
                Statement statement = connection.createStatement()) {
            run(statement, "/dev/stockload/ledger/V1__ledger.sql", statements);
            run(statement, "/org/springframework/batch/core/schema-h2.sql", statements);
        }
        try (Ledger ledger = Ledger.open(address)) {
            assertThat(ledger.runList().size()).isZero();
            assertThat(ledger.detailRuns().unfinished()).isEmpty();
            assertThat(new BatchRuntime(ledger).repository().getJobNames()).isEmpty();
        }
    }

    private static void run(Statement statement, String script, int statements) throws Exception {
        for (String sql : statements(script).subList(0, statements)) {
            statement.execute(sql);
        }
    }

    private static List<String> statements(String script) throws IOException {
        try (InputStream in = HalfMadeTablesTest.class.getResourceAsStream(script)) {
            String text =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .replaceAll("(?m)^--.*$", "")
                            .replace("${bytes}", "varbinary(1048576)")
                            .replace("${block}", "blob");
            return Arrays.stream(text.split(";")).filter(sql -> !sql.isBlank()).toList();
        }
    }
}
