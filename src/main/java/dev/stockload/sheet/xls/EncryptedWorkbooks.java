package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.commons.io.function.IOSupplier;
import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.function.Supplier;

/** Passwords of the settings, kept out of a sheet's options, since those are stored. */
public final class EncryptedWorkbooks {
    private static volatile Supplier<List<String>> settings = List::of;

    private EncryptedWorkbooks() {}

    /** The passwords are read when an encrypted workbook comes. */
    public static void from(Supplier<List<String>> passwords) {
        settings = passwords;
    }

    /** Excel opens a workbook with its default password without asking. */
    static void open(EncryptionInfo encryption) throws GeneralSecurityException {
        Decryptor decryptor = encryption.getDecryptor();
        if (decryptor.verifyPassword(Decryptor.DEFAULT_PASSWORD)) {
            return;
        }
        for (String password : settings.get()) {
            if (decryptor.verifyPassword(password)) {
                return;
            }
        }
        throw missing();
    }

    /** An encrypted .xlsx workbook, decrypted into a new file; any other file itself. */
    public static Path decrypted(Path file, IOSupplier<Path> created) {
        return new XlsBook(file).guarded(() -> decryptIfEncrypted(file, created));
    }

    private static Path decryptIfEncrypted(Path file, IOSupplier<Path> created)
            throws IOException, GeneralSecurityException {
        try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
            if (!container.getRoot().hasEntryCaseInsensitive(Decryptor.DEFAULT_POIFS_ENTRY)) {
                return file;
            }
            EncryptionInfo encryption = new EncryptionInfo(container);
            open(encryption);
            Path target = created.get();
            try (InputStream in = encryption.getDecryptor().getDataStream(container)) {
                Files.copy(in, target);
            }
            return target;
        }
    }

    static UnusableSheetException missing() {
        return new UnusableSheetException(
                "is protected with a password; save it without one, or add the password to the"
                        + " setting stockload.sheet-passwords");
    }
}
