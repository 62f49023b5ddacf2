package dev.stockload.imports;

import dev.stockload.ledger.BackupRequests;
import dev.stockload.ledger.DataFolderLock;
import dev.stockload.ledger.Ledger;
import dev.stockload.ledger.LedgerAddress;
import dev.stockload.runs.RunFailedException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The whole state of a data folder in one file: the ledger as it is at one moment, whoever works in
 * it, and the reports and sheets beside it.
 */
public final class StateBackup {
    static final String LEDGER = "stockload.mv.db";

    /** What is kept beside the ledger; logs, locks and the sandbox are no state. */
    private static final List<String> FOLDERS = List.of("reports", "uploads");

    private final Path data;
    private final LedgerAddress address;
    private final Set<String> written = new HashSet<>();

    public StateBackup(Path data, LedgerAddress address) {
        this.data = data;
        this.address = address;
    }

    /**
     * Writes the state into a new file, which is there when it is whole.
     *
     * @throws FileAlreadyExistsException where there is one of this name
     */
    public void write(Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        if (Files.exists(whole)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        // For its owner alone, as a temporary file is.
        Path part = Files.createTempFile(whole.getParent(), whole.getFileName() + ".", ".part");
        try {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(part))) {
                // Sheets go when their run ends, so they come first: the ledger may need them yet.
                addAll(zip, "sheet");
                addLedger(zip);
                addAll(zip, "");
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void addLedger(ZipOutputStream zip) throws IOException {
        Path copy = copy();
        try (ZipFile made = new ZipFile(copy.toFile())) {
            zip.putNextEntry(new ZipEntry(LEDGER));
            try (InputStream in = made.getInputStream(made.getEntry(LEDGER))) {
                in.transferTo(zip);
            }
            zip.closeEntry();
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** By us where nobody has the ledger, else by the process that has it. */
    private Path copy() throws IOException {
        while (true) {
            Optional<DataFolderLock> own = DataFolderLock.take(data, "backup");
            if (own.isPresent()) {
                Path copy = data.resolve("stockload.backup.zip");
                DataFolderLock folder = own.get();
                try (folder;
                        Ledger ledger = Ledger.openToRead(address)) {
                    ledger.backUp(copy);
                    return copy;
                }
            }
            try {
                Optional<Path> made = BackupRequests.ask(data);
                if (made.isPresent()) {
                    return made.get();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RunFailedException("The backup was interrupted", e);
            }
        }
    }

    /**
     * @param within the name of the folder whose files are wanted; empty for all
     */
    private void addAll(ZipOutputStream zip, String within) throws IOException {
        for (String name : FOLDERS) {
            Path folder = data.resolve(name);
            if (!Files.isDirectory(folder)) {
                continue;
            }
            List<Path> files;
            try (Stream<Path> all = Files.walk(folder)) {
                files =
                        all.filter(Files::isRegularFile)
                                .filter(file -> !isTemporary(file.getFileName().toString()))
                                .filter(file -> within.isEmpty() || isIn(file, within))
                                .toList();
            }
            for (Path file : files) {
                add(zip, file);
            }
        }
    }

    private static boolean isIn(Path file, String folder) {
        return file.getParent().getFileName().toString().equals(folder);
    }

    private static boolean isTemporary(String name) {
        return name.startsWith(".") || name.endsWith(".part");
    }

    private void add(ZipOutputStream zip, Path file) throws IOException {
        String name = data.relativize(file).toString().replace('\\', '/');
        if (!written.add(name)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            zip.putNextEntry(new ZipEntry(name));
            in.transferTo(zip);
            zip.closeEntry();
        } catch (NoSuchFileException e) {
            // Gone since it was listed, as the sheet of a run that has ended.
        }
    }
}
