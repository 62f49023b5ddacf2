package dev.stockload.imports.keep;

import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Writes the whole state of a data folder to one file: a consistent snapshot of the ledger, even
 * while others use it, with the reports and sheets.
 */
public record StateBackup(Path data, Ledger ledger) {
    /** Writes to a new file, which appears when it is complete; refuses one that exists. */
    public void write(Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        if (Files.exists(whole)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        // A temporary file is readable only by its owner.
        Path part = Files.createTempFile(whole.getParent(), whole.getFileName() + ".", ".part");
        try {
            try (BackupFile.Output zip = new BackupFile.Output(part)) {
                // Sheets come first: the ledger needs them, and they go when their run ends.
                addAll(zip, "sheet");
                addLedger(zip);
                addAll(zip, "");
                zip.finish();
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void addLedger(BackupFile.Output zip) throws IOException {
        Path copy = Files.createTempFile(data, "stockload.backup-", ".zip").toAbsolutePath();
        try {
            ledger.backUp(copy);
            try (ZipFile made = new ZipFile(copy.toFile());
                    InputStream in = made.getInputStream(made.getEntry(StateFolder.LEDGER))) {
                zip.add(StateFolder.LEDGER, in);
            }
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Adds the files in folders of this name; all files if it is empty. */
    private void addAll(BackupFile.Output zip, String within) throws IOException {
        for (String name : StateFolder.FOLDERS) {
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

    private void add(BackupFile.Output zip, Path file) throws IOException {
        String name = data.relativize(file).toString().replace('\\', '/');
        if (zip.has(name)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            zip.add(name, in);
        } catch (NoSuchFileException e) {
            // Deleted since it was listed, like the sheet of a run that has ended.
        }
    }
}
