package dev.stockload.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
