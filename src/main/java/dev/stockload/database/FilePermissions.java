package dev.stockload.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Makes files readable only by their owner where the file system has POSIX permissions. Elsewhere,
 * as on Windows, a folder inherits the rights of its parent.
 */
public final class FilePermissions {
    private static final Set<PosixFilePermission> FOLDER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");

    /** What Stockload creates in a data folder; other files are not touched. */
    private static final String OURS =
            "{stockload.*,serve.json,last-backup.txt,logs,reports,sandbox,uploads}";

    private FilePermissions() {}

    /** Creates the folder if it does not exist, readable only by its owner. */
    public static void create(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            set(folder, FOLDER);
        }
    }

    /** Restricts what Stockload created in the folder; the folder itself keeps its rights. */
    static void restrict(Path folder) throws IOException {
        try (DirectoryStream<Path> ours = Files.newDirectoryStream(folder, OURS)) {
            for (Path entry : ours) {
                set(entry, Files.isDirectory(entry) ? FOLDER : FILE);
            }
        } catch (NoSuchFileException e) {
            // The folder was removed.
        }
    }

    /**
     * Sets rights by path and never through a link: opening and closing a file, as following a link
     * does, would release the locks that this process has on it.
     */
    private static void set(Path path, Set<PosixFilePermission> rights) {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class);
        try {
            if (view != null
                    && !Files.isSymbolicLink(path)
                    && !view.readAttributes().permissions().equals(rights)) {
                view.setPermissions(rights);
            }
        } catch (IOException e) {
            // Not ours, or gone; whoever reads or writes it will see what is wrong.
        }
    }
}
