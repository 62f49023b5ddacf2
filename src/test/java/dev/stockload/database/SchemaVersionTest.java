package dev.stockload.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;

import dev.stockload.ledger.TestDatabase;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.io.IOException;
import java.nio.file.Path;

/** Whether a database is up to date is asked without Flyway, and Flyway would say the same. */
class SchemaVersionTest {
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void the_known_migrations_are_those_that_flyway_makes(TestDatabase database, @TempDir Path data)
            throws IOException {
        database.open(data).close();
        try (HikariDataSource source = LedgerConnection.connect(database.in(data))) {
            assertThat(
                            JdbcClient.create(source)
                                    .sql(
                                            """
                                            select "version" || ' ' || "checksum"
                                              from "flyway_schema_history"
                                             where "version" is not null order by "installed_rank"
                                            """)
                                    .query(String.class)
                                    .list())
                    .isEqualTo(SchemaVersion.MIGRATIONS);
        }
    }
}
