package dev.stockload.sheet;

import dev.stockload.problem.Problem;
import dev.stockload.problem.ProblemCode;
import dev.stockload.sheet.markup.WorkbookParts;
import dev.stockload.sheet.rows.SheetBook;
import dev.stockload.sheet.rows.SheetBudget;
import dev.stockload.sheet.rows.SheetFacts;
import dev.stockload.sheet.rows.UnusableSheetException;
import dev.stockload.sheet.xls.EncryptedWorkbooks;
import dev.stockload.stock.Count;

import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.input.ProxyInputStream;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A file opened for reading; an archived or encrypted sheet is copied to a private file. */
final class UnpackedSheetFile implements Closeable {
    /** Limits the disk space that an archive can take. */
    private static final long MOST_UNPACKED = 1L << 30;

    private final List<Path> temporary = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private Path file;
    private String archive;
    private SheetBook book;

    /** Throws an UnusableSheetException that says what to do. */
    UnpackedSheetFile(Path named, SheetOptions options) throws IOException {
        file = named;
        try {
            open(String.valueOf(named.getFileName()), options);
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void open(String name, SheetOptions options) throws IOException {
        FileType kind = FileType.of(file);
        if (kind == FileType.XLS) {
            file = EncryptedWorkbooks.decrypted(file, this::temporaryFile);
            kind = FileType.of(file);
        }
        kind.mismatch(name).ifPresent(warnings::add);
        if (kind.isArchive()) {
            openPacked(kind, name, options);
        } else {
            book = kind.open(file, options);
            book.read();
        }
    }

    private void openPacked(FileType kind, String name, SheetOptions options) throws IOException {
        if (archive != null) {
            throw new UnusableSheetException("is another archive; unpack it and name the sheet");
        }
        archive = kind.label();
        String packed = kind == FileType.ZIP ? unzip() : gunzip(name);
        try {
            open(packed, options);
        } catch (UnusableSheetException e) {
            throw new UnusableSheetException(
                    "is %s with '%s', which %s".formatted(archive, packed, e.getMessage()), e);
        }
    }

    private Path temporaryFile() throws IOException {
        Path created = PrivateFiles.create("sheet");
        temporary.add(created);
        return created;
    }

    SheetBook book() {
        return book;
    }

    SheetBook.Tab firstVisible() {
        return book.visible().stream()
                .findFirst()
                .orElseThrow(() -> new UnusableSheetException("has no visible sheet"));
    }

    SheetFacts facts(String sheet) {
        SheetFacts facts = book.facts();
        List<Problem> all = new ArrayList<>(facts.warnings());
        all.addAll(warnings);
        String kind = archive == null ? facts.kind() : facts.kind() + " in " + archive;
        return new SheetFacts(kind, sheet, facts.encoding(), facts.delimiter(), all);
    }

    @Override
    public void close() throws IOException {
        // Also if closing fails: what was encrypted must not stay.
        try (Closeable closing = book) {
            for (Path each : temporary) {
                PrivateFiles.delete(each);
            }
        }
    }

    private String unzip() throws IOException {
        try (ZipFile zip = readable(() -> ZipFile.builder().setPath(file).get())) {
            List<ZipArchiveEntry> files =
                    Collections.list(zip.getEntries()).stream()
                            .filter(UnpackedSheetFile::isFile)
                            .toList();
            ZipArchiveEntry sheet = sheet(files);
            try (InputStream in = readable(() -> WorkbookParts.open(zip, sheet))) {
                unpack(in);
            }
            List<ZipArchiveEntry> others = files.stream().filter(each -> each != sheet).toList();
            if (!others.isEmpty()) {
                warnings.add(Problem.ofFile(ProblemCode.SHEET_OTHER, unread(others)));
            }
            return lastName(sheet);
        }
    }

    /** Unpacks all members of a gzip file; trailing bytes are an error. */
    private String gunzip(String name) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            unpack(
                    readable(
                            () ->
                                    GzipCompressorInputStream.builder()
                                            .setInputStream(in)
                                            .setDecompressConcatenated(true)
                                            .get()));
        }
        return name.replaceFirst("(?i)\\.gz(ip)?$", "");
    }

    private static <T> T readable(IOSupplier<T> archive) {
        try {
            return archive.get();
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    /** The only file with the ending of a sheet, notes left out, or else the only file. */
    private static ZipArchiveEntry sheet(List<ZipArchiveEntry> files) {
        List<ZipArchiveEntry> named =
                files.stream().filter(entry -> FileType.isSheetName(entry.getName())).toList();
        List<ZipArchiveEntry> tables =
                named.stream().filter(entry -> !FileType.mayBeNote(entry.getName())).toList();
        List<ZipArchiveEntry> sheets = tables.size() == 1 ? tables : named;
        List<ZipArchiveEntry> likely = sheets.isEmpty() ? files : sheets;
        if (likely.size() == 1) {
            return likely.get(0);
        }
        throw new UnusableSheetException(
                sheets.isEmpty()
                        ? "is a zip archive without a sheet in it"
                        : "is a zip archive with %d sheets: %s; unpack it and name one of them"
                                .formatted(sheets.size(), names(sheets)));
    }

    private static String unread(List<ZipArchiveEntry> others) {
        return others.size() == 1
                ? "The file %s in the zip archive was not read; if it is a stock sheet, import it by itself"
                        .formatted(names(others))
                : "%d files in the zip archive were not read: %s; if they are stock sheets, import each by itself"
                        .formatted(others.size(), names(others));
    }

    private static String names(List<ZipArchiveEntry> entries) {
        return Count.some(entries.stream().map(entry -> "'" + entry.getName() + "'").toList());
    }

    /** Skips files that the Finder, Explorer and Excel create. */
    private static boolean isFile(ZipArchiveEntry entry) {
        String name = lastName(entry);
        return !entry.isDirectory()
                && !entry.getName().startsWith("__MACOSX/")
                && !name.startsWith(".")
                && !name.startsWith("~$")
                && !name.equalsIgnoreCase("Thumbs.db");
    }

    private static String lastName(ZipArchiveEntry entry) {
        String name = entry.getName();
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    }

    private void unpack(InputStream in) throws IOException {
        Path target = temporaryFile();
        try (OutputStream out = Files.newOutputStream(target)) {
            if (IOUtils.copyLarge(new Packed(in), out, 0, MOST_UNPACKED + 1) > MOST_UNPACKED) {
                throw new UnusableSheetException(
                        "unpacks to more than %d MB, too much for a stock sheet; unpack it and see what is in it"
                                .formatted(MOST_UNPACKED >> 20));
            }
        }
        file = target;
    }

    /** An archive that cannot be read is damaged; a copy that cannot be written is not. */
    private static final class Packed extends ProxyInputStream {
        Packed(InputStream in) {
            super(in);
        }

        @Override
        protected void beforeRead(int wanted) {
            SheetBudget.ask();
        }

        @Override
        protected void handleIOException(IOException e) {
            throw damaged(e);
        }
    }

    private static UnusableSheetException damaged(Throwable cause) {
        return new UnusableSheetException(
                "is an archive that is damaged, cut off or followed by something else; save or"
                        + " copy it again",
                cause);
    }
}
