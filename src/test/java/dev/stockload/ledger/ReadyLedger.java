package dev.stockload.ledger;

import dev.stockload.database.FilePermissions;
import dev.stockload.database.LedgerAddress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A database with all tables: creating them takes longer than most tests. */
public final class ReadyLedger {
    private static final Path TEMPLATE = template();

    private ReadyLedger() {}

    /** Opens the ledger of a data folder, new or not. */
    public static Ledger in(Path data) {
        prepare(data);
        return Ledger.open(LedgerAddress.inFolder(data));
    }

    /** Puts an empty ledger into a data folder that has none. */
    public static void prepare(Path data) {
        Path file = data.resolve("stockload.mv.db");
        try {
            if (!Files.exists(file)) {
                FilePermissions.create(data);
                Files.copy(TEMPLATE, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates all tables of a new database: ours, and those of Spring Batch. */
    static void make(LedgerAddress address) {
        Ledger.open(address).close();
    }

    private static Path template() {
        try {
            Path folder = Files.createTempDirectory("ledger");
            folder.toFile().deleteOnExit();
            make(LedgerAddress.inFolder(folder));
            Path file = folder.resolve("stockload.mv.db");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
