package dev.stockload.ledger;

import org.springframework.jdbc.core.ConnectionCallback;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Reads a ledger that is a file to its end: H2 finds what is broken only where it is read. */
final class TableScan {
    private final Database database;

    TableScan(Database database) {
        this.database = database;
    }

    void readAll() {
        List<String> tables =
                database.sql(
                                """
                                select table_name from information_schema.tables
                                 where table_schema = 'PUBLIC' and table_type = 'BASE TABLE'
                                """)
                        .query(String.class)
                        .list();
        database.template()
                .execute(
                        (ConnectionCallback<Void>)
                                connection -> {
                                    readAll(connection, tables);
                                    return null;
                                });
    }

    private static void readAll(Connection connection, List<String> tables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Row by row; else H2 would first copy each table.
            statement.execute("set lazy_query_execution 1");
            for (String table : tables) {
                try (ResultSet rows = statement.executeQuery("table \"%s\"".formatted(table))) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        for (int column = 1; column <= columns; column++) {
                            read(rows.getObject(column));
                        }
                    }
                }
            }
            statement.execute("set lazy_query_execution 0");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(Object value) throws SQLException, IOException {
        if (value instanceof Blob blob) {
            try (InputStream in = blob.getBinaryStream()) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        } else if (value instanceof Clob clob) {
            try (Reader in = clob.getCharacterStream()) {
                in.transferTo(Writer.nullWriter());
            }
        }
    }
}
