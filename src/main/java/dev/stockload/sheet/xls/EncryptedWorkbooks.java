package dev.stockload.sheet.xls;

import dev.stockload.sheet.rows.UnusableSheetException;

import org.apache.poi.poifs.crypt.Decryptor;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.util.RecordFormatException;

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
    static boolean open(EncryptionInfo encryption) {
        Decryptor decryptor = encryption.getDecryptor();
        return fits(decryptor, Decryptor.DEFAULT_PASSWORD)
                || settings.get().stream().anyMatch(password -> fits(decryptor, password));
    }

    private static boolean fits(Decryptor decryptor, String password) {
        try {
            return decryptor.verifyPassword(password);
        } catch (GeneralSecurityException e) {
            throw new RecordFormatException(e);
        }
    }

    /** Decrypts an .xlsx workbook into another file; false if it is not encrypted. */
    public static boolean decrypt(Path file, Path target) {
        return new XlsBook(file)
                .guarded(
                        () -> {
                            try (POIFSFileSystem container =
                                    new POIFSFileSystem(file.toFile(), true)) {
                                return container
                                                .getRoot()
                                                .hasEntryCaseInsensitive(
                                                        Decryptor.DEFAULT_POIFS_ENTRY)
                                        && decrypt(container, target);
                            }
                        });
    }

    private static boolean decrypt(POIFSFileSystem container, Path target) throws IOException {
        EncryptionInfo encryption = new EncryptionInfo(container);
        if (!open(encryption)) {
            throw missing();
        }
        try (InputStream in = encryption.getDecryptor().getDataStream(container)) {
            Files.copy(in, target);
            return true;
        } catch (GeneralSecurityException e) {
            throw new RecordFormatException(e);
        }
    }

    static UnusableSheetException missing() {
        return new UnusableSheetException(
                "is protected with a password; save it without one, or add the password to the"
                        + " setting stockload.sheet-passwords");
    }
}
