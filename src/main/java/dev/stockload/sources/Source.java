package dev.stockload.sources;

import dev.stockload.runs.RunFailedException;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A connection to where sheets are fetched from; for one thread. */
public interface Source extends Closeable {
    /**
     * The files in a folder of it, in no order.
     *
     * @param folder below that of the address, empty or with a slash at its end; a source that is
     *     one file takes it for that file's name
     */
    List<RemoteFile> list(String folder) throws IOException;

    /**
     * The same, and what can only be known by asking for the files themselves: whether they are
     * there, and their versions. Nothing is copied.
     */
    default List<RemoteFile> look(String folder) throws IOException {
        return list(folder);
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
    Optional<String> fetch(RemoteFile file, String known, Path to) throws IOException;

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
     * @param name its name there
     * @param beside what else to put there
     */
    default void move(RemoteFile file, String folder, String name, List<Path> beside)
            throws IOException {
        throw new RunFailedException("A source that is only read has no place to move files to");
    }

    /** How its server proves who it is, for people; empty where certificates do that. */
    default Optional<String> serverKey() {
        return Optional.empty();
    }

    @Override
    void close() throws IOException;
}
