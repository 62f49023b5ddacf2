package dev.stockload.ledger;

import org.flywaydb.core.Flyway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A database whose tables are there already: making them takes longer than most tests. */
public final class ReadyLedger {
    private static final Path TEMPLATE = template();

    private ReadyLedger() {}

    /** Opens the ledger of a data folder, new or not. */
    public static Ledger in(Path data) throws IOException {
        Path file = data.resolve("stockload.mv.db");
        if (!Files.exists(file)) {
            Files.createDirectories(data);
            Files.copy(TEMPLATE, file);
        }
        return Ledger.open(LedgerAddress.inFolder(data));
    }

    /** Makes the tables of an earlier version. */
    public static void ofVersion(String version, LedgerAddress address) {
        Flyway.configure()
                .dataSource(address.url(), address.user(), address.password())
                .locations("classpath:dev/stockload/ledger")
                .placeholders(Map.of("bytes", "varbinary(1048576)", "block", "blob"))
                .target(version)
                .load()
                .migrate();
    }

    private static Path template() {
        try {
            Path folder = Files.createTempDirectory("ledger");
            folder.toFile().deleteOnExit();
            Ledger.open(LedgerAddress.inFolder(folder)).close();
            Path file = folder.resolve("stockload.mv.db");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
