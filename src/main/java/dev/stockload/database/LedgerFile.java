package dev.stockload.database;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The H2 file of a ledger. It is created and migrated in a separate folder and then moved to its
 * place: H2 alters a table in several steps by copying it, and a kill between two of them would
 * leave a file that never works again.
 */
public final class LedgerFile {
    private final LedgerAddress address;
    private final Path file;
    private final Path workFolder;

    public LedgerFile(LedgerAddress address) {
        this.address = address;
        this.file = Path.of(address.path() + ".mv.db");
        this.workFolder = address.folder().resolve("stockload.making");
    }

    /** Opens the database; creates it if there is none, and migrates it if it is older. */
    public HikariDataSource open() {
        if (!Files.exists(file)) {
            StateFolder.check(address);
            bringUpToDate(false);
        }
        HikariDataSource source = LedgerConnection.connect(address);
        try {
            if (LedgerConnection.isUpToDate(source, address, true)) {
                return source;
            }
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
        source.close();
        bringUpToDate(true);
        return LedgerConnection.connect(address);
    }

    /**
     * @param copied whether to migrate a copy of the existing file instead of a new one
     */
    private void bringUpToDate(boolean copied) {
        try {
            // Left by a process that was killed here.
            FileSystemUtils.deleteRecursively(workFolder);
            Files.createDirectories(workFolder);
            Path made = workFolder.resolve(StateFolder.LEDGER);
            if (copied) {
                Files.copy(file, made);
            }
            LedgerAddress there = LedgerAddress.inFolder(workFolder);
            try (HikariDataSource source = LedgerConnection.connect(there)) {
                LedgerConnection.migrate(source, there);
                // The pool closes its connections in the background, and the file is opened next.
                JdbcClient.create(source).sql("shutdown").update();
            }
            StateFolder.move(made, file);
            FileSystemUtils.deleteRecursively(workFolder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
