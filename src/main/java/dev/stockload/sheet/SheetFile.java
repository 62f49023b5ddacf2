package dev.stockload.sheet;

import dev.stockload.stock.Problem;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file opened for reading. What is inside an archive or encrypted is first brought into a private
 * file; only then its kind is decided.
 */
final class SheetFile implements Closeable {
    private final List<Path> own = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();
    private Path file;
    private String archive;
    private Book book;

    private SheetFile(Path file) {
        this.file = file;
    }

    /**
     * Opens a file by its content, whatever its ending.
     *
     * @throws UnusableSheetException with a sentence that says what to do
     */
    static SheetFile open(Path named, SheetOptions options) throws IOException {
        SheetFile opened = new SheetFile(named);
        boolean done = false;
        try {
            FileKind kind = FileKind.of(named);
            String name = String.valueOf(named.getFileName());
            if (kind.isArchive()) {
                kind.mismatch(name).ifPresent(opened.warnings::add);
                name = opened.unpack(kind);
            }
            opened.open(name, options);
            done = true;
            return opened;
        } finally {
            if (!done) {
                opened.close();
            }
        }
    }

    private String unpack(FileKind kind) throws IOException {
        Path target = ownFile();
        Archive.Content content =
                kind == FileKind.ZIP ? Archive.unzip(file, target) : Archive.gunzip(file, target);
        archive = kind.label();
        warnings.addAll(content.warnings());
        file = target;
        return content.name();
    }

    private void open(String name, SheetOptions options) throws IOException {
        try {
            FileKind kind = FileKind.of(file);
            if (kind.isArchive()) {
                throw new UnusableSheetException(
                        "is another archive; unpack it and name the sheet");
            }
            if (kind == FileKind.XLS) {
                Path decrypted = ownFile();
                if (SheetPasswords.decrypt(file, decrypted)) {
                    file = decrypted;
                    kind = FileKind.of(file);
                }
            }
            kind.mismatch(name).ifPresent(warnings::add);
            book = kind.open(file, options);
        } catch (UnusableSheetException e) {
            if (archive == null) {
                throw e;
            }
            throw new UnusableSheetException(
                    "is %s with '%s', which %s".formatted(archive, name, e.getMessage()), e);
        }
    }

    private Path ownFile() throws IOException {
        Path created = PrivateFiles.create("sheet");
        own.add(created);
        return created;
    }

    Book book() {
        return book;
    }

    /** What is known of the file, and of the sheet of this name that is read. */
    SheetFacts facts(String sheet) {
        SheetFacts facts = book.facts();
        List<Problem> all = new ArrayList<>(facts.warnings());
        all.addAll(warnings);
        String kind = archive == null ? facts.kind() : facts.kind() + " in " + archive;
        return new SheetFacts(kind, sheet, facts.encoding(), facts.delimiter(), all);
    }

    @Override
    public void close() throws IOException {
        if (book != null) {
            book.close();
        }
        for (Path each : own) {
            PrivateFiles.delete(each);
        }
    }
}
