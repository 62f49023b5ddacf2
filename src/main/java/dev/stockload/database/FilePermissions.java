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
 * Keeps what others may not read for its owner alone, where the file system has owners as POSIX
 * does. Elsewhere, as on Windows, a folder has the rights of the one that it is in.
 */
final class FilePermissions {
    private static final Set<PosixFilePermission> FOLDER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");

    /** What Stockload makes in a data folder; what else is there belongs to others. */
    private static final String OURS =
            "{stockload.*,serve.json,details.json,logs,reports,sandbox,uploads}";

    private FilePermissions() {}

    static void create(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
            set(folder, FOLDER);
        }
    }

    /** A folder that was there before keeps its rights, and what we made in it gets ours. */
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
     * By its path and never through a link: to open a file and close it again, as the view of a
     * link does, would give up the locks that this process has on it.
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
            // It is another's, or gone meanwhile; reading and writing will tell what is wrong.
        }
    }
}
