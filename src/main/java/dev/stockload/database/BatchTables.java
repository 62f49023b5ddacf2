package dev.stockload.database;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** Creates the tables of Spring Batch's job repository with Spring Batch's own script. */
final class BatchTables implements JavaMigration {
    private static final List<String> INDEXES =
            List.of(
                    "batch_execution_of_instance on batch_job_execution (job_instance_id)",
                    "batch_params_of_execution on batch_job_execution_params (job_execution_id)",
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
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
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
