package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;

/** The one sheet of a zip archive or a gzip file, read from a file of our own. */
final class ArchivedBook implements Book {
    /** No stock sheet is larger; it bounds the disk that an archive can take. */
    private static final long MOST_UNPACKED = 1L << 30;

    private static final int MOST_NAMES = 5;

    private final Path unpacked;
    private final Book book;
    private final String archive;
    private final List<Problem> warnings;

    private ArchivedBook(Path unpacked, Book book, String archive, List<Problem> warnings) {
        this.unpacked = unpacked;
        this.book = book;
        this.archive = archive;
        this.warnings = warnings;
    }

    static Book ofZip(Path file, SheetOptions options) throws IOException {
        try (ZipFile zip = ZipFile.builder().setPath(file).get()) {
            ZipArchiveEntry entry = sheet(zip);
            if (!zip.canReadEntryData(entry)) {
                throw new UnusableSheetException(
                        "is a zip archive that asks for a password; unpack it and name the sheet in"
                                + " it");
            }
            CRC32 sum = new CRC32();
            try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum)) {
                Path unpacked = unpacked(in);
                if (sum.getValue() != entry.getCrc()) {
                    Files.delete(unpacked);
                    throw damaged(null);
                }
                return open(unpacked, entry.getName(), FileKind.ZIP.label(), options);
            }
        } catch (ZipException e) {
            throw damaged(e);
        }
    }

    static Book ofGzip(Path file, SheetOptions options) throws IOException {
        String name = String.valueOf(file.getFileName()).replaceFirst("(?i)\\.gz(ip)?$", "");
        Path unpacked;
        try (InputStream in = gzip(file)) {
            unpacked = unpacked(in);
        }
        return open(unpacked, name, FileKind.GZIP.label(), options);
    }

    /**
     * All members of the file; bytes behind them are none of it, and nobody knows what they are.
     */
    private static InputStream gzip(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            return GzipCompressorInputStream.builder()
                    .setInputStream(in)
                    .setDecompressConcatenated(true)
                    .get();
        } catch (IOException e) {
            in.close();
            throw damaged(e);
        }
    }

    /** The only sheet in the archive, by the endings; or else its only file. */
    private static ZipArchiveEntry sheet(ZipFile zip) {
        List<ZipArchiveEntry> files =
                Collections.list(zip.getEntries()).stream().filter(ArchivedBook::isFile).toList();
        List<ZipArchiveEntry> sheets =
                files.stream().filter(entry -> FileKind.isSheetName(entry.getName())).toList();
        List<ZipArchiveEntry> likely = sheets.isEmpty() ? files : sheets;
        if (likely.size() == 1) {
            return likely.get(0);
        }
        if (sheets.isEmpty()) {
            throw new UnusableSheetException("is a zip archive without a sheet in it");
        }
        String names =
                sheets.stream()
                        .limit(MOST_NAMES)
                        .map(entry -> "'" + entry.getName() + "'")
                        .collect(Collectors.joining(", "));
        throw new UnusableSheetException(
                "is a zip archive with %d sheets: %s%s; unpack it and name one of them"
                        .formatted(sheets.size(), names, sheets.size() > MOST_NAMES ? ", …" : ""));
    }

    /** Not what the Finder, Explorer and Excel leave beside people's files. */
    private static boolean isFile(ZipArchiveEntry entry) {
        String name = lastName(entry.getName());
        return !entry.isDirectory()
                && !entry.getName().startsWith("__MACOSX/")
                && !name.startsWith(".")
                && !name.startsWith("~$")
                && !name.equalsIgnoreCase("Thumbs.db");
    }

    private static String lastName(String name) {
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    }

    private static Path unpacked(InputStream in) throws IOException {
        Path file = Files.createTempFile("stockload", ".unpacked");
        boolean done = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] block = new byte[1 << 16];
            long length = 0;
            for (int read = read(in, block); read >= 0; read = read(in, block)) {
                length += read;
                if (length > MOST_UNPACKED) {
                    throw new UnusableSheetException(
                            "unpacks to more than %d MB, too much for a stock sheet; unpack it and see what is in it"
                                    .formatted(MOST_UNPACKED >> 20));
                }
                out.write(block, 0, read);
            }
            done = true;
        } finally {
            if (!done) {
                Files.deleteIfExists(file);
            }
        }
        return file;
    }

    private static int read(InputStream in, byte[] block) {
        try {
            return in.read(block);
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    private static Book open(Path unpacked, String entry, String archive, SheetOptions options)
            throws IOException {
        String name = lastName(entry);
        Book opened = null;
        try {
            FileKind kind = FileKind.of(unpacked);
            if (kind.isArchive()) {
                throw new UnusableSheetException(
                        "is another archive; unpack it and name the sheet");
            }
            List<Problem> warnings = new ArrayList<>();
            if (!name.isEmpty()) {
                kind.mismatch(unpacked.resolveSibling(name)).ifPresent(warnings::add);
            }
            opened = new ArchivedBook(unpacked, kind.open(unpacked, options), archive, warnings);
            return opened;
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(
                    "is %s with '%s', which %s".formatted(archive, name, e.getMessage()), e);
        } finally {
            if (opened == null) {
                Files.deleteIfExists(unpacked);
            }
        }
    }

    private static UnusableSheetException damaged(Throwable cause) {
        return new UnusableSheetException(
                "is an archive that is damaged, cut off or followed by something else; save or copy"
                        + " it again",
                cause);
    }

    @Override
    public List<Tab> tabs() {
        return book.tabs();
    }

    @Override
    public RowSource rows(int tab) throws IOException {
        return book.rows(tab);
    }

    @Override
    public SheetFacts facts() {
        SheetFacts facts = book.facts();
        List<Problem> all = new ArrayList<>(facts.warnings());
        all.addAll(warnings);
        return new SheetFacts(
                facts.kind() + " in " + archive,
                facts.sheet(),
                facts.encoding(),
                facts.delimiter(),
                all);
    }

    @Override
    public void close() throws IOException {
        try (book) {
            Files.deleteIfExists(unpacked);
        }
    }
}
