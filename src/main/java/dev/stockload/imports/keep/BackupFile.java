package dev.stockload.imports.keep;

import dev.stockload.database.StateFolder;
import dev.stockload.process.Sha256;
import dev.stockload.stock.Refusal;

import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** A backup file: a zip of the parts of a state, with a list of their hashes. */
final class BackupFile {
    private static final String HASHES = "stockload.sha256.json";

    private BackupFile() {}

    static final class Output implements AutoCloseable {
        private final ZipOutputStream zip;
        private final Map<String, String> hashes = new TreeMap<>();

        Output(Path file) throws IOException {
            this.zip = new ZipOutputStream(Files.newOutputStream(file));
        }

        boolean has(String name) {
            return hashes.containsKey(name);
        }

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

    /**
     * Unpacks a backup and checks all of it.
     *
     * @throws ZipException if the file is not a backup
     * @throws Refusal if something in it was changed
     */
    static void unpack(Path backup, Path folder) throws IOException {
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

    static Refusal damaged(String backup, String where, Exception cause) {
        return Refusal.settings(
                "%s is damaged: %s. Nothing was changed; restore another backup"
                        .formatted(backup, where),
                cause);
    }
}
