package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.UnusableSheetException;

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

    /** Decrypts an .xlsx workbook into another file; false if it is not encrypted. */
    public static boolean decrypt(Path file, Path target) {
        return new XlsBook(file).guarded(() -> decryptIfEncrypted(file, target));
    }

    private static boolean decryptIfEncrypted(Path file, Path target)
            throws IOException, GeneralSecurityException {
        try (POIFSFileSystem container = new POIFSFileSystem(file.toFile(), true)) {
            if (!container.getRoot().hasEntryCaseInsensitive(Decryptor.DEFAULT_POIFS_ENTRY)) {
                return false;
            }
            EncryptionInfo encryption = new EncryptionInfo(container);
            open(encryption);
            try (InputStream in = encryption.getDecryptor().getDataStream(container)) {
                Files.copy(in, target);
            }
            return true;
        }
    }

    static UnusableSheetException missing() {
        return new UnusableSheetException(
                "is protected with a password; save it without one, or add the password to the"
                        + " setting stockload.sheet-passwords");
    }
}
