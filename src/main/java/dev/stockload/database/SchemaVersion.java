package dev.stockload.database;

import dev.stockload.stock.Refusal;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.sql.DataSource;

/** Which tables a database has: those of this version, older ones, or those of another program. */
final class SchemaVersion {
    /** The migrations with the checksums that Flyway gives them. */
    static final List<String> MIGRATIONS = List.of("1 827959334", "2 0");

    private SchemaVersion() {}

    /**
     * Whether all tables are there. A file has some of them at least, since it is moved into place
     * with all.
     *
     * @throws Refusal if another version created the tables; they are not changed
     */
    static boolean isCurrent(DataSource source, LedgerAddress address) {
        if (hasAllMigrations(source)) {
            return true;
        }
        MigrationInfoService tables = flyway(source, address).info();
        boolean complete = tables.pending().length == 0;
        boolean ours =
                Arrays.stream(tables.applied())
                        .allMatch(
                                each -> each.getState().isResolved() && each.isChecksumMatching());
        if (address.isLent() && !(ours && complete)) {
            throw Refusal.settings(
                    "stockload serve is of another version than this command: start it again");
        }
        if (address.isFile() && isEmpty(source)) {
            throw StateFolder.damaged(address);
        }
        if (!ours || address.isFile() && tables.current() == null) {
            throw Refusal.settings(
                    "%s was made by another version of Stockload, which this one cannot read. Nothing in it was changed: use that version, or begin with an empty %s"
                            .formatted(
                                    address,
                                    address.isFile()
                                            ? "data folder (STOCKLOAD_DATA)"
                                            : "database"));
        }
        return complete;
    }

    /** Asks without Flyway, whose start is a tenth of that of a command. */
    private static boolean hasAllMigrations(DataSource source) {
        try {
            return JdbcClient.create(source)
                    .sql(
                            """
                            select "version" || ' ' || "checksum"
                                   || case when "success" then '' else ' failed' end
                              from "flyway_schema_history"
                             where "version" is not null order by "installed_rank"
                            """)
                    .query(String.class)
                    .list()
                    .equals(MIGRATIONS);
        } catch (DataAccessException e) {
            return false;
        }
    }

    /** H2 reads a file that was cut off as it once was, which may be before its first table. */
    private static boolean isEmpty(DataSource source) {
        return JdbcClient.create(source)
                .sql(
                        "select count(*) = 0 from information_schema.tables where table_schema ="
                                + " 'PUBLIC'")
                .query(Boolean.class)
                .single();
    }

    static Flyway flyway(DataSource source, LedgerAddress address) {
        FluentConfiguration flyway = Flyway.configure();
        if (address.isH2()) {
            flyway.dataSource(source);
        } else {
            // Changing a large table may take longer than the time-outs of daily use allow.
            flyway.dataSource(address.driverUrl(), address.user(), address.password());
        }
        return flyway.placeholders(
                        address.isH2()
                                ? Map.of("bytes", "varbinary(1048576)", "block", "blob")
                                : Map.of("bytes", "bytea", "block", "bytea"))
                .javaMigrations(new BatchTables())
                .load();
    }

    /** Creates the tables of Spring Batch's job repository with Spring Batch's own script. */
    private static final class BatchTables implements JavaMigration {
        private static final List<String> INDEXES =
                List.of(
                        "batch_execution_of_instance on batch_job_execution (job_instance_id)",
                        "batch_params_of_execution on batch_job_execution_params"
                                + " (job_execution_id)",
                        "batch_step_of_execution on batch_step_execution (job_execution_id)");

        @Override
        public MigrationVersion getVersion() {
            return MigrationVersion.fromVersion("2");
        }

        @Override
        public String getDescription() {
            return "tables of Spring Batch";
        }

        @Override
        public Integer getChecksum() {
            return 0;
        }

        @Override
        public boolean canExecuteInTransaction() {
            return true;
        }

        @Override
        public void migrate(Context context) throws SQLException {
            Connection connection = context.getConnection();
            String product =
                    connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
            ScriptUtils.executeSqlScript(
                    connection,
                    new ClassPathResource(
                            "org/springframework/batch/core/schema-%s.sql".formatted(product)));
            // H2 indexes foreign keys by itself, PostgreSQL does not: it would scan all executions.
            if (product.equals("postgresql")) {
                try (Statement statement = connection.createStatement()) {
                    for (String index : INDEXES) {
                        statement.execute("create index " + index);
                    }
                }
            }
        }
    }
}
