package dev.stockload.sheet;

import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.List;

/**
 * An .xlsx workbook that was encrypted, read from a file of our own that only its owner can read.
 */
final class DecryptedBook implements Book {
    private final Path file;
    private final Book book;

    private DecryptedBook(Path file) throws IOException {
        this.file = file;
        this.book = XlsxBook.open(file);
    }

    static Book open(POIFSFileSystem container) throws IOException {
        Path file = Files.createTempFile("stockload", ".xlsx");
        boolean opened = false;
        try {
            XlsBook.guarded(
                    () -> {
                        decrypt(container, file);
                        return file;
                    });
            Book book = new DecryptedBook(file);
            opened = true;
            return book;
        } finally {
            if (!opened) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void decrypt(POIFSFileSystem container, Path file) throws IOException {
        EncryptionInfo encryption = new EncryptionInfo(container);
        if (!SheetPasswords.open(encryption)) {
            throw SheetPasswords.missing();
        }
        Decryptor decryptor = encryption.getDecryptor();
        try (InputStream in = decryptor.getDataStream(container)) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (GeneralSecurityException e) {
            throw XlsBook.damaged(e);
        }
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
        return book.facts();
    }

    @Override
    public void close() throws IOException {
        try (book) {
            Files.deleteIfExists(file);
        }
    }
}
