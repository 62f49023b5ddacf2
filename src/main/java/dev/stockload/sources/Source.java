package dev.stockload.sources;

import dev.stockload.process.RunFailedException;

import org.springframework.core.io.Resource;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection to a place that sheets are fetched from; for one thread. */
public interface Source extends Closeable {
    /**
     * All files in the folder of a pattern, whether they match or not, in no order. A source that
     * is a single file ignores the pattern's glob.
     */
    List<SourceFile> list(FilePattern pattern) throws IOException;

    default boolean matches(FilePattern pattern, SourceFile file) {
        return pattern.matches(file.name());
    }

    /** Asks the server also whether each file exists and for its version; copies nothing. */
    default List<SourceFile> probe(FilePattern pattern) throws IOException {
        return list(pattern);
    }

    /** The path of a local file. */
    default Optional<Path> localPath(SourceFile file) {
        return Optional.empty();
    }

    /**
     * Copies a file exactly as it was listed.
     *
     * @param known the version of the last copy, for a file whose version shows only now; or null
     * @return the file as it was copied; empty if its version is known and nothing was copied
     * @throws FileChangedException if it has changed since it was listed
     * @throws java.nio.file.NoSuchFileException if it is no longer there
     */
    Optional<SourceFile> fetch(SourceFile file, String known, Path to) throws IOException;

    /**
     * Whether the last copy may be incomplete, because the file is still being written or its
     * length is unknown: then only a second copy shows that it is complete. {@code now} is used if
     * the server does not send its time.
     */
    default boolean mayBePartial(Instant now) {
        return false;
    }

    /**
     * Moves a file into a folder next to it, together with new files.
     *
     * @param other a unique name, for when its own is taken there
     * @param added the new files, by what is appended to the moved file's name
     * @throws FileChangedException if it has changed since it was listed; then it is put back
     */
    default void move(SourceFile file, String folder, String other, Map<String, Resource> added)
            throws IOException {
        throw new RunFailedException("A read-only source has no place to move files to");
    }

    /** The mail that brought a file; {@code id} is its Message-ID. */
    record Letter(String id, String subject) {}

    /** Empty if no mail brought it, or one that no person wrote and that gets no answer. */
    default Optional<Letter> letter(String path) {
        return Optional.empty();
    }

    /** The fingerprint of the server's key; empty for servers with certificates. */
    default Optional<String> serverKey() {
        return Optional.empty();
    }

    /** A folder and a web server keep nothing open. */
    @Override
    default void close() throws IOException {}

    /** A file was changed or replaced while it was read. */
    final class FileChangedException extends IOException {
        public FileChangedException(String path) {
            super(path);
        }
    }
}
