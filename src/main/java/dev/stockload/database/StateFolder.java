package dev.stockload.database;

import org.springframework.util.FileSystemUtils;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The parts of a state in a data folder. A restore prepares them beside and moves them in, the
 * ledger last: a folder with a ledger holds a whole state.
 */
public final class StateFolder {
    /** The file of the ledger. */
    public static final String LEDGER = "stockload.mv.db";

    /** What is kept beside the ledger; logs, locks and the sandbox are no state. */
    public static final List<String> FOLDERS = List.of("reports", "uploads");

    /** What a state consists of, in the order in which it is moved in. */
    public static final List<String> PARTS =
            Stream.concat(FOLDERS.stream(), Stream.of(LEDGER)).toList();

    private static final String COMING = "stockload.restoring";

    private final Path data;
    private final Path coming;

    public StateFolder(Path data) {
        this.data = data.toAbsolutePath().normalize();
        this.coming = this.data.resolve(COMING);
    }

    /** What is there of a state already; what a restore left that was cut short does not count. */
    public List<String> parts() {
        return wasCutShort() ? List.of() : existing();
    }

    private List<String> existing() {
        return PARTS.stream().filter(part -> Files.exists(data.resolve(part))).toList();
    }

    /** An empty folder to prepare a state in. */
    public Path prepare() throws IOException {
        if (!parts().isEmpty()) {
            throw new IllegalStateException("A restore would replace " + parts());
        }
        for (String part : existing()) {
            FileSystemUtils.deleteRecursively(data.resolve(part));
        }
        discard();
        FilePermissions.create(coming);
        return coming;
    }

    /** Puts the prepared state in its place. */
    public void moveIn() throws IOException {
        for (String part : PARTS) {
            if (Files.exists(coming.resolve(part))) {
                move(coming.resolve(part), data.resolve(part));
            }
        }
        discard();
    }

    /** Puts something in its place, where not even a power cut shows a file without its content. */
    static void move(Path made, Path place) throws IOException {
        if (Files.isRegularFile(made)) {
            try (FileChannel written = FileChannel.open(made, StandardOpenOption.WRITE)) {
                written.force(true);
            }
        }
        Files.move(
                made, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Removes what was prepared and not moved in. */
    public void discard() throws IOException {
        FileSystemUtils.deleteRecursively(coming);
    }

    /**
     * Whether the file of a ledger is there.
     *
     * @throws UnusableLedgerException where it is not, because a restore was cut short
     */
    public static boolean hasLedger(LedgerAddress address) throws IOException {
        boolean there = address.isThere();
        // A restore that is at work holds the folder.
        if (!there && !DataFolderLock.isTaken(address.folder())) {
            check(address);
        }
        return there;
    }

    /**
     * Refuses a folder in which a restore was cut short: it looks as if nothing was ever sent.
     *
     * @throws UnusableLedgerException with what to do
     */
    public static void check(LedgerAddress address) {
        if (address.isFile() && new StateFolder(address.folder()).wasCutShort()) {
            throw new UnusableLedgerException(
                    "A restore into %s was cut short: run 'stockload restore FILE' again"
                            .formatted(address.folder()),
                    null);
        }
    }

    private boolean wasCutShort() {
        return Files.exists(coming) && !Files.exists(data.resolve(LEDGER));
    }
}
