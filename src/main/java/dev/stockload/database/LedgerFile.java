package dev.stockload.database;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file of a ledger, made and changed beside its place and moved there whole. H2 alters a table
 * by copying it, and does so in several steps: a kill between two of them would leave a file that
 * never works again.
 */
public final class LedgerFile {
    private final LedgerAddress address;
    private final Path file;
    private final Path aside;

    public LedgerFile(LedgerAddress address) {
        this.address = address;
        this.file = Path.of(address.path() + ".mv.db");
        this.aside = address.folder().resolve("stockload.making");
    }

    /** Opens the database, which is made where there is none and brought up to date. */
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
     * @param copied whether there is a file already, of which a copy is changed
     */
    private void bringUpToDate(boolean copied) {
        try {
            // What a process left that was killed here.
            FileSystemUtils.deleteRecursively(aside);
            Files.createDirectories(aside);
            Path made = aside.resolve(StateFolder.LEDGER);
            if (copied) {
                Files.copy(file, made);
            }
            LedgerAddress there = LedgerAddress.inFolder(aside);
            try (HikariDataSource source = LedgerConnection.connect(there)) {
                LedgerConnection.migrate(source, there);
            }
            StateFolder.move(made, file);
            FileSystemUtils.deleteRecursively(aside);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
