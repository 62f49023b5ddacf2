package dev.stockload.sources;

import dev.stockload.process.RunFailedException;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A connection to where sheets are fetched from; for one thread. */
public interface Source extends Closeable {
    /**
     * The files of where a pattern looks, whether they match or not, in no order. A source that is
     * one file takes the pattern for that file's name.
     */
    List<SourceFile> list(FilePattern pattern) throws IOException;

    default boolean matches(FilePattern pattern, SourceFile file) {
        return pattern.matches(file.name());
    }

    /**
     * The same, and what can only be known by asking for the files themselves: whether they are
     * there, and their versions. Nothing is copied.
     */
    default List<SourceFile> look(FilePattern pattern) throws IOException {
        return list(pattern);
    }

    /** The file itself where it is on this machine, and need not be copied to be read. */
    default Optional<Path> here(SourceFile file) {
        return Optional.empty();
    }

    /** Whether somebody may be writing a file: then it is looked at twice. */
    default boolean mayChange(SourceFile file, Instant now) {
        return file.size() >= 0;
    }

    /**
     * Copies a file, whole as it was listed.
     *
     * @param known the version that is known already; null where none is
     * @return the version of what was copied; empty where it is the known one, and nothing was
     *     copied
     * @throws FileChangedException where it is no longer as it was listed
     * @throws java.nio.file.NoSuchFileException where it is no longer there
     */
    Optional<String> fetch(SourceFile file, String known, Path to) throws IOException;

    /**
     * Whether the last copy may be of a file that somebody still writes, or have lost its end
     * unseen: then only another copy shows that it is whole.
     *
     * @param now what time it is, where the server does not tell
     */
    default boolean mayBePartial(Instant now) {
        return false;
    }

    /**
     * Moves a file into a folder beside it, and puts others there with it.
     *
     * @param other a name that none has there, unless it can keep its own
     * @param beside what else to put there, by what is added to the name
     */
    default void move(SourceFile file, String folder, String other, Map<String, Path> beside)
            throws IOException {
        throw new RunFailedException("A source that is only read has no place to move files to");
    }

    /** How its server proves who it is, for people; empty where certificates do that. */
    default Optional<String> serverKey() {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;

    /** A file was replaced or went on being written while it was read. */
    final class FileChangedException extends IOException {
        public FileChangedException(String path) {
            super(path);
        }
    }
}
