package dev.stockload.imports.keep;

import dev.stockload.database.LedgerAddress;
import dev.stockload.database.StateFolder;
import dev.stockload.ledger.Ledger;
import dev.stockload.process.FaultMessages;
import dev.stockload.process.Sha256;
import dev.stockload.stock.Refusal;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the whole state of a data folder to one file, and restores it: a zip of the parts of the
 * state with a list of their hashes. The ledger in it is a consistent snapshot, even while others
 * use it.
 */
public record StateBackup(Path data, Ledger ledger) {
    private static final String HASHES = "stockload.sha256.json";

    private record Output(ZipOutputStream zip, Map<String, String> hashes)
            implements AutoCloseable {
        void add(String name, InputStream content) throws IOException {
            zip.putNextEntry(new ZipEntry(name));
            hashes.put(name, Sha256.copy(content, zip));
            zip.closeEntry();
        }

        void finish() throws IOException {
            zip.putNextEntry(new ZipEntry(HASHES));
            zip.write(JsonMapper.shared().writeValueAsBytes(hashes));
            zip.closeEntry();
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }
    }

    /** Writes to a new file, which appears when it is complete; refuses one that exists. */
    public void write(Path file) throws IOException {
        Path backup = file.toAbsolutePath();
        if (Files.exists(backup)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        // A temporary file is readable only by its owner.
        Path part = Files.createTempFile(backup.getParent(), backup.getFileName() + ".", ".part");
        try {
            try (Output zip =
                    new Output(new ZipOutputStream(Files.newOutputStream(part)), new TreeMap<>())) {
                // Sheets come first: the ledger needs them, and they go when their run ends.
                addAll(zip, "sheet");
                addLedger(zip);
                addAll(zip, "");
                zip.finish();
            }
            Files.move(part, backup, StandardCopyOption.ATOMIC_MOVE);
            StateFolder.backedUp(data, backup);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void addLedger(Output zip) throws IOException {
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
    private void addAll(Output zip, String within) throws IOException {
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

    private void add(Output zip, Path file) throws IOException {
        String name = data.relativize(file).toString().replace('\\', '/');
        if (zip.hashes().containsKey(name)) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            zip.add(name, in);
        } catch (NoSuchFileException e) {
            // Deleted since it was listed, like the sheet of a run that has ended.
        }
    }

    public record Restored(int runs, int unfinished) {}

    /**
     * Restores a backup into a locked data folder without a state, after all of the backup was
     * checked. The ledger cannot know what was sent after the backup was made, so it is marked as
     * an older copy before it is moved to its place.
     *
     * @throws ZipException if the file is not a backup
     * @throws Refusal if it was changed
     */
    public static Restored restore(Path backup, StateFolder folder) throws IOException {
        Path prepared = folder.prepare();
        try {
            unpack(backup, prepared);
            Restored found = prepare(prepared, backup);
            folder.moveIn();
            return found;
        } catch (IOException | RuntimeException e) {
            folder.discard();
            throw e;
        }
    }

    private static Restored prepare(Path prepared, Path backup) {
        try (Ledger ledger = Ledger.open(LedgerAddress.inFolder(prepared))) {
            return note(ledger);
        } catch (RuntimeException e) {
            if (FaultMessages.isOfFullDisk(e)) {
                throw e;
            }
            throw damaged(
                    backup.toString(),
                    "its ledger cannot be read (%s)".formatted(FaultMessages.innermost(e)),
                    e);
        }
    }

    /** Marks a database as an older copy, also one that was restored by other means. */
    public static Restored note(Ledger ledger) {
        int unfinished = ledger.markRestored();
        return new Restored(ledger.runs().size(""), unfinished);
    }

    /** Unpacks a backup and checks all of it. */
    private static void unpack(Path backup, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(backup.toFile())) {
            if (zip.getEntry(StateFolder.LEDGER) == null) {
                throw new ZipException("it holds no " + StateFolder.LEDGER);
            }
            Map<String, Path> files = new HashMap<>();
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!entry.isDirectory() && !entry.getName().equals(HASHES)) {
                    files.put(entry.getName(), place(entry.getName(), folder));
                }
            }
            Map<String, String> found = new HashMap<>();
            for (Map.Entry<String, Path> file : files.entrySet()) {
                Files.createDirectories(file.getValue().getParent());
                try (OutputStream out =
                        Files.newOutputStream(file.getValue(), StandardOpenOption.CREATE_NEW)) {
                    found.put(file.getKey(), copy(zip, zip.getEntry(file.getKey()), out));
                }
            }
            compare(zip, found);
        }
    }

    private static Path place(String name, Path folder) throws ZipException {
        try {
            Path file = folder.resolve(name).normalize();
            String part = folder.relativize(file).getName(0).toString();
            if (file.startsWith(folder) && StateFolder.PARTS.contains(part)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // Not a possible file name.
        }
        throw new ZipException("it holds " + name);
    }

    private static String copy(ZipFile zip, ZipEntry entry, OutputStream out) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return Sha256.copy(in, out);
        } catch (ZipException | EOFException e) {
            throw changed(zip, entry.getName(), e);
        }
    }

    private static void compare(ZipFile zip, Map<String, String> found) throws IOException {
        ZipEntry list = zip.getEntry(HASHES);
        if (list == null) {
            throw missing(zip, HASHES);
        }
        Map<String, String> written;
        try (InputStream in = zip.getInputStream(list)) {
            written = JsonMapper.shared().readValue(in, new TypeReference<>() {});
        } catch (JacksonException | ZipException | EOFException e) {
            throw changed(zip, HASHES, e);
        }
        for (Map.Entry<String, String> part : written.entrySet()) {
            if (!found.containsKey(part.getKey())) {
                throw missing(zip, part.getKey());
            }
        }
        for (Map.Entry<String, String> part : found.entrySet()) {
            if (!part.getValue().equals(written.get(part.getKey()))) {
                throw changed(zip, part.getKey(), null);
            }
        }
    }

    private static Refusal missing(ZipFile zip, String name) {
        return damaged(zip.getName(), "%s is missing".formatted(name), null);
    }

    private static Refusal changed(ZipFile zip, String name, Exception cause) {
        return damaged(zip.getName(), "%s is not as it was written".formatted(name), cause);
    }

    private static Refusal damaged(String backup, String where, Exception cause) {
        return Refusal.settings(
                "%s is damaged: %s. Nothing was changed; restore another backup"
                        .formatted(backup, where),
                cause);
    }
}
